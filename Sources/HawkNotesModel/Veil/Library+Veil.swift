import Foundation
import GRDB

extension Library {
    /// The series for which the reader has set their progress.
    public func seriesWithVeil() throws -> [UUID] {
        try read("read the series") { db in try db.fetchSeriesWithVeil() }
    }

    /// The veils of all series.
    public func veils() throws -> [Veil] {
        try readAtOnce("read the series") { try $0.fetchVeils() }
    }
}

extension Database {
    fileprivate func fetchSeriesWithVeil() throws -> [UUID] {
        try UUID.fetchAll(
            cachedStatement(
                sql: "SELECT id FROM series WHERE readBookID IS NOT NULL AND deletedAt IS NULL"
            )
        )
    }

    /// The veils of all series.
    ///
    /// - Parameter exceptions: spoilers that are shown.
    func fetchVeils(except exceptions: Set<Veil.Exception> = []) throws -> [Veil] {
        try fetchSeriesWithVeil().map { id in
            var veil = try fetchVeil(of: id)
            veil.exceptions = exceptions
            return veil
        }
    }

    /// The veil of a series, which also covers parts in the trash.
    func fetchVeil(of seriesID: UUID) throws -> Veil {
        let position = try SeriesRecord.fetchOne(
            self,
            sql: "SELECT * FROM series WHERE id = ?",
            arguments: [seriesID]
        )?.readUpTo
        guard let position else { return .none }
        let books = try Row.fetchAll(
            self,
            sql: "SELECT id, position FROM book WHERE seriesID = ?",
            arguments: [seriesID]
        ).map {
            (
                try $0.decode(UUID.self, forColumn: "id"),
                try $0.decode(Int.self, forColumn: "position")
            )
        }
        let chapters = try ChapterRecord.fetchAll(
            self,
            sql: """
                SELECT chapter.* FROM chapter JOIN book ON book.id = chapter.bookID
                WHERE book.seriesID = ?
                """,
            arguments: [seriesID]
        ).map(\.chapter)
        let characters = try Row.fetchAll(
            self,
            sql: "SELECT id, bookID, chapterID FROM character WHERE seriesID = ?",
            arguments: [seriesID]
        ).map { row in
            (
                try row.decode(UUID.self, forColumn: "id"),
                Veil.Place(
                    bookID: try row.decode(UUID?.self, forColumn: "bookID"),
                    chapterID: try row.decode(UUID?.self, forColumn: "chapterID")
                )
            )
        }
        return Veil(
            position,
            books: Dictionary(firstOf: books),
            chapters: chapters,
            characters: Dictionary(firstOf: characters)
        )
    }
}
