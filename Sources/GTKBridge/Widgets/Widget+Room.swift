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
///
/// It is kept with the widget until the font changes: layouts ask for it, and to find it out takes longer than
/// all the rest of most.
func fontLineHeight(of widget: UnsafeMutablePointer<GtkWidget>) -> Int {
    let context = gtk_widget_get_pango_context(widget)
    let serial = Int(pango_context_get_serial(context))
    let object = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GObject.self)
    if Int(bitPattern: g_object_get_data(object, serialKey)) == serial {
        return Int(bitPattern: g_object_get_data(object, heightKey))
    }
    let height = measuredLineHeight(in: context)
    g_object_set_data(object, serialKey, UnsafeMutableRawPointer(bitPattern: serial))
    g_object_set_data(object, heightKey, UnsafeMutableRawPointer(bitPattern: height))
    return height
}

private let serialKey = "hawk-notes-font-serial"
private let heightKey = "hawk-notes-line-height"

private func measuredLineHeight(in context: OpaquePointer?) -> Int {
    guard let metrics = pango_context_get_metrics(context, nil, nil) else { return 0 }
    defer { pango_font_metrics_unref(metrics) }
    return Int((pango_font_metrics_get_height(metrics) + PANGO_SCALE - 1) / PANGO_SCALE)
}
