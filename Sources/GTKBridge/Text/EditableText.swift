import CGTK

/// A text that somebody edits: that of a field of several lines, or of one.
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
