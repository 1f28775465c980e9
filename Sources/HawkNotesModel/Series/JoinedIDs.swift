import Foundation
import GRDB

/// The ids of books and characters that became one with another: each leads to the one that stayed.
///
/// Links, mentions and what windows keep name things by their ids, and are not written again.
public struct JoinedIDs: Hashable, Sendable {
    /// A book or a character that is now a part of another one.
    public struct Former: Hashable, Sendable {
        /// The id that it had.
        public let id: UUID
        /// The book that a character was in; nil where that is not known.
        public let bookID: UUID?
        /// The series that it was in; nil where that is not known.
        public let seriesID: UUID?
    }

    private var next: [UUID: UUID] = [:]
    /// By what stayed, the one that was joined last first.
    private var former: [UUID: [Former]] = [:]

    /// Nothing was ever joined.
    public init() {}

    /// Whether nothing was ever joined.
    public var isEmpty: Bool { next.isEmpty }

    /// The id of what a book or character is a part of now; its own if it was never joined.
    public func current(_ id: UUID) -> UUID {
        var (current, seen) = (id, Set([id]))
        while let other = next[current], seen.insert(other).inserted { current = other }
        return current
    }

    /// A place that leads to what was joined, as one that leads to what stayed.
    public func current(_ place: Place) -> Place {
        switch place {
        case .book(let id): .book(current(id))
        case .webPage(let id): .webPage(book: current(id))
        case .character(let id): .character(current(id))
        case .shelf, .series, .note, .favorites, .search, .newer: place
        }
    }

    /// What became a part of a book or a character, the one that was joined last first.
    public func former(of id: UUID) -> [Former] { former[id] ?? [] }

    /// All that became a part of something else.
    public var all: [Former] { former.values.flatMap(\.self) }

    fileprivate init(_ rows: [(former: Former, id: UUID)]) {
        next = Dictionary(firstOf: rows.map { ($0.former.id, $0.id) })
        for row in rows { former[current(row.former.id), default: []].append(row.former) }
    }
}

extension Database {
    /// What became one with something else. What came back by an import counts for itself again.
    func fetchJoinedIDs() throws -> JoinedIDs {
        let rows = try Row.fetchAll(
            cachedStatement(
                sql: """
                    SELECT alias, idAlias.id, character.bookID,
                        coalesce(character.seriesID, book.seriesID) AS seriesID
                    FROM idAlias LEFT JOIN character ON character.id = alias
                    LEFT JOIN book ON book.id = alias LEFT JOIN purgedItem ON purgedItem.id = alias
                    WHERE (character.id IS NULL OR character.deletedAt IS NOT NULL)
                    AND (book.id IS NULL OR book.deletedAt IS NOT NULL)
                    ORDER BY coalesce(character.deletedAt, book.deletedAt, purgedItem.purgedAt, 0)
                        DESC, alias
                    """
            )
        )
        return JoinedIDs(
            try rows.map { row in
                let former = JoinedIDs.Former(
                    id: try row.decode(forColumn: "alias"),
                    bookID: try row.decode(forColumn: "bookID"),
                    seriesID: try row.decode(forColumn: "seriesID")
                )
                return (former, try row.decode(forColumn: "id"))
            }
        )
    }

    /// The id of what something is a part of now; its own if it was never joined.
    func currentID(_ id: UUID) throws -> UUID {
        let isJoined = try Bool.fetchOne(
            cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM idAlias WHERE alias = ?)"),
            arguments: [id]
        )
        return isJoined == true ? try fetchJoinedIDs().current(id) : id
    }

    /// What notes that are about something joined are about now.
    func currentSubject(_ subject: NoteSubject) throws -> NoteSubject {
        switch subject {
        case .book(let id): .book(try currentID(id))
        case .character(let id): .character(try currentID(id))
        }
    }
}
