import Foundation
import GRDB

/// The values of a book in the library that books of a file are compared with.
public struct KnownBook: Hashable, Sendable {
    /// The id of the book.
    public var id: UUID
    /// The series that it belongs to.
    public var seriesID: UUID
    /// The title.
    public var title: String
    /// The author's name as it is usually written.
    public var author: String?
    /// Ten or thirteen characters.
    public var isbn: String?

    /// The number in the series, as it is usually written.
    public var number: String?

    /// Doesn't validate any value.
    public init(
        id: UUID,
        seriesID: UUID,
        title: String,
        author: String?,
        isbn: String?,
        number: String? = nil
    ) {
        self.id = id
        self.seriesID = seriesID
        self.title = title
        self.author = author
        self.isbn = isbn
        self.number = number
    }
}

extension KnownBook {
    fileprivate init(row: Row) throws {
        self.init(
            id: try row.decode(forColumn: "id"),
            seriesID: try row.decode(forColumn: "seriesID"),
            title: try row.decode(forColumn: "title"),
            author: try row.decode(forColumn: "author"),
            isbn: try row.decode(forColumn: "isbn10"),
            number: try row.decode(forColumn: "number")
        )
    }
}

/// Existing contents of the library, so that an import can be merged with them.
extension LibraryImporter {
    /// Calls `body` with every shown series, in the order in which they were added.
    public func eachSeries(_ body: (SeriesDetails) throws -> Void) throws {
        let rows = try Row.fetchCursor(
            db,
            sql: "SELECT id, title, author FROM series WHERE deletedAt IS NULL ORDER BY rowid"
        )
        while let row = try rows.next() {
            try body(
                SeriesDetails(
                    id: try row.decode(forColumn: "id"),
                    title: try row.decode(forColumn: "title"),
                    author: try row.decode(forColumn: "author")
                )
            )
        }
    }

    /// Calls `body` with every shown book, in the order in which they were added.
    public func eachBook(_ body: (KnownBook) throws -> Void) throws {
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT book.id, seriesID, book.title, book.author, isbn10, number
                FROM \(BookRecord.shownRows) ORDER BY book.rowid
                """
        )
        while let row = try rows.next() { try body(KnownBook(row: row)) }
    }

    /// A book, shown or in the trash; nil if it does not exist.
    public func anyBook(_ id: UUID) throws -> KnownBook? {
        let statement = try db.cachedStatement(
            sql: "SELECT id, seriesID, title, author, isbn10, number FROM book WHERE id = ?"
        )
        return try Row.fetchOne(statement, arguments: [id]).map(KnownBook.init(row:))
    }

    /// The shown characters of a series.
    public func characters(of seriesID: UUID) throws -> [Character] {
        try db.fetchCharacters(of: seriesID)
    }

    /// The shown chapters of a book, in order.
    public func chapters(of bookID: UUID) throws -> [Chapter] {
        try db.fetchChapters(ofBook: bookID)
    }

    /// Whether the row exists, shown or in the trash.
    public func exists(_ part: SeriesPart) throws -> Bool {
        let table = part.table.rawValue
        return try exists("\(table) WHERE \(table).id = ?", part.id)
    }

    /// The series of a book, shown or in the trash; nil if the book does not exist.
    public func anySeries(ofBook id: UUID) throws -> UUID? {
        try UUID.fetchOne(
            db.cachedStatement(sql: "SELECT seriesID FROM book WHERE id = ?"),
            arguments: [id]
        )
    }

    /// The series of a character, shown or in the trash; nil if the character does not exist.
    public func anySeries(ofCharacter id: UUID) throws -> UUID? {
        try UUID.fetchOne(
            db.cachedStatement(sql: "SELECT seriesID FROM character WHERE id = ?"),
            arguments: [id]
        )
    }

    /// Whether a series is shown.
    public func isShown(series id: UUID) throws -> Bool {
        try exists("\(SeriesRecord.shownRows) AND series.id = ?", id)
    }

    /// The series of a shown book; nil if the book is not shown.
    public func series(ofBook id: UUID) throws -> UUID? { try db.fetchSeriesID(ofBook: id) }

    /// The series of a shown character; nil if the character is not shown.
    public func series(ofCharacter id: UUID) throws -> UUID? {
        try db.fetchSeriesID(ofCharacter: id)
    }

    /// The position after the last book of a series, including those in the trash.
    public func nextBookPosition(in seriesID: UUID) throws -> Int {
        try next("book", "seriesID", seriesID)
    }

    /// The position after the last character that a book introduces; a nil book means the
    /// characters without one.
    public func nextCharacterPosition(in seriesID: UUID, book bookID: UUID?) throws -> Int {
        guard let bookID else { return try next("character", "seriesID", seriesID) }
        return try next("character", "bookID", bookID)
    }

    /// Fills in missing values of a book that this import has added.
    public func complete(_ id: UUID, with book: Book) throws {
        guard !isRehearsal else { return }
        let sql = """
            UPDATE book SET isbn10 = coalesce(isbn10, ?), author = coalesce(author, ?),
                publishedYear = coalesce(publishedYear, ?), overview = coalesce(overview, ?),
                language = coalesce(language, ?), readingStatus = coalesce(readingStatus, ?),
                rating = coalesce(rating, ?)
            WHERE id = ?
            """
        try db.cachedStatement(sql: sql).execute(
            arguments: [
                book.isbn10, book.author, book.published?.year, book.overview, book.language,
                book.readingStatus?.rawValue, book.rating, id,
            ]
        )
        guard let present = try BookRecord.fetchOne(db, key: id) else { return }
        for list in BookLists.allCases where list.value(of: present.book).isNull {
            let value = list.value(of: book)
            if !value.isNull { try list.write(value, of: id, in: db) }
        }
    }

    /// Puts books in this order, with positions from 0.
    public func setOrder(ofBooks ids: [UUID]) throws {
        guard !isRehearsal else { return }
        for (position, id) in ids.enumerated() {
            try db.cachedStatement(sql: "UPDATE book SET position = ? WHERE id = ?")
                .execute(arguments: [position, id])
        }
    }

    private func next(_ table: String, _ column: String, _ id: UUID) throws -> Int {
        let statement = try db.cachedStatement(
            sql: "SELECT max(position) FROM \(table) WHERE \(column) = ?"
        )
        guard let last = try Int.fetchOne(statement, arguments: [id]), last < .max else { return 0 }
        return last + 1
    }

    func exists(_ rows: String, _ id: UUID) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM \(rows))")
        return try Bool.fetchOne(statement, arguments: [id]) ?? false
    }
}
