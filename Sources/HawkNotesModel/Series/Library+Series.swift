import Foundation
import GRDB

/// A series without what is in it, for the shelf.
public struct SeriesSummary: Identifiable, Hashable, Sendable {
    /// The id of the series.
    public let id: UUID
    /// Where it comes from.
    public let origin: Origin
    /// The name of the series; empty for that of a lone book.
    public let title: String
    /// Whose series it is.
    public let author: String?
    /// How many books there are in it.
    public let bookCount: Int
}

/// The series as they were read last, until one of them changes.
struct SeriesCache: Sendable {
    private var series: [UUID: Series] = [:]
    private var firstID: UUID?
    private(set) var generation = 0

    /// The one with an id, or the first; nil when it has not been read.
    func series(_ id: UUID?) -> Series? {
        (id ?? firstID).flatMap { series[$0] }
    }

    mutating func keep(_ series: Series, isFirst: Bool, readIn generation: Int) {
        guard generation == self.generation else { return }
        self.series[series.id] = series
        if isFirst { firstID = series.id }
    }

    mutating func forget() {
        series = [:]
        firstID = nil
        generation += 1
    }
}

extension Library {
    /// The bundled series with its books and characters; where there is none, the first of the others.
    ///
    /// - Throws: `.noSeries` as long as there is none.
    public func series() throws -> Series {
        guard let series = try cachedSeries(nil) else {
            throw LibraryError(.noSeries, "The library holds no book series yet.")
        }
        return series
    }

    /// The same; where there is none at all, one without a title and without books.
    public func firstSeries() throws -> Series { try cachedSeries(nil) ?? .none }

    /// A series with its books and characters; nil if there is none with that id (any more).
    public func series(_ id: UUID) throws -> Series? {
        try cachedSeries(id)
    }

    /// All series, in the order in which they came into the library.
    public func allSeries() throws -> [SeriesSummary] {
        try read("read the series") { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT *, (SELECT count(*) FROM book WHERE seriesID = series.id
                        AND deletedAt IS NULL AND withdrawnAt IS NULL) AS bookCount
                    FROM \(SeriesRecord.shownRows) ORDER BY rowid
                    """
            )
            return try rows.map { row in
                let record = try SeriesRecord(row: row)
                return SeriesSummary(
                    id: record.id,
                    origin: record.state.origin,
                    title: record.title,
                    author: record.author,
                    bookCount: try row.decode(forColumn: "bookCount")
                )
            }
        }
    }

    private func cachedSeries(_ id: UUID?) throws -> Series? {
        let cache = cachedSeries.withLock { $0 }
        if let series = cache.series(id) { return series }
        return try readAtOnce("read the series") { db in
            guard let series = try db.fetchSeries(id) else { return nil }
            cachedSeries.withLock { $0.keep(series, isFirst: id == nil, readIn: cache.generation) }
            return series
        }
    }
}

extension Database {
    /// - Parameter id: nil for the first.
    func fetchSeries(_ id: UUID?) throws -> Series? {
        let record =
            if let id {
                try SeriesRecord.fetchOne(
                    self,
                    sql: "SELECT * FROM \(SeriesRecord.shownRows) AND id = ?",
                    arguments: [id]
                )
            } else {
                try SeriesRecord.fetchOne(
                    self,
                    sql: """
                        SELECT * FROM \(SeriesRecord.shownRows)
                        ORDER BY origin <> 'bundled', rowid LIMIT 1
                        """
                )
            }
        guard let record else { return nil }
        let outer = try fetchOuterRelations(of: record.id)
        return Series(
            id: record.id,
            origin: record.state.origin,
            title: record.title,
            author: record.author,
            revision: record.revision,
            books: try fetchBooks(of: record.id),
            characters: try fetchCharacters(of: record.id),
            relations: try fetchRelations(of: record.id),
            chapters: try fetchChapters(of: record.id),
            neighbors: outer.neighbors,
            outerRelations: outer.relations,
            readUpTo: record.readUpTo,
            veil: record.readUpTo == nil ? Veil.none : try fetchVeil(of: record.id),
            joined: try fetchJoinedIDs()
        )
    }

    /// The series of a book that is shown; nil if it is not.
    func fetchSeriesID(ofBook id: UUID) throws -> UUID? {
        try UUID.fetchOne(
            cachedStatement(sql: "SELECT seriesID FROM \(BookRecord.shownRows) AND book.id = ?"),
            arguments: [id]
        )
    }

    /// The series of a character that is shown; nil if it is not.
    func fetchSeriesID(ofCharacter id: UUID) throws -> UUID? {
        try UUID.fetchOne(
            cachedStatement(
                sql: """
                    SELECT character.seriesID FROM \(CharacterRecord.shownRows)
                    AND character.id = ?
                    """
            ),
            arguments: [id]
        )
    }

    /// The chapters of a book that are shown, in their order.
    func fetchChapters(ofBook id: UUID) throws -> [Chapter] {
        try fetchOrdered(ChapterRecord.shownRows, "chapter.bookID", id).map(\ChapterRecord.chapter)
    }

    /// The characters of a series that are shown.
    func fetchCharacters(of seriesID: UUID) throws -> [Character] {
        try fetchOrdered(CharacterRecord.shownRows, "character.seriesID", seriesID)
            .map(\CharacterRecord.character)
    }

    private func fetchBooks(of seriesID: UUID) throws -> [Book] {
        try fetchOrdered(BookRecord.shownRows, "book.seriesID", seriesID).map(\BookRecord.book)
    }

    private func fetchChapters(of seriesID: UUID) throws -> [Chapter] {
        try fetchOrdered(ChapterRecord.shownRows, "book.seriesID", seriesID)
            .map(\ChapterRecord.chapter)
    }

    /// The rows that are shown of what a column says, by their positions.
    private func fetchOrdered<Record: SeriesRow>(
        _ shownRows: String,
        _ column: String,
        _ id: UUID
    ) throws -> [Record] {
        let table = Record.databaseTableName
        return try Record.fetchAll(
            self,
            sql: """
                SELECT \(Record.selection) FROM \(shownRows) AND \(column) = ? ORDER BY \(table).position
                """,
            arguments: [id]
        )
    }

    private func fetchRelations(of seriesID: UUID) throws -> [Relation] {
        try RelationRecord.fetchAll(
            self,
            sql: """
                SELECT relation.* FROM relation JOIN character ON character.id = firstID
                JOIN character AS second ON second.id = secondID
                WHERE character.seriesID = ? AND second.seriesID = character.seriesID
                AND relation.deletedAt IS NULL AND relation.withdrawnAt IS NULL
                ORDER BY relation.position
                """,
            arguments: [seriesID]
        ).map(\.relation)
    }
}
