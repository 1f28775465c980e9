import CGTK

extension Widget {
    /// The height of the view that the widget scrolls in, in pixels; nil when it is in none, or that has not
    /// been laid out yet.
    public var heightOfView: Int? {
        guard let view = gtk_widget_get_ancestor(widget, gtk_scrolled_window_get_type())
        else { return nil }
        let height = Int(gtk_widget_get_height(view))
        return height > 0 ? height : nil
    }

    /// How high a line of the widget's font is, in pixels.
    public var fontLineHeight: Int { GTKBridge.fontLineHeight(of: widget) }
}

/// How high a line of a widget's font is, in pixels.
func fontLineHeight(of widget: UnsafeMutablePointer<GtkWidget>) -> Int {
    let context = gtk_widget_get_pango_context(widget)
    guard let metrics = pango_context_get_metrics(context, nil, nil) else { return 0 }
    defer { pango_font_metrics_unref(metrics) }
    return Int((pango_font_metrics_get_height(metrics) + PANGO_SCALE - 1) / PANGO_SCALE)
}
