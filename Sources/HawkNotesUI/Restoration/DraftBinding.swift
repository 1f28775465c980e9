import GTKBridge
import StateRestoration

/// Keeps a text view's text, cursor and selection in a window's state, edit by edit.
///
/// What was typed before the program ended can be undone after it, step by step, and no further than
/// to what the draft began with.
@MainActor
final class DraftBinding {
    private let buffer: TextBuffer
    private var connections: [SignalConnection] = []
    private let text: RestorableText
    private let selection: SceneStorage<String>

    /// Brings back what is kept under the key and follows the buffer from now on.
    ///
    /// - Parameter initial: the text to begin with when nothing is kept.
    init(_ view: TextView, key: TextKey, in scope: RestorationScope, initial: String = "") {
        buffer = view.buffer
        text = RestorableText(key, in: scope)
        selection = SceneStorage(key.selection, in: scope)
        if text.isEmpty && !initial.isEmpty { text.setString(initial) }
        restoreText()
        restoreSelection()
        view.scrollToCursor()
        connections = buffer.onEdit { [weak self] edit in
            self?.text.replace(
                offset: edit.offset,
                removing: edit.removed,
                inserting: edit.inserted
            )
        }
        connections.append(buffer.onChanged { [weak self] in self?.keepSelection() })
        connections.append(buffer.onSelectionChanged { [weak self] in self?.keepSelection() })
    }

    /// Whether there is anything to keep.
    var isEmpty: Bool { text.isEmpty }

    /// Lets the keys go, so that another view can have them, and stops following the buffer.
    func close() {
        for connection in connections { connection.disconnect() }
        connections = []
    }

    /// Empties the field for good: neither undoing nor a next launch brings back what was in it.
    func empty() {
        buffer.setTextWithoutUndo("")
        text.setString("")
    }

    /// Forgets text and selection.
    func discard() {
        close()
        text.setString("")
        selection.reset()
    }

    private func restoreText() {
        buffer.setTextWithoutUndo(text.textBeforeHistory)
        for edit in text.undoHistory {
            buffer.apply(
                TextBuffer.Edit(
                    offset: edit.offset,
                    removed: edit.removed,
                    inserted: edit.inserted
                )
            )
        }
        let kept = text.string
        let held = TextBuffer.holdable(kept)
        // A history that does not lead to the text must not cost more than the history.
        if !buffer.text.utf8.elementsEqual(held.utf8) { buffer.setTextWithoutUndo(held) }
        // Both must agree, or the next edit would not fit.
        if kept.utf8.contains(0) { text.setString(held) }
    }

    private func restoreSelection() {
        let offsets = selection.wrappedValue.split(separator: ",").compactMap { Int($0) }
        guard offsets.count == 2 else {
            buffer.selection = (buffer.count, buffer.count)
            return
        }
        buffer.selection = (offsets[0], offsets[1])
    }

    private func keepSelection() {
        let (cursor, anchor) = buffer.selection
        selection.wrappedValue = "\(cursor),\(anchor)"
    }
}
