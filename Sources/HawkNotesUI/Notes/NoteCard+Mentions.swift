import Foundation
import GTKBridge
import HawkNotesModel

/// The characters that a note mentions, as links in its text.
extension NoteCard {
    /// Opens a character in a new window with the middle button.
    func addMentionGestures() {
        root.onPress(button: 2, phase: .capture) { [weak self] press in
            self?.opensMention(press) ?? false
        }
    }

    /// The character that a link of the text leads to as a mention.
    func mentionedCharacter(_ link: String) -> UUID? {
        Mention.all(in: shownText).first { Place.character($0.characterID).link == link }?
            .characterID
    }

    /// Opens the character in a new window whose name was pressed.
    ///
    /// - Returns: whether it was one.
    func opensMention(_ press: Press) -> Bool {
        guard !isEditing, let link = link(at: (press.x, press.y)),
            let id = mentionedCharacter(link)
        else { return false }
        actions.openMention(id, true)
        return true
    }
}
