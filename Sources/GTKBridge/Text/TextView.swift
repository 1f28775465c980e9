import CGTK

/// A field for text of several lines (GtkTextView).
public final class TextView: Widget {
    /// The text that is shown.
    public let buffer: TextBuffer
    /// Tells of other layouts of the keyboard, while the field has it.
    private var keyboardChanges: SignalConnection?

    /// An empty field; `name` is what a screen reader says.
    public init(name: String) {
        guard let view = gtk_text_view_new() else { preconditionFailure("GTK made no text view") }
        let typed = UnsafeMutableRawPointer(view).assumingMemoryBound(to: GtkTextView.self)
        buffer = TextBuffer(borrowing: gtk_text_view_get_buffer(typed))
        super.init(view, type: gtk_text_view_get_type())
        gtk_text_view_set_wrap_mode(cast(), GTK_WRAP_WORD_CHAR)
        gtk_text_view_set_accepts_tab(cast(), 0)
        accessibleLabel(name)
        breakWithoutHyphens()
        alignWhileEmpty()
        closeMenuWhenUnmapped()
    }

    /// As in a label that wraps: a text that is edited breaks where it broke while it was read.
    private func breakWithoutHyphens() {
        let tag = TextTag(of: buffer)
        cgtk_object_set_boolean(tag.pointer, "insert-hyphens", 0)
        buffer.tagAll(with: tag)
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

    /// Keeps the selection while the field is moved to another place of its window.
    ///
    /// A field that leaves its window gives the selection clipboard back, and with it the selection; on
    /// X11 the news of that may come after the field has the clipboard again, and take it once more.
    ///
    /// - Returns: what is to be called when the field is in its place.
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

    /// Scrolls so far that the cursor is visible.
    public func scrollToCursor() {
        // Waits until there is a size to scroll in, unlike `gtk_text_view_scroll_mark_onscreen`.
        gtk_text_view_scroll_to_mark(
            cast(),
            gtk_text_buffer_get_insert(gtk_text_view_get_buffer(cast())),
            0,
            0,
            0,
            0
        )
    }

    /// Where the cursor is, in another widget's coordinates; nil when the two share no window yet.
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

    /// Tells that the cursor has moved or the text has changed, once for each frame: after it was drawn,
    /// because GTK does not know the place of a line for sure before.
    public func onCursorMove(_ body: @escaping @MainActor () -> Void) {
        var isWaiting = false
        let move: @MainActor () -> Void = { [weak self] in
            guard !isWaiting else { return }
            isWaiting = true
            self?.onNextFrameDrawn {
                isWaiting = false
                body()
            }
        }
        buffer.onChanged(move)
        buffer.onSelectionChanged(move)
    }

    /// Puts a text where a point of the field is, as one step to undo, and the cursor behind it.
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

extension TextView {
    /// Lets the cursor of an empty field stand where words begin in the language of the program, as a
    /// placeholder does.
    ///
    /// GTK has it where what the keyboard writes would begin: with Latin keys that is the left, also where
    /// everything else is mirrored. What is written then stands where its own letters belong.
    fileprivate func alignWhileEmpty() {
        buffer.onChanged { [weak self] in self?.align() }
        onNotify("has-focus") { [weak self] in self?.followKeyboard() }
        align()
    }

    private func followKeyboard() {
        keyboardChanges?.disconnect()
        keyboardChanges = nil
        if gtk_widget_has_focus(widget) != 0, let keyboard {
            let device = Object(borrowing: UnsafeMutableRawPointer(keyboard))
            keyboardChanges = device.onNotify("direction") { [weak self] in self?.align() }
        }
        align()
    }

    private func align() {
        let isMirrored = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
        let isKeyboardMirrored =
            keyboard.map { gdk_device_get_direction($0) == PANGO_DIRECTION_RTL } ?? false
        let isTurned = buffer.count == 0 && isMirrored != isKeyboardMirrored
        // The side at which lines begin is meant, and the one at which they end.
        gtk_text_view_set_justification(cast(), isTurned ? GTK_JUSTIFY_RIGHT : GTK_JUSTIFY_LEFT)
    }

    private var keyboard: OpaquePointer? {
        gdk_display_get_default_seat(gtk_widget_get_display(widget))
            .flatMap { gdk_seat_get_keyboard($0) }
    }
}
