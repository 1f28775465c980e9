import Foundation
import GRDB

extension Library {
    /// Says how far the reader has read in a series; nil takes that back, and nothing is veiled.
    ///
    /// - Throws: `.notFound` if there is no such series.
    @discardableResult
    public func setReadUpTo(
        _ position: ReadingPosition?,
        in seriesID: UUID
    ) throws -> LibraryUndo {
        try changeLibrary("save how far you have read") {
            try $0.setReadUpTo(position, in: seriesID)
        }
    }

    /// Notes down that a series is shown, for the order of the shelf. A power cut may undo it.
    public func noteOpening(of seriesID: UUID) throws {
        let now = environment.now()
        try write("note the opening of the series", waitsForDisk: false) { db in
            try db.execute(
                sql: "UPDATE series SET openedAt = ? WHERE id = ?",
                arguments: [now.milliseconds, seriesID]
            )
            return ((), db.changesCount > 0 ? [.seriesOpened(seriesID)] : [])
        }
    }

    /// Series for the shelf, those first that were opened last, then those that never were, in the order
    /// in which they came into the library.
    ///
    /// - Parameters:
    ///   - offset: how many to pass over.
    ///   - limit: how many to read at most.
    public func shelf(offset: Int = 0, limit: Int) throws -> [ShelfEntry] {
        try read("read the series") { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT series.*,
                        (SELECT group_concat(title, char(10)) FROM book
                            WHERE seriesID = series.id
                            AND deletedAt IS NULL AND withdrawnAt IS NULL) AS bookTitles,
                        first.id AS firstBookID, first.title AS firstTitle,
                        first.coverID AS firstCoverID, first.coverFile AS firstCoverFile,
                        (SELECT count(*) FROM book WHERE seriesID = series.id
                        AND deletedAt IS NULL AND withdrawnAt IS NULL) AS bookCount,
                        (SELECT total(count) FROM noteCount WHERE subjectKind = 'book'
                            AND subjectID IN (SELECT id FROM book WHERE seriesID = series.id
                                AND deletedAt IS NULL AND withdrawnAt IS NULL))
                        + (SELECT total(count) FROM noteCount WHERE subjectKind = 'character'
                            AND subjectID IN (SELECT character.id
                                FROM character LEFT JOIN book ON book.id = bookID
                                WHERE character.seriesID = series.id
                                AND character.deletedAt IS NULL AND character.withdrawnAt IS NULL
                                AND book.deletedAt IS NULL AND book.withdrawnAt IS NULL))
                        AS noteCount
                    FROM series LEFT JOIN book AS first ON first.id = (SELECT id FROM book
                        WHERE seriesID = series.id AND deletedAt IS NULL AND withdrawnAt IS NULL
                        ORDER BY position LIMIT 1)
                    WHERE series.deletedAt IS NULL
                    ORDER BY series.openedAt DESC, series.rowid LIMIT ? OFFSET ?
                    """,
                arguments: [limit, offset]
            )
            return try rows.map(ShelfEntry.init(row:))
        }
    }

    /// How many series there are on the shelf.
    public func seriesCount() throws -> Int {
        try read("count the series") { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM series WHERE deletedAt IS NULL") ?? 0
        }
    }
}

/// A series on the shelf.
public struct ShelfEntry: Identifiable, Hashable, Sendable {
    /// The id of the series.
    public let id: UUID
    /// Where it comes from.
    public let origin: Origin
    /// The name of the series.
    public let title: String
    /// Whose series it is.
    public let author: String?
    /// How many books there are in it.
    public let bookCount: Int
    /// The titles of all of them, a line each.
    public let bookTitles: String
    /// How many notes there are on its books and characters.
    public let noteCount: Int
    /// When it was shown last; nil if it never was.
    public let openedAt: Date?
    /// The first book, whose cover stands for the series; nil if there is none.
    public let firstBook: Cover?

    /// What the cover of a book is made of.
    public struct Cover: Hashable, Sendable {
        /// The id of the book.
        public let bookID: UUID
        /// The title of the book.
        public let title: String
        /// The reader's own picture.
        public let coverID: UUID?
        /// The picture that came with the series.
        public let coverFile: String?
    }

    init(row: Row) throws {
        let record = try SeriesRecord(row: row)
        id = record.id
        origin = record.state.origin
        title = record.title
        author = record.author
        bookCount = try row.decode(forColumn: "bookCount")
        bookTitles = try row.decode(String?.self, forColumn: "bookTitles") ?? ""
        noteCount = Int(try row.decode(Double.self, forColumn: "noteCount"))
        openedAt = try row.decode(Int64?.self, forColumn: "openedAt").map(Date.init(milliseconds:))
        firstBook = try row.decode(UUID?.self, forColumn: "firstBookID").map {
            Cover(
                bookID: $0,
                title: try row.decode(forColumn: "firstTitle"),
                coverID: try row.decode(forColumn: "firstCoverID"),
                coverFile: try row.decode(forColumn: "firstCoverFile")
            )
        }
    }
}
