import GTKBridge
import HawkNotesUI
import StateRestoration

/// A text field of the program, bound to a window's state by the program's own binding.
@MainActor
struct DraftField {
    private let view = TextView(name: "Draft")
    private let binding: DraftBinding

    /// Binds a field that holds the text.
    init(_ scope: RestorationScope, _ text: String) {
        binding = DraftBinding(newNoteIn: view, of: scope, initial: text)
    }

    /// Puts the cursor somewhere, as a click does.
    func moveCursor(to offset: Int) { view.buffer.selection = (offset, offset) }

    /// Types a key at the cursor.
    func type(_ key: String) {
        let cursor = view.buffer.selection.cursor
        view.buffer.apply(TextBuffer.Edit(offset: cursor, removed: "", inserted: key))
    }

    /// Lets another field have what this one is bound to.
    func close() { binding.close() }
}
