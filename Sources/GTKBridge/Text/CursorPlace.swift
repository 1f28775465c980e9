import CGTK
import Phrases

extension TextView {
    /// Calls the closure, at most once per frame, when the cursor has moved or the text has changed:
    /// after drawing, and once all lines have their heights, because GTK does not know the exact
    /// position of a line before.
    public func onCursorMove(_ body: @escaping @MainActor () -> Void) {
        var isWaiting = false
        let move: @MainActor () -> Void = { [weak self] in
            guard !isWaiting else { return }
            isWaiting = true
            self?.onNextFrame {
                // The heights are computed after drawing, before the loop is idle.
                MainLoop.whenIdle {
                    isWaiting = false
                    body()
                }
            }
        }
        buffer.onChanged(move)
        buffer.onSelectionChanged(move)
    }

    /// Scrolls until the cursor is visible: as soon as the field has a size.
    public func scrollToCursor() {
        guard isMapped else { return queueScrolling() }
        // Not within a frame: GTK would scroll while it draws, and complain about the scroll bar.
        MainLoop.after(.zero) { [weak self] in
            guard let self, isMapped else { return }
            queueScrolling()
            // As long as lines further away wait for their heights, GTK does not scroll before
            // something becomes invalid.
            invalidateLineOfCursor()
            cursorHold = CursorHold(of: self)
        }
    }

    private func queueScrolling() {
        let insert = gtk_text_buffer_get_insert(gtk_text_view_get_buffer(cast()))
        gtk_text_view_scroll_to_mark(cast(), insert, 0, 0, 0, 0)
    }

    private var cursorHeights: Range<gint> {
        var cursor = GdkRectangle()
        gtk_text_view_get_cursor_locations(cast(), nil, &cursor, nil)
        return cursor.y..<cursor.y + cursor.height
    }

    private var pageHeights: Range<gint> {
        var page = GdkRectangle()
        gtk_text_view_get_visible_rect(cast(), &page)
        return page.y..<page.y + page.height
    }

    private var isCursorVisible: Bool { pageHeights.clamped(to: cursorHeights) == cursorHeights }

    /// A visible mark is a part of its line's layout.
    private func invalidateLineOfCursor() {
        let buffer = gtk_text_view_get_buffer(cast())
        var place = GtkTextIter()
        gtk_text_buffer_get_iter_at_mark(buffer, &place, gtk_text_buffer_get_insert(buffer))
        let mark = gtk_text_buffer_create_mark(buffer, nil, &place, 0)
        gtk_text_mark_set_visible(mark, 1)
        gtk_text_buffer_delete_mark(buffer, mark)
    }

    /// Scrolls by the least distance that makes the cursor visible, without an animation.
    fileprivate func showCursor() {
        guard isMapped, !isCursorVisible,
            let adjustment = gtk_scrollable_get_vadjustment(OpaquePointer(widget))
        else { return }
        let (page, cursor) = (pageHeights, cursorHeights)
        let distance =
            cursor.upperBound > page.upperBound
            ? cursor.upperBound - page.upperBound : cursor.lowerBound - page.lowerBound
        let value = gtk_adjustment_get_value(adjustment)
        gtk_adjustment_set_value(adjustment, value + Double(distance))
    }
}

/// Keeps the cursor of a field visible in each frame until all lines have their heights, or the
/// text changes.
///
/// When a line above gets another height, GTK forgets the target of an animated scroll; and near
/// the end of the text it scrolls back, because the range of its adjustment still is the old one.
@MainActor
final class CursorHold {
    private var connections: [SignalConnection] = []
    private var end: LoopSource?
    private var isWaitingForFrame = false

    fileprivate init?(of field: TextView) {
        guard let adjustment = gtk_scrollable_get_vadjustment(OpaquePointer(field.widget))
        else { return nil }
        showCursorInNextFrame(of: field)
        connections = [
            Object(borrowing: UnsafeMutableRawPointer(adjustment)).connectPlain("changed") {
                [weak self, weak field] in
                if let field { self?.showCursorInNextFrame(of: field) }
            },
            field.buffer.onChanged { [weak self] in self?.release() },
        ]
        // The heights are computed before the loop is idle.
        end = MainLoop.whenIdle(afterAtMost: nil) { [weak self] in
            self?.end = nil
            if self?.isWaitingForFrame == false { self?.release() }
        }
    }

    isolated deinit { release() }

    /// The place is only exact between two frames, after the heights have been computed.
    private func showCursorInNextFrame(of field: TextView) {
        guard !isWaitingForFrame else { return }
        isWaitingForFrame = true
        field.onNextFrame { [weak self, weak field] in
            guard let self, !connections.isEmpty else { return }
            isWaitingForFrame = false
            field?.showCursor()
            if end == nil { release() }
        }
    }

    private func release() {
        for connection in connections { connection.disconnect() }
        connections = []
        end?.cancel()
        end = nil
    }
}
