import CGTK

/// A multi-line text field (GtkTextView).
public final class TextView: Widget {
    /// The text of the field.
    public let buffer: TextBuffer
    /// Keeps the layout of long paragraphs quick.
    let longParagraphs: LongParagraphs
    private var alignment: CursorAlignment?
    /// Keeps the cursor visible while lines still get their heights; nil otherwise.
    var cursorHold: CursorHold?

    /// An empty field; `name` is the accessible name.
    public init(name: String) {
        guard let view = gtk_text_view_new() else { preconditionFailure("GTK made no text view") }
        let typed = UnsafeMutableRawPointer(view).assumingMemoryBound(to: GtkTextView.self)
        buffer = TextBuffer(borrowing: gtk_text_view_get_buffer(typed))
        longParagraphs = LongParagraphs(of: buffer)
        super.init(view, type: gtk_text_view_get_type())
        gtk_text_view_set_wrap_mode(cast(), GTK_WRAP_WORD_CHAR)
        gtk_text_view_set_accepts_tab(cast(), 0)
        accessibleLabel(name)
        breakWithoutHyphens()
        alignment = CursorAlignment(in: self) { [weak self] in
            // GTK gives further lines the direction of those around them.
            guard let self, buffer.count < CursorAlignment.longest else { return nil }
            return buffer.text
        } turn: { [weak self] isTurned in
            // GTK's left and right mean the start and the end of the line here.
            let justification = isTurned ? GTK_JUSTIFY_RIGHT : GTK_JUSTIFY_LEFT
            if let self { gtk_text_view_set_justification(cast(), justification) }
        }
        buffer.onChanged { [weak self] in self?.alignment?.update() }
        closeMenuWhenUnmapped()
        finishComposingWhenLeft()
    }

    /// As in a label that wraps: a text breaks at the same places while it is edited as while it is
    /// read.
    private func breakWithoutHyphens() {
        let tag = TextTag(of: buffer)
        cgtk_object_set_boolean(tag.pointer, "insert-hyphens", 0)
        buffer.tagAll(with: tag)
    }

    /// Sets the padding around the text, in pixels.
    @discardableResult
    public func padding(horizontal: Int, vertical: Int) -> Self {
        gtk_text_view_set_left_margin(cast(), gint(horizontal))
        gtk_text_view_set_right_margin(cast(), gint(horizontal))
        gtk_text_view_set_top_margin(cast(), gint(vertical))
        gtk_text_view_set_bottom_margin(cast(), gint(vertical))
        return self
    }

    /// Keeps the selection while the field is moved to another place of its window.
    ///
    /// A field that leaves its window gives up the selection clipboard, and with it the selection.
    /// On X11 the notification of that may arrive after the field owns the clipboard again, and
    /// clear the selection again.
    ///
    /// - Returns: a closure to call when the field is in its place.
    public func holdSelection() -> @MainActor () -> Void {
        let selection = buffer.selection
        guard gtk_widget_get_realized(widget) != 0 else {
            return { self.buffer.selection = selection }
        }
        let clipboard = gtk_widget_get_primary_clipboard(widget)
        gtk_text_buffer_add_selection_clipboard(buffer.cast(), clipboard)
        return {
            gtk_text_buffer_remove_selection_clipboard(self.buffer.cast(), clipboard)
            self.buffer.selection = selection
        }
    }

    /// The frame of the cursor in another widget's coordinates; nil if the two are not in the same
    /// window.
    public func cursorFrame(in other: Widget) -> Rectangle? {
        guard let origin = frame(in: other) else { return nil }
        var cursor = GdkRectangle()
        gtk_text_view_get_cursor_locations(cast(), nil, &cursor, nil)
        var (x, y): (gint, gint) = (0, 0)
        gtk_text_view_buffer_to_window_coords(
            cast(),
            GTK_TEXT_WINDOW_WIDGET,
            cursor.x,
            cursor.y,
            &x,
            &y
        )
        return Rectangle(
            x: origin.x + Double(x),
            y: origin.y + Double(y),
            width: Double(cursor.width),
            height: Double(cursor.height)
        )
    }

    /// Inserts a text at a point of the field as one undo step, and places the cursor after it.
    public func insert(_ text: String, at point: (x: Double, y: Double)) {
        var (x, y): (gint, gint) = (0, 0)
        gtk_text_view_window_to_buffer_coords(
            cast(),
            GTK_TEXT_WINDOW_WIDGET,
            gint(point.x),
            gint(point.y),
            &x,
            &y
        )
        var place = GtkTextIter()
        gtk_text_view_get_iter_at_location(cast(), &place, x, y)
        let offset = Int(gtk_text_iter_get_offset(&place))
        buffer.apply(TextBuffer.Edit(offset: offset, removed: "", inserted: text))
        let end = offset + text.unicodeScalars.count
        buffer.selection = (cursor: end, anchor: end)
    }
}

extension TextView {
    /// Called with the text that an input method is composing, which is not part of the buffer yet;
    /// empty when composing ends.
    @discardableResult
    public func onComposing(_ body: @escaping @MainActor (String) -> Void) -> SignalConnection {
        connectText("preedit-changed", body)
    }

    /// The frame of the cursor, or of another offset, in the view's own coordinates; nil while it
    /// is scrolled out of view.
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
