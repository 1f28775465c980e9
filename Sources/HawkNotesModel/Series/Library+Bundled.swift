import Foundation
import GRDB

extension Library {
    /// Brings back the series that ships with the program, also when it was deleted for good; its books as
    /// well, if not one of them is left. Notes that were deleted for good stay so.
    ///
    /// - Returns: its id; nil if the library has never had it.
    public func restoreBundledSeries() throws -> UUID? {
        let found = try readAtOnce("look for the series") { db -> (series: UUID, books: [UUID])? in
            guard
                let series = try UUID.fetchOne(
                    db,
                    sql: "SELECT id FROM series WHERE origin = 'bundled' ORDER BY rowid LIMIT 1"
                )
            else { return nil }
            let isEmpty = try Bool.fetchOne(
                db,
                sql: """
                    SELECT NOT EXISTS (SELECT 1 FROM book WHERE seriesID = ?
                        AND deletedAt IS NULL AND withdrawnAt IS NULL)
                    """,
                arguments: [series]
            )
            guard isEmpty == true else { return (series, []) }
            let books = try UUID.fetchAll(
                db,
                sql: """
                    SELECT id FROM book WHERE seriesID = ?
                    AND origin = 'bundled' AND withdrawnAt IS NULL
                    """,
                arguments: [series]
            )
            return (series, books)
        }
        guard let found else { return nil }
        try restore(.series(found.series))
        for book in found.books { try restore(.book(book)) }
        return found.series
    }
}
