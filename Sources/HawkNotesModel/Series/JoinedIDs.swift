import Foundation
import GRDB

/// The ids of books and characters that were joined with another, and of series, books and
/// characters of merged libraries that were found to be the same; each leads to the remaining one.
///
/// Links, mentions and window state refer to things by id, and are not rewritten.
public struct JoinedIDs: Hashable, Sendable {
    /// A book or a character that was joined with another one.
    public struct Former: Hashable, Sendable {
        /// Its former id.
        public let id: UUID
        /// A character's book; nil if unknown.
        public let bookID: UUID?
        /// Its series; nil if unknown.
        public let seriesID: UUID?
    }

    private var next: [UUID: UUID] = [:]
    /// By the remaining part; the most recently joined first.
    private var former: [UUID: [Former]] = [:]

    /// Creates a value without joins.
    public init() {}

    /// Whether nothing was ever joined.
    public var isEmpty: Bool { next.isEmpty }

    /// The id of the part that a book or character was joined with; its own if it never was.
    public func current(_ id: UUID) -> UUID {
        var (current, seen) = (id, Set([id]))
        while let other = next[current], seen.insert(other).inserted { current = other }
        return current
    }

    /// The place with joined parts replaced by the remaining ones.
    public func current(_ place: Place) -> Place {
        switch place {
        case .book(let id): .book(current(id))
        case .webPage(let id): .webPage(book: current(id))
        case .character(let id): .character(current(id))
        case .series(let id): .series(current(id))
        case .favorites(let id): .favorites(of: id.map(current))
        case .shelf, .note, .search, .newer: place
        }
    }

    /// The parts that were joined with a book or character, most recent first.
    public func former(of id: UUID) -> [Former] { former[id] ?? [] }

    /// All parts that were joined with another.
    public var all: [Former] { former.values.flatMap(\.self) }

    fileprivate init(_ rows: [(former: Former, id: UUID)]) {
        next = Dictionary(firstOf: rows.map { ($0.former.id, $0.id) })
        for row in rows { former[current(row.former.id), default: []].append(row.former) }
    }
}

extension Database {
    /// All joined parts. Parts that an import restored are independent again.
    func fetchJoinedIDs() throws -> JoinedIDs {
        let rows = try Row.fetchAll(
            cachedStatement(
                sql: """
                    SELECT alias, idAlias.id, character.bookID,
                        coalesce(character.seriesID, book.seriesID) AS seriesID
                    FROM idAlias LEFT JOIN character ON character.id = alias
                    LEFT JOIN book ON book.id = alias LEFT JOIN purgedItem ON purgedItem.id = alias
                    LEFT JOIN series ON series.id = alias
                    WHERE (character.id IS NULL OR character.deletedAt IS NOT NULL)
                    AND (book.id IS NULL OR book.deletedAt IS NOT NULL)
                    AND series.id IS NULL AND \(PairedKind.ofPlaces)
                    ORDER BY coalesce(character.deletedAt, book.deletedAt, purgedItem.purgedAt, 0)
                        DESC, alias
                    """
            )
        )
        let undone = try pagesUntilUndo().map { former, id in
            (JoinedIDs.Former(id: former, bookID: nil, seriesID: nil), id)
        }
        return JoinedIDs(
            try rows.map { row in
                let former = JoinedIDs.Former(
                    id: try row.decode(forColumn: "alias"),
                    bookID: try row.decode(forColumn: "bookID"),
                    seriesID: try row.decode(forColumn: "seriesID")
                )
                return (former, try row.decode(forColumn: "id"))
            } + undone
        )
    }

    /// The id of the part that one was joined with; its own if it never was.
    func currentID(_ id: UUID) throws -> UUID {
        let isJoined = try Bool.fetchOne(
            cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM idAlias WHERE alias = ?)"),
            arguments: [id]
        )
        if isJoined == true { return try fetchJoinedIDs().current(id) }
        for table in [SeriesTable.book, .character] {
            if let former = try idBeforeMerge(id, in: table.rawValue) { return former }
        }
        return id
    }

    /// The current subject of notes on a joined part.
    func currentSubject(_ subject: NoteSubject) throws -> NoteSubject {
        switch subject {
        case .book(let id): .book(try currentID(id))
        case .character(let id): .character(try currentID(id))
        }
    }
}
