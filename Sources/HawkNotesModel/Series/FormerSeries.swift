import Foundation
import GRDB

/// The series that books were in before they were moved, and what became a part of something else.
///
/// What a window keeps under the id of a series stays there when a book is moved: it is found by the series
/// that the book was in.
public struct FormerSeries: Hashable, Sendable {
    private var former: [UUID: [UUID]] = [:]
    /// Of the books of every series that a moved book is or was in.
    private var current: [UUID: UUID] = [:]
    private var bundled: Set<UUID> = []
    /// What became a part of something else.
    public private(set) var joined = JoinedIDs()

    /// No book was ever moved.
    public init() {}

    fileprivate init(
        former: [UUID: [UUID]] = [:],
        current: [UUID: UUID] = [:],
        bundled: Set<UUID> = [],
        joined: JoinedIDs
    ) {
        self.joined = joined
        self.former = former
        self.current = current
        self.bundled = bundled
    }

    /// Whether no book was ever moved, and nothing joined.
    public var isEmpty: Bool { former.isEmpty && joined.isEmpty }

    /// The series that a book was in, the one that it left last first, and those of its parts.
    public func series(ofBook id: UUID) -> [UUID] {
        let ids = [id] + joined.former(of: id).map(\.id)
        var seen = Set([current[id]].compactMap(\.self))
        return ids.flatMap { former[$0] ?? [] }.filter { seen.insert($0).inserted }
    }

    /// The series that a book is in which was moved or joined; nil for one that was not.
    public func currentSeries(ofMovedBook id: UUID) -> UUID? {
        let now = joined.current(id)
        return former[id] == nil && now == id ? nil : current[now]
    }

    /// The books of a series that a moved book is or was in; empty for any other.
    public func books(of seriesID: UUID) -> Set<UUID> {
        Set(current.filter { $0.value == seriesID }.keys)
    }

    /// The books that were in a series and are in another one now.
    public func books(thatLeft seriesID: UUID) -> Set<UUID> {
        Set(former.filter { $0.value.contains(seriesID) }.keys)
    }

    /// Whether a series ships with the program; known of those that a book has left.
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
                        WHERE id IN (SELECT bookID FROM formerSeries UNION SELECT id FROM idAlias))
                    """
            )
            return FormerSeries(
                former: former,
                current: Dictionary(
                    firstOf: try books.map {
                        (
                            try $0.decode(UUID.self, forColumn: "id"),
                            try $0.decode(UUID.self, forColumn: "seriesID")
                        )
                    }
                ),
                bundled: try UUID.fetchSet(
                    db,
                    sql: "SELECT id FROM series WHERE origin = 'bundled'"
                ),
                joined: joined
            )
        }
    }
}

extension Database {
    /// Keeps that a book was in a series until now.
    func noteFormerSeries(
        _ old: UUID,
        ofBook id: UUID,
        now new: UUID,
        at date: Date
    ) throws {
        // A move within the same millisecond is still the newer one.
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
