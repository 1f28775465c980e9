import Foundation
import GRDB

extension Library {
    /// Series for the shelf: most recently opened first, then those that were never opened, in the
    /// order in which they were added to the library.
    ///
    /// - Parameters:
    ///   - offset: how many to skip.
    ///   - limit: the maximum number to read.
    public func shelf(offset: Int = 0, limit: Int) throws -> [ShelfEntry] {
        try read("read the series") { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT series.*, first.author AS firstAuthor,
                        (SELECT max(rowid) FROM \(Self.books)) AS lastAdded,
                        (SELECT max(finishedOn) FROM bookReading
                            WHERE bookID IN (SELECT id FROM \(Self.books))) AS finishedOn,
                        (SELECT group_concat(DISTINCT \(Self.status)) FROM \(Self.books)) AS statuses,
                        first.id AS firstBookID, first.title AS firstTitle,
                        first.coverID AS firstCoverID, first.coverFile AS firstCoverFile,
                        (SELECT count(*) FROM \(Self.books)) AS bookCount,
                        (SELECT total(count) FROM noteCount WHERE subjectKind = 'book'
                            AND subjectID IN (SELECT id FROM \(Self.books)))
                        + (SELECT total(count) FROM noteCount WHERE subjectKind = 'character'
                            AND subjectID IN (SELECT character.id
                                FROM character LEFT JOIN book ON book.id = bookID
                                WHERE character.seriesID = series.id
                                AND character.deletedAt IS NULL AND character.withdrawnAt IS NULL
                                AND book.deletedAt IS NULL AND book.withdrawnAt IS NULL))
                        AS noteCount
                    FROM series LEFT JOIN book AS first ON first.id = (SELECT id FROM \(Self.books)
                        ORDER BY position, id LIMIT 1)
                    WHERE series.deletedAt IS NULL AND (series.title <> '' OR first.id IS NOT NULL)
                    ORDER BY series.openedAt DESC, series.rowid LIMIT ? OFFSET ?
                    """,
                arguments: [limit, offset]
            )
            return try rows.map(ShelfEntry.init(row:))
        }
    }

    /// The shown books of a series.
    private static let books =
        "book WHERE seriesID = series.id AND deletedAt IS NULL AND withdrawnAt IS NULL"

    /// The reading status of a book: set by the reader, or else derived from its dates, or else
    /// from the reading progress in the series; see ``Series/readingState(of:)``.
    private static let status = """
        CASE WHEN readingStatus IS NOT NULL THEN readingStatus
        WHEN EXISTS (SELECT 1 FROM bookReading WHERE bookID = book.id AND finishedOn IS NOT NULL)
            THEN 'finished'
        WHEN EXISTS (SELECT 1 FROM bookReading WHERE bookID = book.id) THEN 'reading'
        WHEN id = series.readBookID
            THEN CASE WHEN series.readChapterID IS NULL THEN 'finished' ELSE 'reading' END
        ELSE (SELECT CASE WHEN (book.position, book.id) < (last.position, last.id)
                THEN 'finished' ELSE 'toRead' END
            FROM book AS last WHERE last.id = series.readBookID AND last.seriesID = series.id) END
        """

    /// The number of series on the shelf.
    public func seriesCount() throws -> Int {
        try read("count the series") { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM \(SeriesRecord.shownRows)") ?? 0
        }
    }
}

/// A series on the shelf, or a lone book.
public struct ShelfEntry: Identifiable, Hashable, Sendable {
    /// The id of the series.
    public let id: UUID
    /// The origin of the series.
    public let origin: Origin
    /// The name of the series; the title of a lone book.
    public let title: String
    /// The author of the series or book.
    public let author: String?
    /// Whether this is a lone book, whose series has no name.
    public let isLoneBook: Bool
    /// The number of books.
    public let bookCount: Int
    /// The number of notes on its books and characters.
    public let noteCount: Int
    /// When it was last opened; nil if never.
    public let openedAt: Date?
    /// Greater if the newest book was added to the library later.
    public let additionOrder: Int64
    /// When one of its books was last finished, as an ISO 8601 date.
    public let finishedOn: String?
    /// The known reading statuses of its books.
    public let statuses: Set<ReadingStatus>
    /// The first book, whose cover represents the series; nil if there is none.
    public let firstBook: Cover?

    /// The data of a book's cover.
    public struct Cover: Hashable, Sendable {
        /// The id of the book.
        public let bookID: UUID
        /// The title of the book.
        public let title: String
        /// The reader's own picture.
        public let coverID: UUID?
        /// The picture from the series file.
        public let coverFile: String?
    }

    init(row: Row) throws {
        let record = try SeriesRecord(row: row)
        let firstTitle: String? = try row.decode(forColumn: "firstTitle")
        id = record.id
        origin = record.state.origin
        isLoneBook = record.title.isEmpty
        title = isLoneBook ? firstTitle ?? "" : record.title
        author = try record.author ?? row.decode(forColumn: "firstAuthor")
        bookCount = try row.decode(forColumn: "bookCount")
        noteCount = Int(try row.decode(Double.self, forColumn: "noteCount"))
        openedAt = try row.decode(Int64?.self, forColumn: "openedAt").map(Date.init(milliseconds:))
        additionOrder = try row.decode(Int64?.self, forColumn: "lastAdded") ?? 0
        finishedOn = try row.decode(forColumn: "finishedOn")
        let names = try row.decode(String?.self, forColumn: "statuses") ?? ""
        statuses = Set(
            names.split(separator: ",").compactMap { ReadingStatus(rawValue: String($0)) }
        )
        firstBook = try row.decode(UUID?.self, forColumn: "firstBookID").map {
            Cover(
                bookID: $0,
                title: firstTitle ?? "",
                coverID: try row.decode(forColumn: "firstCoverID"),
                coverFile: try row.decode(forColumn: "firstCoverFile")
            )
        }
    }
}
