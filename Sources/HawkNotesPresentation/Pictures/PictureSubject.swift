import Foundation
import HawkNotesModel
import Phrases

/// The subject of a picture.
package enum PictureSubject: Hashable {
    case cover(ofBook: UUID)
    case avatar(ofCharacter: UUID)

    /// Reads a stored value; nil for one that this version does not know.
    package init?(stored: String) {
        let parts = stored.split(separator: "/")
        guard parts.count == 2, let id = UUID(uuidString: String(parts[1])) else { return nil }
        switch parts[0] {
        case "book": self = .cover(ofBook: id)
        case "character": self = .avatar(ofCharacter: id)
        default: return nil
        }
    }

    /// The stored value, which never changes.
    package var stored: String {
        switch self {
        case .cover(let id): "book/" + id.canonicalString
        case .avatar(let id): "character/" + id.canonicalString
        }
    }

    /// The page of the picture.
    package var place: Place {
        switch self {
        case .cover(let id): .book(id)
        case .avatar(let id): .character(id)
        }
    }

    /// The picture and its title; nil when no series contains it, or when there is only a generated
    /// picture.
    @MainActor
    package func find(in series: LoadedSeries) -> (name: String, shown: ShownPicture)? {
        switch self {
        case .cover(let id):
            guard let book = series.book(id) else { return nil }
            let shown = ShownPicture(book)
            return shown.isPicture ? (localized("Cover of %1", book.title), shown) : nil
        case .avatar(let id):
            guard let character = series.character(id) else { return nil }
            let shown = ShownPicture(character)
            return shown.isPicture ? (localized("Picture of %1", character.name), shown) : nil
        }
    }
}
