import Foundation

/// Makes books and notes of a table's rows.
struct BookTable {
    let run: ImportRun
    let file: String
    let columns: Columns
    let reader: CSVReader
    private let dates: DateColumns
    private let others: OtherColumns
    private let reviews = Reviews()

    /// The columns that a format knows; names are in lower case.
    struct Columns {
        /// The origin of identities.
        var origin: String
        /// The origins that earlier versions of this program used for tables of this kind.
        var formerOrigins: [String] = []
        /// The columns with dates.
        var dates: [String] = []
        /// The columns that are read, or that repeat others. All others are reported.
        var taken: Set<String>
        /// The values of other columns that mean nothing.
        var nothing: [String: Set<String>] = [:]
    }

    /// Calls `body` with every row of a file that is a table, and reports the columns that are not
    /// read.
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

    /// The book of a row; nil if it has no title, which is reported.
    ///
    /// - Parameters:
    ///   - key: The source's own key; title and authors if there is none.
    ///   - listed: The authors as written in the table.
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

    /// Emits a book, with its series before it, unless it was already emitted.
    ///
    /// - Parameter row: The row in a table with one row for each book: a duplicate is reported.
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

    /// Emits a book and the reader's notes on it. Their date is that of reading, or if its column
    /// is empty, that of adding the book.
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

    /// Emits the reader's note on a book, if there is one.
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
        // The identity survives an edit of the note; another row of the book may have another note.
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

    /// Records an unsupported value of a column.
    func leaveOut(_ column: String, _ text: String?) {
        guard let text, let example = run.title(text) else { return }
        run.leaveOut(.column(column), example: example, file: file)
    }

    /// The date in the first of these columns that has a value; one that cannot be parsed is
    /// reported as a problem.
    func date(_ row: CSVReader.Row, _ columns: String...) throws -> ImportedDate? {
        guard let (column, text) = row.first(of: columns) else { return nil }
        return try date(text, column: column, line: row.number)
    }

    /// The date in a part of a column; one that cannot be parsed is reported as a problem.
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
        // calibre's value for an unknown date.
        return year == 101 ? nil : year
    }
}

/// The reviews of a table, so that two reviews of one book are never merged.
private final class Reviews {
    private var texts: [SourceIdentity: Int] = [:]

    /// Whether no other text had this identity.
    func isFirst(_ text: String, under name: SourceIdentity) -> Bool {
        let hash = text.hashValue
        if let known = texts[name] { return known == hash }
        texts[name] = hash
        return true
    }
}
