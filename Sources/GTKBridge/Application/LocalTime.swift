import CGTK

/// Points in time as text, in the user's time zone and language.
public enum LocalTime {
    /// The text of a moment, given in seconds since 1970, in GLib's `strftime` format.
    public static func format(_ secondsSince1970: Double, _ format: String) -> String {
        guard let moment = g_date_time_new_from_unix_local(gint64(secondsSince1970)) else {
            return ""
        }
        defer { g_date_time_unref(moment) }
        return takeString(g_date_time_format(moment, format)) ?? ""
    }
}
