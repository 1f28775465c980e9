import Foundation

/// Makes books and notes of the rows of a table.
struct BookTable {
    let run: ImportRun
    let file: String
    let columns: Columns
    let reader: CSVReader
    private let dates: DateColumns
    private let others: OtherColumns
    private let reviews = Reviews()

    /// What a format knows of its columns, whose names are in lower case.
    struct Columns {
        /// What identities begin with.
        var origin: String
        /// The same for tables of this kind in earlier versions of this program, where it was another.
        var formerOrigins: [String] = []
        /// Those with dates.
        var dates: [String] = []
        /// Those that are read, or that say once more what others say. All others are told.
        var taken: Set<String>
        /// What others say when they say nothing.
        var nothing: [String: Set<String>] = [:]
    }

    /// Calls `body` with every row of a file that is a table, and tells which columns are not read.
    static func eachRow(
        of source: ImportSource,
        _ run: ImportRun,
        _ columns: Columns,
        _ body: (BookTable, CSVReader.Row) throws -> Void
    ) throws {
        guard let file = run.onlyFile(of: source) else { return }
        let reader = CSVReader(run: run, file: file)
        let table = BookTable(
            run: run,
            file: file.path,
            columns: columns,
            reader: reader,
            dates: DateColumns(reader, names: columns.dates),
            others: OtherColumns(columns)
        )
        try reader.eachRow { row in
            try body(table, row)
            table.others.tell(row, run, file: file.path)
        }
    }

    /// The book of a row; nil when it says no title, which is told.
    ///
    /// - Parameters:
    ///   - key: What the source calls it; by title and authors when it has no name of its own.
    ///   - listed: The authors as they stand in the table.
    func book(
        _ row: CSVReader.Row,
        key: String?,
        title: String?,
        authors: [String],
        listed: String?...
    ) -> (book: ImportedBook, series: String?)? {
        guard let title = run.title(title) else {
            run.tell(.noTitle, file: file, line: row.number)
            return nil
        }
        let keyNames = listed.flatMap { AuthorNames.keyNames($0) }.compactMap { run.title($0) }
        let identity =
            key.map { SourceIdentity(origin: columns.origin, key: "book \($0)") }
            ?? SourceIdentity(
                origin: columns.origin,
                digestOf: "book",
                title,
                keyNames.joined(separator: "\n")
            )
        let parts = BookTitle(title)
        var book = ImportedBook(identity: identity, title: parts.title)
        book.formerIdentities = former(identity)
        book.authors = AuthorNames.known(authors.compactMap { run.title($0) })
        book.number = parts.number
        return (book, parts.series)
    }

    /// Hands a book on, with its series before it, unless it has been already.
    ///
    /// - Parameter row: The row in a table that has one for each book: a second one is told.
    func emit(_ book: ImportedBook, series: String?, row: Int? = nil) throws {
        guard !run.knownBooks.contains(book.identity.key) else {
            if let row { run.tell(.repeated, file: file, line: row) }
            return
        }
        guard run.knownBooks.count < run.limits.bookCount else {
            throw ImportError.tooManyItems(limit: run.limits.bookCount)
        }
        run.knownBooks.insert(book.identity.key)
        var book = book
        if let series { book.series = try run.series(series, author: book.authors.first) }
        if book.series == nil { book.number = nil }
        try run.emit(.book(book))
    }

    /// Gives a book on, and then what the reader has written about it, which has the date on which the book
    /// was read, or where the column for that is empty, the date on which it was added.
    func emit(
        _ book: ImportedBook,
        series: String?,
        _ row: CSVReader.Row,
        read: (column: String, date: ImportedDate?),
        review: String?,
        notes: String? = nil
    ) throws {
        try emit(book, series: series, row: row.number)
        let date = try row(read.column) == nil ? date(row, "date added") : read.date
        try emitNote(review, kind: "review", on: book, created: date)
        try emitNote(notes, kind: "private", on: book, created: date)
    }

    /// Hands on what a reader has written about a book, if they have.
    private func emitNote(
        _ markup: String?,
        kind: String,
        on book: ImportedBook,
        created: ImportedDate?
    ) throws {
        guard let markup else { return }
        let text = PlainText.ofMarkup(markup)
        guard !text.isEmpty else { return }
        let key = book.identity.key
        let withText = SourceIdentity(origin: columns.origin, digestOf: key, kind, markup)
        // It is the same one when it has been edited; another row of the book may have another.
        let only = SourceIdentity(origin: columns.origin, digestOf: key, kind)
        let isOnly = reviews.isFirst(markup, under: only)
        var note = ImportedNote(identity: isOnly ? only : withText, book: book.identity, text: text)
        note.formerIdentities = (isOnly ? [withText] : []) + former(withText)
        note.created = created
        try run.emit(.note(note))
    }

    private func former(_ identity: SourceIdentity) -> [SourceIdentity] {
        columns.formerOrigins.map { SourceIdentity(origin: $0, key: identity.key) }
    }

    /// Notes down that what a column says is not taken.
    func leaveOut(_ column: String, _ text: String?) {
        guard let text, let example = run.title(text) else { return }
        run.leaveOut(.column(column), example: example, file: file)
    }

    /// The date in the first of these columns that says something; one that cannot be told is told as a
    /// problem.
    func date(_ row: CSVReader.Row, _ columns: String...) throws -> ImportedDate? {
        guard let (column, text) = row.first(of: columns) else { return nil }
        return try date(text, column: column, line: row.number)
    }

    /// The date that a part of a column says; one that cannot be told is told as a problem.
    func date(_ text: String, column: String, line: Int) throws -> ImportedDate? {
        run.date(try dates.date(text, column: column), written: text, file: file, line: line)
    }

    /// An ISBN as `9780316…`, `="9780316…"` or `978-0-316-…`.
    func isbn(_ text: String?, line: Int) -> String? {
        guard let text, text.contains(where: { $0.isNumber }) else { return nil }
        if let isbn = ISBN.checked(text) { return isbn }
        run.tell(.unknownValue(field: "ISBN", value: text), file: file, line: line)
        return nil
    }

    static func year(_ text: String?) -> Int? {
        guard let text else { return nil }
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard digits.count == 4, let year = Int(digits), year > 0 else { return nil }
        // calibre writes this for a date that it does not know.
        return year == 101 ? nil : year
    }
}

/// Which reviews a table has had, so that two of one book are never taken for one.
private final class Reviews {
    private var texts: [SourceIdentity: Int] = [:]

    /// Whether there was no other text of this name.
    func isFirst(_ text: String, under name: SourceIdentity) -> Bool {
        let hash = text.hashValue
        if let known = texts[name] { return known == hash }
        texts[name] = hash
        return true
    }
}
