import GTKBridge
import HawkNotesPresentation
import StateRestoration

/// Stores a text field's text, cursor and selection in a window's state, edit by edit.
///
/// Edits from before a restart can be undone step by step, back to the draft's initial text, and
/// undone edits can be redone. The cursor is restored where the last edit left it, or where the
/// user has moved it since: while typing, nothing has to be written for it.
@MainActor
package final class DraftBinding {
    private let buffer: any EditableText
    private var connections: [SignalConnection] = []
    private let text: RestorableText
    private let redo: RedoBinding

    /// Restores the value that is stored under the key, and follows the field from then on.
    ///
    /// - Parameter initial: the initial text if nothing is stored.
    convenience init(
        _ view: TextView,
        key: TextKey,
        in scope: RestorationScope,
        initial: String = ""
    ) {
        self.init(view.buffer, key: key, in: scope, initial: initial)
        view.scrollToCursor()
    }

    /// The same for any text.
    init(
        _ buffer: any EditableText,
        key: TextKey,
        in scope: RestorationScope,
        initial: String = ""
    ) {
        self.buffer = buffer
        text = RestorableText(key, in: scope)
        redo = RedoBinding(buffer, key: key, in: scope)
        if text.isEmpty && !initial.isEmpty { text.setString(initial) }
        restoreText()
        takeOldSelection(SceneStorage(key.selection, in: scope))
        restoreSelection()
        connections = buffer.onEdit { [weak self] edit in
            guard let self else { return }
            redo.count(edit, to: text)
            text.replace(
                offset: edit.offset,
                removing: edit.removed,
                inserting: edit.inserted
            )
        }
        connections.append(buffer.onChanged { [weak self] in self?.keepSelection() })
        connections.append(buffer.onSelectionChanged { [weak self] in self?.keepSelection() })
    }

    /// The same for the new note, for benchmarks.
    package convenience init(
        newNoteIn view: TextView,
        of scope: RestorationScope,
        initial: String = ""
    ) {
        self.init(view, key: .newNote, in: scope, initial: initial)
    }

    /// Whether there is nothing to store.
    var isEmpty: Bool { text.isEmpty }

    /// Releases the keys for another view, and stops following the buffer.
    package func close() {
        for connection in connections { connection.disconnect() }
        connections = []
        redo.close()
    }

    /// Empties the field permanently: neither undo nor the next launch restores its text.
    func empty() {
        buffer.setTextWithoutUndo("")
        text.setString("")
        redo.discard()
    }

    /// Forgets text and selection.
    func discard() {
        close()
        text.setString("")
        redo.discard()
    }

    private func restoreText() {
        if redo.restore(text, in: buffer) { return agree() }
        buffer.setTextWithoutUndo(text.textBeforeHistory)
        for edit in text.undoHistory.steps { buffer.apply(edit.inBuffer) }
        agree()
    }

    /// Both must have the same text, or the next edit would not fit.
    private func agree() {
        let kept = text.string
        let held = kept.holdable
        // A history that does not lead to the text must only cost the history.
        if !buffer.text.utf8.elementsEqual(held.utf8) { buffer.setTextWithoutUndo(held) }
        if kept.utf8.contains(0) { text.setString(held) }
    }

    /// Reads a selection that was stored separately, as it was before texts stored their own.
    private func takeOldSelection(_ storage: SceneStorage<String>) {
        let offsets = storage.wrappedValue.split(separator: ",").compactMap { Int($0) }
        if offsets.count == 2 {
            text.selection = TextSelection(cursor: offsets[0], anchor: offsets[1])
        }
        storage.reset()
    }

    private func restoreSelection() {
        let selection = text.selection ?? TextSelection(at: buffer.count)
        buffer.selection = (selection.cursor, selection.anchor)
    }

    private func keepSelection() {
        let (cursor, anchor) = buffer.selection
        text.selection = TextSelection(cursor: cursor, anchor: anchor)
    }
}
