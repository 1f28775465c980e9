import CGLib

extension String {
    /// The text as GLib and GTK can hold it: they take none at all that has a zero byte in it. As long as
    /// before, in Unicode scalars.
    package var holdable: String {
        guard utf8.contains(0) else { return self }
        let scalars = unicodeScalars.map { $0.value == 0 ? "\u{FFFD}" : $0 }
        return String(String.UnicodeScalarView(scalars))
    }

    /// The text as it stands in markup of Pango; without zero bytes, which no label can hold.
    package var escapedForMarkup: String {
        let text = holdable
        return takeString(g_markup_escape_text(text, gssize(text.utf8.count))) ?? ""
    }
}
