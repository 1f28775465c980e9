import Foundation
import GTKBridge
import HawkNotesModel
import Phrases

/// What a row shows of a character.
struct CharacterItem: Identifiable, Equatable {
    var character: Character
    var isFavorite: Bool
    /// A dimmed line such as the book's title; nil shows the character's own line.
    var detail: String?
    /// Whether the reader has yet to come to the character.
    var isVeiled = false

    var id: Character.ID { character.id }
}

/// Makes the rows of lists of characters.
@MainActor
struct CharacterRowFactory {
    let images: ImageStore

    /// A row with avatar, name, one line, and a heart.
    ///
    /// - Parameters:
    ///   - marks: what keeps the mark beside the name up to date, and what is said of the row.
    ///   - toggle: called when the heart is pressed.
    func makeRow(
        _ item: CharacterItem,
        marks: CharacterMarks,
        toggle: @escaping @MainActor () -> Void
    ) -> RowItem {
        let character = item.character
        let mark = NoteMarkView()
        // In the line of the name: a number that comes moves nothing below it.
        let name = Box(.horizontal, spacing: 12)
            .append(
                // What stands for a name can be read whole, in large letters too.
                Label(character.name, item.isVeiled ? "dim-label" : "heading").wrapping()
                    .ellipsizing().lines(item.isVeiled ? 4 : 2).hexpand(),
                mark.inLine()
            )
        let texts = Box(.vertical, spacing: 2).append(name).hexpand().valign(.center)
        if let summary = character.summary {
            texts.append(
                Label(summary, "dim-label", "row-summary").wrapping().ellipsizing().lines(2)
            )
        }
        if let detail = item.detail {
            texts.append(Label(detail, "caption", "dim-label").ellipsizing())
        }
        let line = Box(.horizontal, spacing: 12)
            .append(
                AvatarView.make(character, size: 48, images: images),
                texts,
                heart(item).onClicked(toggle)
            )
        let row = RowItem(line, name: character.name).classes("character-row")
        if let book = character.bookID { row.classes(AccentSheet.styleClass(for: book)) }
        marks.follow(
            character,
            in: row,
            view: mark,
            text: item.isFavorite
                ? localized("%1 Favorite.", character.summary ?? "") : character.summary ?? ""
        )
        return row
    }

    /// Filled for a favourite; for others an outline, seen when somebody turns to the row.
    private func heart(_ item: CharacterItem) -> Button {
        let name = item.character.name
        return Button(
            icon: item.isFavorite
                ? "hawknotes-heart-filled-symbolic" : "hawknotes-heart-outline-symbolic",
            name: item.isFavorite
                ? localized("Remove %1 from favorites", name)
                : localized("Add %1 to favorites", name),
            "flat",
            "small",
            "row-heart",
            item.isFavorite ? "heart" : "no-heart"
        ).valign(.center)
    }
}
