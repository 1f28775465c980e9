import Foundation
import GRDB

/// A series without its contents, for the shelf.
public struct SeriesSummary: Identifiable, Hashable, Sendable {
    /// The id of the series.
    public let id: UUID
    /// The origin of the series.
    public let origin: Origin
    /// The name of the series; empty for the series of a lone book.
    public let title: String
    /// The author of the series.
    public let author: String?
    /// The number of books.
    public let bookCount: Int
}

/// The most recently read series, valid until one of them changes.
struct SeriesCache: Sendable {
    private var series: [UUID: Series] = [:]
    private var firstID: UUID?
    private(set) var generation = 0

    /// The series with an id, or the first one; nil if it has not been read.
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
    /// The bundled series with its books and characters; if there is none, the first other series.
    ///
    /// - Throws: `.noSeries` if the library has no series.
    public func series() throws -> Series {
        guard let series = try cachedSeries(nil) else {
            throw LibraryError(.noSeries, "The library holds no book series yet.")
        }
        return series
    }

    /// Like ``series()``; without any series, returns one without a title and books.
    public func firstSeries() throws -> Series { try cachedSeries(nil) ?? .none }

    /// A series with its books and characters; nil if it does not (or no longer) exist.
    public func series(_ id: UUID) throws -> Series? {
        try cachedSeries(id)
    }

    /// All series, in the order in which they were added to the library.
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

    /// The series of a shown book; nil if the book is not shown.
    func fetchSeriesID(ofBook id: UUID) throws -> UUID? {
        try UUID.fetchOne(
            cachedStatement(sql: "SELECT seriesID FROM \(BookRecord.shownRows) AND book.id = ?"),
            arguments: [id]
        )
    }

    /// The series of a shown character; nil if the character is not shown.
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

    /// The shown chapters of a book, in order.
    func fetchChapters(ofBook id: UUID) throws -> [Chapter] {
        try fetchOrdered(ChapterRecord.shownRows, "chapter.bookID", id).map(\ChapterRecord.chapter)
    }

    /// The shown characters of a series.
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

    /// The shown rows that match a column's value, ordered by position.
    private func fetchOrdered<Record: SeriesRow>(
        _ shownRows: String,
        _ column: String,
        _ id: UUID
    ) throws -> [Record] {
        let table = Record.databaseTableName
        return try Record.fetchAll(
            self,
            sql: """
                SELECT \(Record.selection) FROM \(shownRows) AND \(column) = ?
                ORDER BY \(table).position, \(table).id
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
                ORDER BY relation.position, relation.id
                """,
            arguments: [seriesID]
        ).map(\.relation)
    }
}
