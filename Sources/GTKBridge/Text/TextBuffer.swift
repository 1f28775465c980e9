import CGTK
import Phrases

/// Text that is edited, with its cursor and its own undo (GtkTextBuffer).
///
/// Offsets count Unicode scalars, as GTK does.
public final class TextBuffer: Object {
    /// One change of the text.
    public struct Edit: Equatable, Sendable {
        /// Where the change begins, in Unicode scalars.
        public var offset: Int
        /// What was taken away there.
        public var removed: String
        /// What was put in its place.
        public var inserted: String

        /// Makes an edit.
        public init(offset: Int, removed: String, inserted: String) {
            self.offset = offset
            self.removed = removed
            self.inserted = inserted
        }
    }

    init(borrowing buffer: UnsafeMutablePointer<GtkTextBuffer>) {
        super.init(borrowing: UnsafeMutableRawPointer(buffer))
    }

    private var buffer: UnsafeMutablePointer<GtkTextBuffer> { cast() }

    /// The whole text. Costs its length.
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

    /// The first Unicode scalars of the text, or all of it. Costs no more than these, however long it is.
    public func beginning(_ count: Int) -> String {
        var start = GtkTextIter()
        var end = GtkTextIter()
        gtk_text_buffer_get_start_iter(buffer, &start)
        gtk_text_buffer_get_iter_at_offset(buffer, &end, gint(clamping: count))
        return takeString(gtk_text_buffer_get_text(buffer, &start, &end, 1)) ?? ""
    }

    /// Whether there is nothing but white space. Looks no further than the first other character, so that
    /// it may be asked at each key in a text of any length.
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

    /// Sets the text without leaving a step in the undo history.
    public func setTextWithoutUndo(_ text: String) {
        gtk_text_buffer_begin_irreversible_action(buffer)
        self.text = text
        gtk_text_buffer_end_irreversible_action(buffer)
    }

    /// Makes a change, which is one step to undo. It is clamped to the text.
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

    /// Takes back the last step, as Control+Z does.
    public func undo() { gtk_text_buffer_undo(buffer) }

    /// Undoes the change that was applied last, so that it can be done again.
    public func takeBack(_ edit: Edit) { undo() }

    /// Whether there is a step to do again.
    public var canRedo: Bool { gtk_text_buffer_get_can_redo(buffer) != 0 }

    /// Does the step again that was undone last, as Control+Shift+Z does.
    public func redo() { gtk_text_buffer_redo(buffer) }

    /// How many Unicode scalars there are.
    public var count: Int { Int(gtk_text_buffer_get_char_count(buffer)) }

    /// Where the cursor is and where the selection begins; both the same when nothing is selected.
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

    /// Tells of every change, before it is made, in the order in which changes are made.
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

    /// Tells after the text has changed.
    @discardableResult
    public func onChanged(_ body: @escaping @MainActor () -> Void) -> SignalConnection {
        connectPlain("changed", body)
    }

    /// Tells after the cursor or the selection has moved.
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
    /// What the buffer does with its own history of edits.
    public enum HistoryStep: Sendable {
        /// It takes an edit back.
        case undoing
        /// It makes one again that was taken back.
        case redoing
    }

    /// Tells when a step is undone or done again, and with nil when that is over; edits are told between.
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

/// An editable text: that of a field of several lines, or of one.
///
/// Offsets count Unicode scalars, as GTK does.
@MainActor
public protocol EditableText: AnyObject {
    /// The whole text.
    var text: String { get }
    /// How many Unicode scalars there are.
    var count: Int { get }
    /// Where the cursor is and where the selection begins; both the same when nothing is selected.
    var selection: (cursor: Int, anchor: Int) { get set }
    /// Sets the text without leaving a step in the undo history.
    func setTextWithoutUndo(_ text: String)
    /// Makes a change, which is one step to undo.
    func apply(_ edit: TextBuffer.Edit)
    /// Undoes the change that was applied last, so that it can be done again.
    func takeBack(_ edit: TextBuffer.Edit)
    /// Takes back the last step, as Control+Z does.
    func undo()
    /// Does the step again that was undone last, as Control+Shift+Z does.
    func redo()
    /// Tells of every change, in the order in which changes are made.
    func onEdit(_ body: @escaping @MainActor (TextBuffer.Edit) -> Void) -> [SignalConnection]
    /// Tells after the text has changed.
    func onChanged(_ body: @escaping @MainActor () -> Void) -> SignalConnection
    /// Tells after the cursor or the selection has moved.
    func onSelectionChanged(_ body: @escaping @MainActor () -> Void) -> SignalConnection
}

extension TextBuffer: EditableText {}
