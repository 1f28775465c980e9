import Foundation
import HawkNotesModel
import Phrases

/// What there is a picture of.
package enum PictureSubject: Hashable {
    case cover(ofBook: UUID)
    case avatar(ofCharacter: UUID)

    /// Reads what was stored; nil for what this version does not know.
    package init?(stored: String) {
        let parts = stored.split(separator: "/")
        guard parts.count == 2, let id = UUID(uuidString: String(parts[1])) else { return nil }
        switch parts[0] {
        case "book": self = .cover(ofBook: id)
        case "character": self = .avatar(ofCharacter: id)
        default: return nil
        }
    }

    /// As it is kept; it is on people's disks, and never changes.
    package var stored: String {
        switch self {
        case .cover(let id): "book/" + id.canonicalString
        case .avatar(let id): "character/" + id.canonicalString
        }
    }

    /// Where the picture is found.
    package var place: Place {
        switch self {
        case .cover(let id): .book(id)
        case .avatar(let id): .character(id)
        }
    }

    /// What the picture is called, and what it is; nil when it is in none of the series, or when there is
    /// only what is made of the name.
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
