import Foundation

/// A table of books made by hand, or by a program without a format of its own: with titles, authors
/// and ISBNs under their usual names.
struct OtherBookTable: ImportFormat {
    static let name = ImportFormatName.bookTable

    func recognise(_ sample: ImportSample) -> ImportConfidence {
        let columns = CSVReader.columns(of: sample.text)
        guard columns.contains("title") else { return .no }
        // A column for authors alone may also belong to a table of songs.
        let hasISBN = !columns.isDisjoint(with: ["isbn", "isbn13", "isbn10"])
        return columns.contains("authors") || columns.contains("author") && hasISBN ? .maybe : .no
    }

    private static let columns = BookTable.Columns(
        origin: "books",
        formerOrigins: ["goodreads", "calibre"],
        dates: ["date read", "date added"],
        taken: [
            "book id", "title", "author", "authors", "series", "series number", "isbn", "isbn13",
            "isbn10", "year",
            "original publication year", "year published", "my rating", "rating", "language",
            "date read", "review", "my review", "private notes", "notes",
        ]
    )

    func read(_ source: ImportSource, into run: ImportRun) throws {
        try BookTable.eachRow(of: source, run, Self.columns) { table, row in
            let found = table.book(
                row,
                key: row("book id"),
                title: row("title"),
                authors: AuthorNames.ofSentence(row("author", "authors")),
                listed: row("author", "authors"),
                row("additional authors")
            )
            guard var (book, series) = found else { return }
            if let name = row("series") {
                series = name
                book.number = row("series number").flatMap { Double($0) }.flatMap {
                    $0.isFinite ? $0 : nil
                }
            }
            book.isbn =
                table.isbn(row("isbn13"), line: row.number)
                ?? table.isbn(row("isbn", "isbn10"), line: row.number)
            let year = row("original publication year", "year published", "year")
            book.year = BookTable.year(year)
            table.rate(&book, row, "my rating", "rating")
            book.language = LanguageCode.known(row("language"))
            if let text = row("language"), book.language == nil, !LanguageCode.isUnknown(text) {
                table.leaveOut(row.heading(of: "language"), text)
            }
            let read = try table.date(row, "date read")
            if let day = read?.isoDay { book.readings = [ImportedReading(finishedOn: day)] }
            try table.emit(
                book,
                series: series,
                row,
                read: ("date read", read),
                review: row("my review", "review"),
                notes: row("private notes", "notes")
            )
        }
    }
}
