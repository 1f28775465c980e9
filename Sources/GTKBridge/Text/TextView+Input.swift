import CGTK

extension TextView {
    /// Tells what an input method is composing, which is no part of the text yet; empty when it is done.
    @discardableResult
    public func onComposing(_ body: @escaping @MainActor (String) -> Void) -> SignalConnection {
        connectText("preedit-changed", body)
    }

    /// Where the cursor, or another place of the text, is in the view's own coordinates; nil while it is
    /// scrolled out of what is seen.
    public func visibleFrame(ofOffset offset: Int) -> Rectangle? {
        var place = GtkTextIter()
        gtk_text_buffer_get_iter_at_offset(buffer.cast(), &place, gint(clamping: offset))
        var (frame, seen) = (GdkRectangle(), GdkRectangle())
        gtk_text_view_get_iter_location(cast(), &place, &frame)
        gtk_text_view_get_visible_rect(cast(), &seen)
        guard frame.y + frame.height > seen.y, frame.y < seen.y + seen.height else { return nil }
        var (x, y): (gint, gint) = (0, 0)
        gtk_text_view_buffer_to_window_coords(
            cast(),
            GTK_TEXT_WINDOW_WIDGET,
            frame.x,
            frame.y,
            &x,
            &y
        )
        return Rectangle(
            x: Double(x),
            y: Double(y),
            width: Double(max(frame.width, 1)),
            height: Double(frame.height)
        )
    }
}
