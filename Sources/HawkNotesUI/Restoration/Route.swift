import Foundation
import HawkNotesModel
import StateRestoration

/// One level of a tab's navigation path.
enum Route: Hashable, Sendable, NavigationRoute {
    case book(UUID)
    case favorites
    case character(UUID)

    var kind: String {
        switch self {
        case .book: "b"
        case .favorites: "f"
        case .character: "c"
        }
    }

    var targetID: String {
        switch self {
        case .book(let id), .character(let id): id.uuidString.lowercased()
        case .favorites: "favorites"
        }
    }

    /// Reads a level as far as the series still has it.
    init?(kind: String, id: String, in series: Series) {
        switch kind {
        case "b":
            guard let id = UUID(uuidString: id), series.book(id) != nil else { return nil }
            self = .book(id)
        case "c":
            guard let id = UUID(uuidString: id), series.character(id) != nil else { return nil }
            self = .character(id)
        case "f":
            self = .favorites
        default:
            return nil
        }
    }
}
