import Foundation
import GRDB

extension Library {
    /// Whether any book did not ship with the program.
    public func hasOwnBooks() throws -> Bool {
        try read("look for books") { db in
            try Bool.fetchOne(
                db,
                sql: """
                    SELECT EXISTS
                    (SELECT 1 FROM \(BookRecord.shownRows) AND book.origin <> 'bundled')
                    """
            ) ?? false
        }
    }

    /// Like ``hasOwnBooks()``, off the main thread and concurrently with writes.
    ///
    /// - Parameters:
    ///   - waits: whether to wait for the answer for up to `LibraryEnvironment.readingPatience`; if
    ///     it is ready in time, `completion` is called before this call returns.
    ///   - completion: called once, on the main thread.
    @MainActor
    public func readHasOwnBooks(
        waits: Bool = false,
        completion: @escaping @MainActor @Sendable (Result<Bool, LibraryError>) -> Void
    ) {
        readAside({ try $0.hasOwnBooks() }, waits: waits, completion)
    }

    /// Restores the series that ships with the program, even after a permanent deletion; also its
    /// books, if none of them is left. Permanently deleted notes stay deleted.
    ///
    /// - Returns: its id; nil if the library never had the series.
    public func restoreBundledSeries() throws -> UUID? {
        var restored: UUID?
        _ = try changeLibrary("bring the series back") { recorder in
            let db = recorder.db
            guard
                let series = try UUID.fetchOne(
                    db,
                    sql: "SELECT id FROM series WHERE origin = 'bundled' ORDER BY rowid LIMIT 1"
                )
            else { return }
            restored = series
            try recorder.restore(.series(series))
            let hasBooks = try Bool.fetchOne(
                db,
                sql: "SELECT EXISTS (SELECT 1 FROM \(BookRecord.shownRows) AND seriesID = ?)",
                arguments: [series]
            )
            guard hasBooks != true else { return }
            let books = try UUID.fetchAll(
                db,
                sql: """
                    SELECT id FROM book WHERE seriesID = ?
                    AND origin = 'bundled' AND withdrawnAt IS NULL
                    """,
                arguments: [series]
            )
            for book in books { try recorder.restore(.book(book)) }
        }
        return restored
    }
}
