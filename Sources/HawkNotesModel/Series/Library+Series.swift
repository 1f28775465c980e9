import Foundation
import GRDB

/// What an import did.
public enum SeriesImport: Hashable, Sendable {
    /// The file is the one that was imported last; nothing was read from it or written.
    case unchanged
    /// The books, characters and relations are now those of the file.
    case imported(revision: Int)
}

/// The series as it was read last, until an import.
struct SeriesCache: Sendable {
    private(set) var series: Series?
    private(set) var generation = 0

    mutating func keep(_ series: Series, readIn generation: Int) {
        if generation == self.generation { self.series = series }
    }

    mutating func forget() {
        series = nil
        generation += 1
    }
}

extension Library {
    /// Makes the books, characters and relations of a series those of a series file.
    ///
    /// The file counts, not its revision: when an older release is installed over a newer one,
    /// the pictures beside the file are the older ones too. Notes and favourites are not touched.
    /// Those of a book or character that the file no longer has stay in the library, and are
    /// back when it is.
    ///
    /// Cheap when the file is the one that was imported last: it is neither parsed nor checked.
    ///
    /// - Throws: `.invalidSeries` with the place in the file and the reason; the library is then
    ///   as it was.
    @discardableResult
    public func importSeries(from url: URL) throws -> SeriesImport {
        let data: Data
        do {
            data = try Data(contentsOf: url)
        } catch {
            throw SeriesFile.invalid(url, "it cannot be read", underlying: error)
        }
        let digest = ContentDigest(of: data).text
        let isKnown = try read("look up the series") { db in
            try Bool.fetchOne(
                db,
                sql: "SELECT EXISTS (SELECT 1 FROM series WHERE digest = ?)",
                arguments: [digest]
            ) ?? false
        }
        if isKnown { return .unchanged }

        let series = try SeriesFile.parse(data, url: url)
        // If the power is cut before it reaches the disk, the next start imports it again.
        // After the commit: who reads before it must not keep what it reads.
        defer { cachedSeries.withLock { $0.forget() } }
        return try write("import the series \(series.title)", waitsForDisk: false) { db in
            do {
                try db.replaceSeries(series, digest: digest)
            } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
                throw SeriesFile.invalid(
                    url,
                    "an id in it already belongs to another series of the library",
                    underlying: error
                )
            }
            return (.imported(revision: series.revision), [.seriesChanged(series.id)])
        }
    }

    /// The series with its books and characters.
    ///
    /// - Throws: `.noSeries` as long as none was imported.
    public func series() throws -> Series {
        let cache = cachedSeries.withLock { $0 }
        if let series = cache.series { return series }
        return try read("read the series") { db in
            guard let series = try db.fetchSeries() else {
                throw LibraryError(.noSeries, "The library holds no book series yet.")
            }
            cachedSeries.withLock { $0.keep(series, readIn: cache.generation) }
            return series
        }
    }
}

extension Database {
    fileprivate func replaceSeries(_ series: Series, digest: String) throws {
        let record = SeriesRecord(series, digest: digest)
        try record.delete(self)
        try record.insert(self)
        for book in series.books {
            try BookRecord(book, seriesID: series.id).insert(self)
        }
        for character in series.allCharacters {
            try CharacterRecord(character).insert(self)
        }
        for (position, relation) in series.relations.enumerated() {
            try RelationRecord(relation, position: position).insert(self)
        }
    }

    fileprivate func fetchSeries() throws -> Series? {
        let first = "SELECT * FROM series ORDER BY rowid LIMIT 1"
        guard let series = try SeriesRecord.fetchOne(self, sql: first) else { return nil }
        let books = try BookRecord.fetchAll(
            self,
            sql: "SELECT * FROM book WHERE seriesID = ? ORDER BY position",
            arguments: [series.id]
        )
        let characters = try CharacterRecord.fetchAll(
            self,
            sql: """
                SELECT character.* FROM character JOIN book ON book.id = character.bookID
                WHERE book.seriesID = ? ORDER BY character.position
                """,
            arguments: [series.id]
        )
        let relations = try RelationRecord.fetchAll(
            self,
            sql: """
                SELECT relation.* FROM relation
                JOIN character ON character.id = relation.firstID
                JOIN book ON book.id = character.bookID
                WHERE book.seriesID = ? ORDER BY relation.position
                """,
            arguments: [series.id]
        )
        return Series(
            id: series.id,
            title: series.title,
            author: series.author,
            revision: series.revision,
            books: books.map(\.book),
            characters: characters.map(\.character),
            relations: relations.map(\.relation)
        )
    }
}
