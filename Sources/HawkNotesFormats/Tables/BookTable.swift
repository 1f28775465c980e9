import Foundation

/// Makes books and notes of the rows of a table.
struct BookTable {
    let run: ImportRun
    let file: String
    /// What identities begin with.
    let origin: String
    private let dates: DateColumns

    /// Calls `body` with every row of a file that is a table.
    ///
    /// - Parameter dates: the columns with dates.
    static func eachRow(
        of source: ImportSource,
        _ run: ImportRun,
        origin: String,
        dates: [String] = [],
        _ body: (BookTable, CSVReader.Row) throws -> Void
    ) throws {
        guard let file = run.onlyFile(of: source) else { return }
        let reader = CSVReader(run: run, file: file)
        let columns = DateColumns(reader, names: dates)
        let table = BookTable(run: run, file: file.path, origin: origin, dates: columns)
        try reader.eachRow { try body(table, $0) }
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
            key.map { SourceIdentity(origin: origin, key: "book \($0)") }
            ?? SourceIdentity(
                origin: origin,
                digestOf: "book",
                title,
                keyNames.joined(separator: "\n")
            )
        let parts = BookTitle(title)
        var book = ImportedBook(identity: identity, title: parts.title)
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

    /// Hands on what a reader has written about a book, if they have.
    func emitNote(_ markup: String?, kind: String, on book: ImportedBook, created: ImportedDate?)
        throws
    {
        guard let markup else { return }
        let text = PlainText.ofMarkup(markup)
        guard !text.isEmpty else { return }
        var note = ImportedNote(
            identity: SourceIdentity(
                origin: origin,
                digestOf: book.identity.key,
                kind,
                markup
            ),
            book: book.identity,
            text: text
        )
        note.created = created
        try run.emit(.note(note))
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
        let date = try dates.date(text, column: column)
        return run.date(date, written: text, file: file, line: row.number)
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

/// International Standard Book Numbers.
enum ISBN {
    /// The ten or thirteen characters, if their check digit is right.
    static func checked(_ text: String) -> String? {
        let characters = text.uppercased().filter { $0.isASCII && ($0.isNumber || $0 == "X") }
        let digits = characters.compactMap { $0 == "X" ? 10 : $0.wholeNumberValue }
        switch digits.count {
        case 10:
            let sum = digits.enumerated().reduce(0) { $0 + (10 - $1.offset) * $1.element }
            return sum % 11 == 0 && !digits.dropLast().contains(10) ? characters : nil
        case 13:
            let sum = digits.enumerated().reduce(0) {
                $0 + ($1.offset % 2 == 0 ? 1 : 3) * $1.element
            }
            return sum % 10 == 0 && !digits.contains(10) ? characters : nil
        default:
            return nil
        }
    }
}
