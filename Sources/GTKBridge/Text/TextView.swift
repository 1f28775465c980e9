import CGTK

/// A field for text of several lines (GtkTextView).
public final class TextView: Widget {
    /// The text that is shown.
    public let buffer: TextBuffer

    /// An empty field; `name` is what a screen reader says.
    public init(name: String) {
        guard let view = gtk_text_view_new() else { preconditionFailure("GTK made no text view") }
        let typed = UnsafeMutableRawPointer(view).assumingMemoryBound(to: GtkTextView.self)
        buffer = TextBuffer(borrowing: gtk_text_view_get_buffer(typed))
        super.init(view, type: gtk_text_view_get_type())
        gtk_text_view_set_wrap_mode(cast(), GTK_WRAP_WORD_CHAR)
        gtk_text_view_set_accepts_tab(cast(), 0)
        accessibleLabel(name)
    }

    /// Free space between the field's edge and the text, in pixels.
    @discardableResult
    public func padding(horizontal: Int, vertical: Int) -> Self {
        gtk_text_view_set_left_margin(cast(), gint(horizontal))
        gtk_text_view_set_right_margin(cast(), gint(horizontal))
        gtk_text_view_set_top_margin(cast(), gint(vertical))
        gtk_text_view_set_bottom_margin(cast(), gint(vertical))
        return self
    }

    /// Scrolls so far that the cursor is visible.
    public func scrollToCursor() {
        gtk_text_view_scroll_mark_onscreen(
            cast(),
            gtk_text_buffer_get_insert(gtk_text_view_get_buffer(cast()))
        )
    }
}
