import GTKBridge
import HawkNotesPresentation

/// Marking a note, so that something can be done with several at once.
extension NoteCard {
    func addMarking() {
        root.onPress(button: 1, phase: .capture) { [weak self] press in
            guard let self, press.modifiers == .control else { return false }
            if opensMention(press) { return true }
            // Where a drag may begin, it is the release that says what was meant.
            guard isChangeable, !date.contains(press.x, press.y, of: root) else { return false }
            toggleMark()
            return true
        }
        date.onClick { [weak self] press in
            guard let self, press.modifiers == .control, isChangeable else { return false }
            toggleMark()
            return true
        }
    }

    private func toggleMark() {
        actions.toggleMark(note.id)
        root.grabFocus()
    }

    /// - Returns: whether the key has to do with marks.
    func handleMarking(_ key: Key, _ modifiers: Modifiers) -> Bool {
        guard isChangeable else { return false }
        if Command.markNote.hasKey(key, modifiers) {
            actions.toggleMark(note.id)
            return true
        }
        switch (key, modifiers) {
        case (Key("Up"), .shift), (Key("KP_Up"), .shift): actions.extendMarks(note.id, -1)
        case (Key("Down"), .shift), (Key("KP_Down"), .shift): actions.extendMarks(note.id, 1)
        case (Key("Escape"), []): return actions.clearMarks()
        default: return false
        }
        return true
    }
}
