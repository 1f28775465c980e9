import Foundation
import GTKBridge
import HawkNotesModel

/// The characters that a note mentions, as links in its text.
extension NoteCard {
    /// Opens links into the program in a new window, with Control or the middle button.
    func addMentionGestures() {
        root.onPress(button: 2, phase: .capture) { [weak self] press in
            self?.openInNewWindow(press) ?? false
        }
        // Before the press marks the note.
        root.onPress(button: 1, phase: .capture) { [weak self] press in
            guard press.modifiers == .control else { return false }
            return self?.openInNewWindow(press) ?? false
        }
    }

    /// The character that a link of the text leads to as a mention.
    func mentionedCharacter(_ link: String) -> UUID? {
        Mention.all(in: shownText).first { Place.character($0.characterID).link == link }?
            .characterID
    }

    private func openInNewWindow(_ press: Press) -> Bool {
        guard !isEditing, let link = link(at: (press.x, press.y)),
            let id = mentionedCharacter(link)
        else { return false }
        actions.openMention(id, true)
        return true
    }
}
