import Foundation
import HawkNotesModel

/// The places that are a window's tabs: the books of its series, then the favourites.
extension Place {
    /// All tabs in order.
    package static func tabs(in series: Series) -> [Place] {
        series.books.map { .book($0.id) } + [.favorites(in: series)]
    }

    /// The favourites of a series; those of the bundled one are so called as ever.
    package static func favorites(in series: Series) -> Place {
        .favorites(of: series.origin == .bundled ? nil : series.id)
    }

    /// The name by which a tab is stored and known on the session bus: the id of a book, or
    /// `favorites` for those of the window's series.
    package var tabIdentifier: String {
        if case .favorites = self { Place.favorites.id } else { id }
    }

    /// The tab of the name, if the series has it; that of a joined book is the one that it is a part of.
    package init?(tabIdentifier: String, in series: Series) {
        let book = UUID(uuidString: tabIdentifier).map { series.joined.current($0).canonicalString }
        let name = book ?? tabIdentifier
        guard let tab = Place.tabs(in: series).first(where: { $0.tabIdentifier == name })
        else { return nil }
        self = tab
    }
}

extension Series {
    /// The name under which windows keep which series they show; nothing for the bundled one.
    package var storedIdentifier: String { origin == .bundled ? "" : id.canonicalString }

    /// The tab on which a character is found: its book's, or the favourites, where all characters are.
    package func tab(ofCharacter id: UUID) -> Place? {
        guard let character = character(id) else { return nil }
        return character.bookID.flatMap(book).map { .book($0.id) } ?? .favorites(in: self)
    }
}
