import GTKBridge
import HawkNotesPresentation
import StateRestoration

/// Stores how many edits of a text were undone last, so that they can be redone after a restart.
///
/// The text's history contains an undo as an edit like any other, and also the undone edit: only
/// the number of such edits is stored in addition. When the text is restored, these edits are made
/// and undone in the field itself, which then offers to redo them in its menu and by its keys as
/// before.
@MainActor
final class RedoBinding {
    private let undoneCount: SceneStorage<Int>
    /// Whether the field reports its undo steps; a single-line entry does not.
    private let tellsSteps: Bool
    private var step: TextBuffer.HistoryStep?
    private var connections: [SignalConnection] = []

    init(_ buffer: any EditableText, key: TextKey, in scope: RestorationScope) {
        undoneCount = SceneStorage(key.undoneCount, in: scope)
        let buffer = buffer as? TextBuffer
        tellsSteps = buffer != nil
        connections = buffer?.onHistoryStep { [weak self] in self?.step = $0 } ?? []
    }

    /// Stops following the buffer.
    func close() {
        for connection in connections { connection.disconnect() }
        connections = []
    }

    /// Forgets the edits that can be redone.
    func discard() { undoneCount.reset() }

    /// Restores a text with its undo and redo steps.
    ///
    /// - Returns: false when the history does not allow it; then the text is arbitrary.
    func restore(_ text: RestorableText, in buffer: any EditableText) -> Bool {
        let history = text.undoHistory
        guard undoneCount.wrappedValue != 0 else { return false }
        guard let undone = Self.undone(undoneCount.wrappedValue, at: history) else {
            discard()
            return false
        }
        buffer.setTextWithoutUndo(text.textBeforeHistory)
        let steps = undone.steps
        for edit in history[..<undone.startIndex].steps + steps { buffer.apply(edit.inBuffer) }
        for edit in steps.reversed() { buffer.takeBack(edit.inBuffer) }
        let isRight = buffer.text.utf8.elementsEqual(text.string.holdable.utf8)
        if !isRight { discard() }
        return isRight
    }

    /// Counts an edit that is about to be added to the history of a text.
    func count(_ edit: TextBuffer.Edit, to text: RestorableText) {
        let change = tellsSteps ? step : likelyStep(TextEdit(edit), at: text.undoHistory)
        switch change {
        case .undoing: undoneCount.wrappedValue += 1
        case .redoing: undoneCount.wrappedValue = max(0, undoneCount.wrappedValue - 1)
        case nil: if undoneCount.wrappedValue != 0 { discard() }
        }
    }

    /// Guesses the step of a field that does not report it. A user who deletes exactly the last
    /// typed text can redo that as well: nothing is lost.
    private func likelyStep(
        _ edit: TextEdit,
        at history: [TextEdit]
    ) -> TextBuffer.HistoryStep? {
        let undone = Self.undone(undoneCount.wrappedValue, at: history)
        if let next = undone?.first, next.isSame(as: edit) { return .redoing }
        let last = undone.map { history[..<$0.startIndex].last } ?? history.last
        return last?.takesBack(edit) == true ? .undoing : nil
    }

    /// The edits that can be redone, next one first, when this many edits at the end of a history
    /// were undos; edits redone after them cancel out. Nil when the history does not match: it may
    /// have joined some edits, or begin later.
    nonisolated static func undone(_ count: Int, at history: [TextEdit]) -> ArraySlice<TextEdit>? {
        guard count > 0, count <= history.count / 2 else { return nil }
        for end in (2 * count)...history.count {
            let undoing = history[(end - count)..<end]
            let undone = history[(end - 2 * count)..<(end - count)]
            let isMirrored = zip(undone.reversed(), undoing).allSatisfy { $0.takesBack($1) }
            if isMirrored, cancelsOut(history[end...]) { return undone }
        }
        return nil
    }

    private nonisolated static func cancelsOut(_ edits: ArraySlice<TextEdit>) -> Bool {
        var left: [TextEdit] = []
        for edit in edits {
            if left.last?.takesBack(edit) == true { left.removeLast() } else { left.append(edit) }
        }
        return left.isEmpty
    }
}

extension Collection where Element == TextEdit {
    /// The edits as steps to undo: a removal and an insertion in its place are one.
    ///
    /// A replacement, such as that of a misspelled word, comes from the field as these two edits, and
    /// its Ctrl+Z must not stop between them. An edit that was undone stays a step of its own. The
    /// history does not tell a replacement from a word that was deleted and typed anew, whose two
    /// steps become one, too.
    var steps: [TextEdit] {
        var steps: [TextEdit] = []
        var inForce: [TextEdit] = []
        var isRemoval = false
        for edit in self {
            if isRemoval, edit.removed.isEmpty, let last = steps.last, last.offset == edit.offset {
                steps[steps.count - 1].inserted = edit.inserted
            } else {
                steps.append(edit)
            }
            let isUndo = inForce.last?.takesBack(edit) == true
            if isUndo { inForce.removeLast() } else { inForce.append(edit) }
            isRemoval = !isUndo && edit.inserted.isEmpty
        }
        return steps
    }
}

extension TextEdit {
    init(_ edit: TextBuffer.Edit) {
        self.init(offset: edit.offset, removed: edit.removed, inserted: edit.inserted)
    }

    /// The edit as a text field makes it.
    var inBuffer: TextBuffer.Edit {
        TextBuffer.Edit(offset: offset, removed: removed, inserted: inserted)
    }

    /// Whether one edit reverts the other.
    fileprivate func takesBack(_ other: TextEdit) -> Bool {
        isSame(
            as: TextEdit(offset: other.offset, removed: other.inserted, inserted: other.removed)
        )
    }

    /// Whether both edits are identical, compared by Unicode scalars.
    fileprivate func isSame(as other: TextEdit) -> Bool {
        offset == other.offset
            && removed.unicodeScalars.elementsEqual(other.removed.unicodeScalars)
            && inserted.unicodeScalars.elementsEqual(other.inserted.unicodeScalars)
    }
}
