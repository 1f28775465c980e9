import CGTK
import Phrases

/// An editable text, with its cursor and its own undo history (GtkTextBuffer).
///
/// Offsets count Unicode scalars, as GTK does.
public final class TextBuffer: Object {
    /// A change of the text.
    public struct Edit: Equatable, Sendable {
        /// The start of the change, in Unicode scalars.
        public var offset: Int
        /// The removed text.
        public var removed: String
        /// The inserted text.
        public var inserted: String

        /// A change at an offset.
        public init(offset: Int, removed: String, inserted: String) {
            self.offset = offset
            self.removed = removed
            self.inserted = inserted
        }
    }

    init(borrowing buffer: UnsafeMutablePointer<GtkTextBuffer>) {
        super.init(borrowing: UnsafeMutableRawPointer(buffer))
        _ = BackspaceRuns(of: self)
    }

    private var buffer: UnsafeMutablePointer<GtkTextBuffer> { cast() }

    /// The whole text. The cost is linear in its length.
    public var text: String {
        get {
            var start = GtkTextIter()
            var end = GtkTextIter()
            gtk_text_buffer_get_bounds(buffer, &start, &end)
            return takeString(gtk_text_buffer_get_text(buffer, &start, &end, 1)) ?? ""
        }
        set {
            let text = newValue.holdable
            gtk_text_buffer_set_text(buffer, text, gint(text.utf8.count))
        }
    }

    /// The first Unicode scalars of the text, or all of it. The cost does not depend on the text's
    /// length.
    public func beginning(_ count: Int) -> String {
        var start = GtkTextIter()
        var end = GtkTextIter()
        gtk_text_buffer_get_start_iter(buffer, &start)
        gtk_text_buffer_get_iter_at_offset(buffer, &end, gint(clamping: count))
        return takeString(gtk_text_buffer_get_text(buffer, &start, &end, 1)) ?? ""
    }

    /// Whether the text is empty or only white space. Stops at the first other character, so that
    /// it can be used on each key press in a text of any length.
    public var isBlank: Bool {
        var position = GtkTextIter()
        gtk_text_buffer_get_start_iter(buffer, &position)
        while gtk_text_iter_is_end(&position) == 0 {
            let scalar = Unicode.Scalar(gtk_text_iter_get_char(&position))
            if scalar?.properties.isWhitespace == false { return false }
            gtk_text_iter_forward_char(&position)
        }
        return true
    }

    /// Sets the text without adding a step to the undo history.
    public func setTextWithoutUndo(_ text: String) {
        gtk_text_buffer_begin_irreversible_action(buffer)
        self.text = text
        gtk_text_buffer_end_irreversible_action(buffer)
    }

    /// Applies a change as one undo step. The change is clamped to the text.
    public func apply(_ edit: Edit) {
        gtk_text_buffer_begin_user_action(buffer)
        let end = edit.offset + edit.removed.unicodeScalars.count
        var (first, last) = (GtkTextIter(), GtkTextIter())
        gtk_text_buffer_get_iter_at_offset(buffer, &first, clamped(edit.offset))
        gtk_text_buffer_get_iter_at_offset(buffer, &last, clamped(end))
        gtk_text_buffer_delete(buffer, &first, &last)
        let inserted = edit.inserted.holdable
        gtk_text_buffer_insert(buffer, &first, inserted, gint(inserted.utf8.count))
        gtk_text_buffer_end_user_action(buffer)
    }

    /// Whether there is a step to undo.
    public var canUndo: Bool { gtk_text_buffer_get_can_undo(buffer) != 0 }

    /// Undoes the last step, like Control+Z.
    public func undo() { gtk_text_buffer_undo(buffer) }

    /// Undoes the change that was applied last, so that it can be redone.
    public func takeBack(_ edit: Edit) { undo() }

    /// Whether there is a step to redo.
    public var canRedo: Bool { gtk_text_buffer_get_can_redo(buffer) != 0 }

    /// Redoes the last undone step, like Control+Shift+Z.
    public func redo() { gtk_text_buffer_redo(buffer) }

    /// The number of Unicode scalars.
    public var count: Int { Int(gtk_text_buffer_get_char_count(buffer)) }

    /// The position of the cursor and the other end of the selection; equal if nothing is selected.
    public var selection: (cursor: Int, anchor: Int) {
        get { (offset(gtk_text_buffer_get_insert(buffer)), offset(selectionBound)) }
        set {
            var cursor = GtkTextIter()
            var anchor = GtkTextIter()
            gtk_text_buffer_get_iter_at_offset(buffer, &cursor, clamped(newValue.cursor))
            gtk_text_buffer_get_iter_at_offset(buffer, &anchor, clamped(newValue.anchor))
            gtk_text_buffer_select_range(buffer, &cursor, &anchor)
        }
    }

