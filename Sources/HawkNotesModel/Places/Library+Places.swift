import Foundation
import GRDB

/// The location of a place.
public struct PlaceLocation: Hashable, Sendable {
    /// The place; for a note, its subject.
    public var place: Place
    /// The series that it belongs to.
    public var seriesID: UUID
}

extension Library {
    /// Finds the series that a place belongs to.
    ///
    /// Joined parts are replaced by the remaining ones.
    ///
    /// - Returns: nil if the place does not (or no longer) exist, or belongs to no series.
    public func locate(_ place: Place) throws -> PlaceLocation? {
        try read("look up a place") { db in
            if let found = try db.locate(place) { return found }
            if case .note(let id) = place {
                let current = try db.fetchCurrentNote(id)?.id
                return try current.flatMap { $0 == id ? nil : try db.locate(.note($0)) }
            }
            let current = try db.fetchJoinedIDs().current(place)
            return current == place ? nil : try db.locate(current)
        }
    }

    /// The places that do not (or no longer) exist.
    public func missing(among places: Set<Place>) throws -> Set<Place> {
        try readAtOnce("look up places") { db in
            try places.filter { try db.locate($0) == nil }
        }
    }
}

extension Database {
    fileprivate func locate(_ place: Place) throws -> PlaceLocation? {
        let series: UUID?
        switch place {
        case .series(let id), .favorites(let id?):
            series = try UUID.fetchOne(
                cachedStatement(sql: "SELECT id FROM \(SeriesRecord.shownRows) AND id = ?"),
                arguments: [id]
            )
        case .book(let id), .webPage(let id): series = try fetchSeriesID(ofBook: id)
        case .character(let id): series = try fetchSeriesID(ofCharacter: id)
        case .note(let id):
            switch try fetchNote(id)?.subject {
            case .book(let id): return try locate(.book(id))
            case .character(let id): return try locate(.character(id))
            case nil: return nil
            }
        case .shelf, .favorites(nil), .search, .newer:
            return nil
        }
        return series.map { PlaceLocation(place: place, seriesID: $0) }
    }
}
