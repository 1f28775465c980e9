import Foundation
import GRDB

extension Library {
    /// Whether there is a book that did not come with the program.
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

    /// Brings back the series that ships with the program, also when it was deleted for good; its books as
    /// well, if not one of them is left. Notes that were deleted for good stay so.
    ///
    /// - Returns: its id; nil if the library has never had it.
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
