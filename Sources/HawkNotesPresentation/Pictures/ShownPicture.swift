import Foundation
import HawkNotesModel

/// The picture of a book or a character: the user's own one, otherwise the one that came with the
/// series, otherwise one generated from the name.
package struct ShownPicture: Hashable {
    package enum Kind: Hashable { case cover, avatar }

    package let kind: Kind
    /// The id of the book or character, from which a generated picture is derived.
    package let id: UUID
    /// The title or name.
    package var name: String
    /// The user's own picture.
    package var storedID: UUID?
    /// The picture that came with the series.
    package var file: String?

    package init(
        _ kind: Kind,
        of id: UUID,
        name: String,
        storedID: UUID? = nil,
        file: String? = nil
    ) {
        self.kind = kind
        self.id = id
        self.name = name
        self.storedID = storedID
        self.file = file
    }

    package init(_ book: Book) {
        self.init(
            .cover,
            of: book.id,
            name: book.title,
            storedID: book.coverID,
            file: book.coverFile
        )
    }

    package init(_ character: HawkNotesModel.Character) {
        self.init(
            .avatar,
            of: character.id,
            // The initials of a placeholder would be taken for those of a name.
            name: character.name == VeilText.name ? "?" : character.name,
            storedID: character.avatarID,
            file: character.avatarFile
        )
    }

    /// Whether there is more than a generated picture.
    package var isPicture: Bool { storedID != nil || file != nil }
}
