import Foundation

/// A table of books that a reader or a program without a format of its own has made: with titles, authors and
/// ISBNs under their usual names.
struct OtherBookTable: ImportFormat {
    static let name = ImportFormatName.bookTable

    func recognise(_ sample: ImportSample) -> ImportConfidence {
        let columns = CSVReader.columns(of: sample.text)
        return columns.isSuperset(of: ["title", "author"])
            && !columns.isDisjoint(with: ["isbn", "isbn13", "isbn10"]) ? .maybe : .no
    }

    private static let columns = BookTable.Columns(
        origin: "books",
        formerOrigin: "goodreads",
        dates: ["date read", "date added"],
        taken: [
            "book id", "title", "author", "isbn", "isbn13", "isbn10", "year",
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
                authors: AuthorNames.ofSentence(row("author")),
                listed: row("author"),
                row("additional authors")
            )
            guard let found else { return }
            var book = found.book
            book.isbn =
                table.isbn(row("isbn13"), line: row.number)
                ?? table.isbn(row("isbn", "isbn10"), line: row.number)
            let year = row("original publication year", "year published", "year")
            book.year = BookTable.year(year)
            table.rate(&book, row, "my rating", "rating")
            book.language = LanguageCode.known(row("language"))
            let read = try table.date(row, "date read")
            if let day = read?.isoDay { book.readings = [ImportedReading(finishedOn: day)] }
            try table.emit(
                book,
                series: found.series,
                row,
                read: ("date read", read),
                review: row("my review", "review"),
                notes: row("private notes", "notes")
            )
        }
    }
}
