import GTKBridge
import StateRestoration

/// Keeps how much of a text was undone last, so that after a restart it can be done again.
///
/// That something was undone stands in the text's history as an edit like any other, and so does what it
/// took back: all that is kept beside it is how many of the edits were that. The field's own history has
/// them as steps to undo; what can be done again is offered here, until something else is typed.
@MainActor
final class RedoBinding {
    private let buffer: TextBuffer
    private let undoneCount: SceneStorage<Int>
    /// What can be done again of what was undone before the restart, the next one first.
    private var restored: [TextEdit]
    private var step: TextBuffer.HistoryStep?
    private var isRedoing = false
    private var connections: [SignalConnection] = []

    /// - Parameter history: the edits that led to the text.
    init(_ view: TextView, key: TextKey, history: [TextEdit], in scope: RestorationScope) {
        buffer = view.buffer
        undoneCount = SceneStorage(key.undoneCount, in: scope)
        restored = Self.undone(undoneCount.wrappedValue, at: history)
        connections = buffer.onHistoryStep { [weak self] in self?.step = $0 }
        // The field knows of nothing to redo, and says so to its own keys.
        view.onKey(phase: .capture) { [weak self] key, modifiers in
            let isRedo =
                modifiers == .control && key == Key("y")
                || modifiers == [.control, .shift] && (key == Key("Z") || key == Key("z"))
            return isRedo && self?.redo() == true
        }
    }

    /// Stops following the buffer.
    func close() {
        for connection in connections { connection.disconnect() }
        connections = []
        restored = []
    }

    /// Forgets what can be done again.
    func discard() {
        restored = []
        undoneCount.reset()
    }

    /// Does the next step again that was undone before the restart; says whether there was one.
    func redo() -> Bool {
        guard let edit = restored.first, !buffer.canRedo else { return false }
        isRedoing = true
        buffer.apply(
            TextBuffer.Edit(offset: edit.offset, removed: edit.removed, inserted: edit.inserted)
        )
        isRedoing = false
        restored.removeFirst()
        return true
    }

    /// Counts an edit of the buffer.
    func count() {
        if isRedoing || step == .redoing {
            undoneCount.wrappedValue = max(0, undoneCount.wrappedValue - 1)
        } else if step == .undoing {
            if !restored.isEmpty { discard() }
            undoneCount.wrappedValue += 1
        } else if undoneCount.wrappedValue != 0 {
            discard()
        }
    }

    /// The edits that can be made again, the next one first, when so many at the end of a history took
    /// others back; what was redone after them goes with what it undid. None when the history says
    /// otherwise: it may have joined some, or begin later.
    nonisolated static func undone(_ count: Int, at history: [TextEdit]) -> [TextEdit] {
        guard count > 0, count <= history.count / 2 else { return [] }
        for end in (2 * count)...history.count {
            let undoing = history[(end - count)..<end]
            let undone = history[(end - 2 * count)..<(end - count)]
            let isMirrored = zip(undone.reversed(), undoing).allSatisfy { $0.takesBack($1) }
            if isMirrored, cancelsOut(history[end...]) { return Array(undone) }
        }
        return []
    }

    private nonisolated static func cancelsOut(_ edits: ArraySlice<TextEdit>) -> Bool {
        var left: [TextEdit] = []
        for edit in edits {
            if left.last?.takesBack(edit) == true { left.removeLast() } else { left.append(edit) }
        }
        return left.isEmpty
    }
}

extension TextEdit {
    /// Whether one of the two leaves the text as it was before the other.
    fileprivate func takesBack(_ other: TextEdit) -> Bool {
        offset == other.offset
            && removed.unicodeScalars.elementsEqual(other.inserted.unicodeScalars)
            && inserted.unicodeScalars.elementsEqual(other.removed.unicodeScalars)
    }
}