    /// Called for every change, before it is made, in order.
    @discardableResult
    public func onEdit(
        _ body: @escaping @MainActor (Edit) -> Void
    ) -> [SignalConnection] {
        let buffer = buffer
        return [
            connectInsertion("insert-text") { place, text, length in
                let bytes = UnsafeRawBufferPointer(
                    start: text,
                    count: length < 0 ? strlen(text) : Int(length)
                )
                body(
                    Edit(
                        offset: Int(gtk_text_iter_get_offset(place)),
                        removed: "",
                        inserted: String(decoding: bytes, as: UTF8.self)
                    )
                )
            },
            connectPointers("delete-range") { start, end in
                let start = start?.assumingMemoryBound(to: GtkTextIter.self)
                let end = end?.assumingMemoryBound(to: GtkTextIter.self)
                body(
                    Edit(
                        offset: Int(gtk_text_iter_get_offset(start)),
                        removed: takeString(gtk_text_buffer_get_text(buffer, start, end, 1)) ?? "",
                        inserted: ""
                    )
                )
            },
        ]
    }

    /// Called after the text has changed.
    @discardableResult
    public func onChanged(_ body: @escaping @MainActor () -> Void) -> SignalConnection {
        connectPlain("changed", body)
    }

    /// Called after the cursor or the selection has moved.
    @discardableResult
    public func onSelectionChanged(
        _ body: @escaping @MainActor () -> Void
    ) -> SignalConnection {
        let buffer = buffer
        return connectPointers("mark-set") { _, mark in
            let mark = mark?.assumingMemoryBound(to: GtkTextMark.self)
            guard
                mark == gtk_text_buffer_get_insert(buffer)
                    || mark == gtk_text_buffer_get_selection_bound(buffer)
            else { return }
            body()
        }
    }

    private var selectionBound: UnsafeMutablePointer<GtkTextMark>? {
        gtk_text_buffer_get_selection_bound(buffer)
    }

    private func offset(_ mark: UnsafeMutablePointer<GtkTextMark>?) -> Int {
        var position = GtkTextIter()
        gtk_text_buffer_get_iter_at_mark(buffer, &position, mark)
        return Int(gtk_text_iter_get_offset(&position))
    }

    private func clamped(_ offset: Int) -> gint { gint(max(0, min(offset, count))) }
}

extension TextBuffer {
    /// A step through the buffer's undo history.
    public enum HistoryStep: Sendable {
        /// An edit is being undone.
        case undoing
        /// An edit is being redone.
        case redoing
    }

    /// Called when an undo or redo step starts, and with nil when it ends; edits are reported in
    /// between.
    public func onHistoryStep(
        _ body: @escaping @MainActor (HistoryStep?) -> Void
    ) -> [SignalConnection] {
        [
            connectPlain("undo") { body(.undoing) },
            connectPlain("redo") { body(.redoing) },
            connectPlain("undo", after: true) { body(nil) },
            connectPlain("redo", after: true) { body(nil) },
        ]
    }
}

/// An editable text: that of a multi-line field or a one-line field.
///
/// Offsets count Unicode scalars, as GTK does.
@MainActor
public protocol EditableText: AnyObject {
    /// The whole text.
    var text: String { get }
    /// The number of Unicode scalars.
    var count: Int { get }
    /// The position of the cursor and the other end of the selection; equal if nothing is selected.
    var selection: (cursor: Int, anchor: Int) { get set }
    /// Sets the text without adding a step to the undo history.
    func setTextWithoutUndo(_ text: String)
    /// Applies a change as one undo step.
    func apply(_ edit: TextBuffer.Edit)
    /// Undoes the change that was applied last, so that it can be redone.
    func takeBack(_ edit: TextBuffer.Edit)
    /// Undoes the last step, like Control+Z.
    func undo()
    /// Redoes the last undone step, like Control+Shift+Z.
    func redo()
    /// Called for every change, in order.
    func onEdit(_ body: @escaping @MainActor (TextBuffer.Edit) -> Void) -> [SignalConnection]
    /// Called after the text has changed.
    func onChanged(_ body: @escaping @MainActor () -> Void) -> SignalConnection
    /// Called after the cursor or the selection has moved.
    func onSelectionChanged(_ body: @escaping @MainActor () -> Void) -> SignalConnection
}

extension TextBuffer: EditableText {}
