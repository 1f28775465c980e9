import CGTK

extension Label {
    /// The least width in which a text has room in two lines of the label's font, in pixels; that of the
    /// whole text where it is one word.
    public func widthInTwoLines(_ text: String) -> Int {
        let words = text.split(separator: " ")
        guard words.count > 1 else { return width(text) }
        return (1..<words.count).map { count in
            let lines = [words[..<count], words[count...]]
            return lines.map { width($0.joined(separator: " ")) }.max() ?? 0
        }.min() ?? 0
    }

    private func width(_ text: String) -> Int {
        guard let layout = gtk_widget_create_pango_layout(widget, text) else { return 0 }
        defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
        var width: gint = 0
        pango_layout_get_pixel_size(layout, &width, nil)
        return Int(width)
    }
}
