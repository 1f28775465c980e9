import CGLib

extension String {
    /// The text as GLib and GTK can hold it: they accept none with a zero byte. Its length in
    /// Unicode scalars does not change.
    package var holdable: String {
        guard utf8.contains(0) else { return self }
        let scalars = unicodeScalars.map { $0.value == 0 ? "\u{FFFD}" : $0 }
        return String(String.UnicodeScalarView(scalars))
    }

    /// The text, escaped for Pango markup; without zero bytes, which no label can hold.
    package var escapedForMarkup: String {
        let text = holdable
        return takeString(g_markup_escape_text(text, gssize(text.utf8.count))) ?? ""
    }
}
