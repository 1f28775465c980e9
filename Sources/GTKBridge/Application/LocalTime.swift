import CGTK
import Synchronization

/// Points in time as text, in the user's time zone and language.
public enum LocalTime {
    /// The text of a moment, given in seconds since 1970, in GLib's `strftime` format.
    public static func format(_ secondsSince1970: Double, _ format: String) -> String {
        zone.withLock { zone in
            guard let utc = g_date_time_new_from_unix_utc(gint64(secondsSince1970)) else {
                return ""
            }
            defer { g_date_time_unref(utc) }
            guard let moment = g_date_time_to_timezone(utc, zone.current()) else { return "" }
            defer { g_date_time_unref(moment) }
            return takeString(g_date_time_format(moment, format)) ?? ""
        }
    }

    private static let zone = Mutex(Zone())

    /// The time zone, as it was when somebody last looked: GLib looks for it on the disk for every date.
    private struct Zone: @unchecked Sendable {
        /// For how long it is taken to be the same, in microseconds; people travel.
        private static let lifetime: gint64 = 600 * 1_000_000

        private var zone: OpaquePointer?
        private var readAt: gint64 = 0

        mutating func current() -> OpaquePointer? {
            let now = g_get_monotonic_time()
            if let zone, now - readAt < Self.lifetime { return zone }
            if let zone { g_time_zone_unref(zone) }
            zone = g_time_zone_new_local()
            readAt = now
            return zone
        }
    }
}
