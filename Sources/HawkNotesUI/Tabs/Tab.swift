import Foundation
import HawkNotesModel

/// One of a window's tabs: a book, or the favourites.
enum Tab: Hashable, Sendable {
    case book(UUID)
    case favorites

    /// The name under which the tab is stored and known on the session bus.
    var identifier: String {
        switch self {
        case .book(let id): id.uuidString.lowercased()
        case .favorites: "favorites"
        }
    }

    /// The tab of the name, if the series has it.
    init?(identifier: String, in series: Series) {
        if identifier == "favorites" {
            self = .favorites
        } else if let id = UUID(uuidString: identifier), series.book(id) != nil {
            self = .book(id)
        } else {
            return nil
        }
    }

    /// The lowest level of the tab's path.
    var rootRoute: Route {
        switch self {
        case .book(let id): .book(id)
        case .favorites: .favorites
        }
    }

    /// All tabs in order: the books, then the favourites.
    static func all(in series: Series) -> [Tab] {
        series.books.map { .book($0.id) } + [.favorites]
    }
}
