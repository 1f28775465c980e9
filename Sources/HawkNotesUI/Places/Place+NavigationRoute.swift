import HawkNotesModel
import StateRestoration

/// A place is a level of a tab's path; kind and id are what is stored.
extension Place: NavigationRoute {
    /// The place's id.
    public var targetID: String { id }
}

extension Place {
    /// Reads a level as far as the series still has it. What a newer version made is kept.
    init?(kind: String, id: String, in series: Series) {
        guard let place = Place(kind: kind, id: id) else { return nil }
        switch place {
        case .book(let id), .webPage(let id):
            guard series.book(id) != nil else { return nil }
        case .character(let id):
            guard series.character(id) != nil else { return nil }
        case .shelf, .series, .note, .favorites, .search, .newer:
            break
        }
        self = place
    }
}
