import Foundation
import HawkNotesModel

/// What is shown as the picture of a book or a character: the reader's own one, else the one that came
/// with the series, else one that is made of the name.
package struct ShownPicture: Hashable {
    package enum Kind: Hashable { case cover, avatar }

    package let kind: Kind
    /// Of the book or character: what is made of the name looks the same for ever.
    package let id: UUID
    /// The title or name.
    package var name: String
    /// The reader's own picture.
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
            // The first letters of what stands for a name would be taken for those of one.
            name: character.name == VeilText.name ? "?" : character.name,
            storedID: character.avatarID,
            file: character.avatarFile
        )
    }

    /// Whether there is more to it than its name.
    package var isPicture: Bool { storedID != nil || file != nil }
}
