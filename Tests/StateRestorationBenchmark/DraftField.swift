import GTKBridge
import HawkNotesUI
import StateRestoration

/// A text field as the program has it, bound to a window's state by the program's own binding.
@MainActor
struct DraftField {
    private let view: TextView
    private let binding: DraftBinding?

    /// Makes a field that holds the text.
    ///
    /// - Parameter scope: Where it is kept; `nil` for a field that keeps nothing.
    init(_ scope: RestorationScope?, _ text: String) {
        let view = TextView(name: "Draft")
        self.view = view
        binding = scope.map { DraftBinding(newNoteIn: view, of: $0, initial: text) }
        if binding == nil { view.buffer.setTextWithoutUndo(text) }
    }

    /// Puts the cursor somewhere, as a click does.
    func moveCursor(to offset: Int) { view.buffer.selection = (offset, offset) }

    /// Types a key at the cursor.
    func type(_ key: String) {
        let cursor = view.buffer.selection.cursor
        view.buffer.apply(TextBuffer.Edit(offset: cursor, removed: "", inserted: key))
    }

    /// Lets another field have what this one is bound to.
    func close() { binding?.close() }
}
