import HawkNotesModel
import StateRestoration

/// A place is a level of a tab's path; its kind and id are stored.
extension Place: NavigationRoute {
    /// The place's id.
    public var targetID: String { id }
}

extension Place {
    /// Reads a level if the series contains it; a joined part leads to the one that it belongs to.
    /// A level of a newer version is kept.
    package init?(kind: String, id: String, in series: Series) {
        guard let place = Place(kind: kind, id: id).map(series.joined.current),
            !place.isMissing(in: series)
        else { return nil }
        self = place
    }

    /// The current levels of a path: joined parts are one level. Of two levels that have become
    /// one, the first remains.
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

    /// Whether its book or character is not in the series, or is the web page of a book without
    /// one.
    package func isMissing(in series: Series) -> Bool {
        switch self {
        case .book(let id): series.book(id) == nil
        case .webPage(let id): series.book(id)?.amazonURL == nil
        case .character(let id): series.character(id) == nil
        case .shelf, .series, .note, .favorites, .search, .newer: false
        }
    }
}
