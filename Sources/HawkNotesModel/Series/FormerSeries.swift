import Foundation
import GRDB

/// The series that books were in before they were moved, and the parts that were joined with
/// others.
///
/// Window state stored under the id of a series stays there when a book is moved: it is found by
/// the book's former series.
public struct FormerSeries: Hashable, Sendable {
    private var former: [UUID: [UUID]] = [:]
    /// The current series of every book of a series that a moved book is or was in.
    private var current: [UUID: UUID] = [:]
    private var bundled: Set<UUID> = []
    /// The series of every character that another one was joined with.
    private var ofRemainingCharacters: [UUID: UUID] = [:]
    /// The parts that were joined with others.
    public private(set) var joined = JoinedIDs()

    /// Creates a value without moved books.
    public init() {}

    fileprivate init(
        former: [UUID: [UUID]] = [:],
        current: [UUID: UUID] = [:],
        bundled: Set<UUID> = [],
        ofRemainingCharacters: [UUID: UUID] = [:],
        joined: JoinedIDs
    ) {
        self.joined = joined
        self.ofRemainingCharacters = ofRemainingCharacters
        self.former = former
        self.current = current
        self.bundled = bundled
    }

    /// Whether no book was ever moved and no parts were joined.
    public var isEmpty: Bool { former.isEmpty && joined.isEmpty }

    /// The former series of a book, most recent first, and those of the parts joined with it.
    public func series(ofBook id: UUID) -> [UUID] {
        let ids = [id] + joined.former(of: id).map(\.id)
        var seen = Set([current[id]].compactMap(\.self))
        return ids.flatMap { former[$0] ?? [] }.filter { seen.insert($0).inserted }
    }

    /// The current series of a moved or joined book; nil for any other.
    public func currentSeries(ofMovedBook id: UUID) -> UUID? {
        let now = joined.current(id)
        return former[id] == nil && now == id ? nil : current[now]
    }

    /// The series of the character that one was joined with; nil if it never was.
    public func currentSeries(ofJoinedCharacter id: UUID) -> UUID? {
        let now = joined.current(id)
        return now == id ? nil : ofRemainingCharacters[now]
    }

    /// The books of a series that a moved book is or was in, or a joined character was in; empty
    /// for any other series.
    public func books(of seriesID: UUID) -> Set<UUID> {
        Set(current.filter { $0.value == seriesID }.keys)
    }

    /// The books that were in a series and are now in another.
    public func books(thatLeft seriesID: UUID) -> Set<UUID> {
        Set(former.filter { $0.value.contains(seriesID) }.keys)
    }

    /// Whether a series ships with the program; known only for series that a book has left.
    public func isBundled(_ seriesID: UUID) -> Bool { bundled.contains(seriesID) }
}

extension Library {
    /// The series that books were in before they were moved.
    public func formerSeries() throws -> FormerSeries {
        try readAtOnce("read where books were") { db in
            let rows = try Row.fetchAll(
                db,
                sql: "SELECT bookID, seriesID FROM formerSeries ORDER BY leftAt DESC"
            )
            let joined = try db.fetchJoinedIDs()
            guard !rows.isEmpty || !joined.isEmpty else { return FormerSeries() }
            var former: [UUID: [UUID]] = [:]
            for row in rows {
                let book: UUID = try row.decode(forColumn: "bookID")
                former[book, default: []].append(try row.decode(forColumn: "seriesID"))
            }
            let books = try Row.fetchAll(
                db,
                sql: """
                    SELECT id, seriesID FROM book WHERE seriesID IN (
                        SELECT seriesID FROM formerSeries UNION SELECT seriesID FROM book
                        WHERE id IN (SELECT bookID FROM formerSeries UNION SELECT id FROM idAlias)
                        UNION SELECT seriesID FROM character WHERE id IN (SELECT alias FROM idAlias))
                    """
            )
            let remaining = try Row.fetchAll(
                db,
                sql: "SELECT id, seriesID FROM character WHERE id IN (SELECT id FROM idAlias)"
            )
            return FormerSeries(
                former: former,
                current: try seriesByID(books),
                bundled: try UUID.fetchSet(
                    db,
                    sql: "SELECT id FROM series WHERE origin = 'bundled'"
                ),
                ofRemainingCharacters: try seriesByID(remaining),
                joined: joined
            )
        }
    }

    private func seriesByID(_ rows: [Row]) throws -> [UUID: UUID] {
        Dictionary(
            firstOf: try rows.map {
                (
                    try $0.decode(UUID.self, forColumn: "id"),
                    try $0.decode(UUID.self, forColumn: "seriesID")
                )
            }
        )
    }
}

extension Database {
    /// Records that a book was in a series until now.
    func noteFormerSeries(
        _ old: UUID,
        ofBook id: UUID,
        now new: UUID,
        at date: Date
    ) throws {
        // A move within the same millisecond still counts as newer.
        try execute(
            sql: """
                INSERT OR REPLACE INTO formerSeries (bookID, seriesID, leftAt) VALUES (?1, ?2,
                    max(?3, 1 + ifnull((SELECT max(leftAt) FROM formerSeries WHERE bookID = ?1), 0)))
                """,
            arguments: [id, old, date.milliseconds]
        )
        try execute(
            sql: "DELETE FROM formerSeries WHERE bookID = ? AND seriesID = ?",
            arguments: [id, new]
        )
    }

    /// Whether a book was in a series before.
    func wasBook(_ id: UUID, in seriesID: UUID) throws -> Bool {
        try Bool.fetchOne(
            self,
            sql: """
                SELECT EXISTS (SELECT 1 FROM formerSeries WHERE bookID = ? AND seriesID = ?)
                """,
            arguments: [id, seriesID]
        ) ?? false
    }
}
