import Foundation
import HawkNotesModel

/// The places of a window's tabs: the books of its series, then the favorites.
extension Place {
    /// All tabs in order.
    package static func tabs(in series: Series) -> [Place] {
        series.books.map { .book($0.id) } + [.favorites(in: series)]
    }

    /// The favorites of a series; those of the sample series keep their original name.
    package static func favorites(in series: Series) -> Place {
        .favorites(of: series.origin == .bundled ? nil : series.id)
    }

    /// The name of a tab in stored state and on the session bus: the id of a book, or `favorites`
    /// for those of the window's series.
    package var tabIdentifier: String {
        if case .favorites = self { Place.favorites.id } else { id }
    }

    /// The tab with this name, if the series has it; for a joined book, the tab of the book that it
    /// belongs to.
    package init?(tabIdentifier: String, in series: Series) {
        let book = UUID(uuidString: tabIdentifier).map { series.joined.current($0).canonicalString }
        let name = book ?? tabIdentifier
        guard let tab = Place.tabs(in: series).first(where: { $0.tabIdentifier == name })
        else { return nil }
        self = tab
    }
}

extension Series {
    /// The stored name of a window's series; empty for the sample series.
    package var storedIdentifier: String { origin == .bundled ? "" : id.canonicalString }

    /// The tab of a character: its book's, or the favorites, which list all characters.
    package func tab(ofCharacter id: UUID) -> Place? {
        guard let character = character(id) else { return nil }
        return character.bookID.flatMap(book).map { .book($0.id) } ?? .favorites(in: self)
    }

    /// The tab of a book or a character of this series that replaces a page on a tab of another
    /// series: favorites lead to favorites.
    package func tab(of place: Place, from former: Place) -> Place? {
        switch place {
        case .book(let id), .webPage(let id): .book(id)
        case .character(let id):
            if case .favorites = former { .favorites(in: self) } else { tab(ofCharacter: id) }
        case .shelf, .series, .note, .favorites, .search, .newer: nil
        }
    }
}
