import HawkNotesModel
import StateRestoration

/// A place is a level of a tab's path; kind and id are what is stored.
extension Place: NavigationRoute {
    /// The place's id.
    public var targetID: String { id }
}

extension Place {
    /// Reads a level as far as the series still has it; what was joined leads to what it is a part of. What a
    /// newer version made is kept.
    package init?(kind: String, id: String, in series: Series) {
        guard let place = Place(kind: kind, id: id).map(series.joined.current),
            !place.isMissing(in: series)
        else { return nil }
        self = place
    }

    /// The levels of a path as they are now: what was joined is one level. Of two that have become one the
    /// first is gone back to.
    package static func levels(_ places: [Place], after joined: JoinedIDs) -> [Place] {
        guard !joined.isEmpty else { return places }
        return places.map(joined.current).reduce(into: []) { levels, place in
            if let level = levels.firstIndex(of: place) {
                levels.removeSubrange((level + 1)...)
            } else {
                levels.append(place)
            }
        }
    }

    /// Whether it is about a book or a character that the series does not have, or the page of a book
    /// without one.
    package func isMissing(in series: Series) -> Bool {
        switch self {
        case .book(let id): series.book(id) == nil
        case .webPage(let id): series.book(id)?.amazonURL == nil
        case .character(let id): series.character(id) == nil
        case .shelf, .series, .note, .favorites, .search, .newer: false
        }
    }
}
