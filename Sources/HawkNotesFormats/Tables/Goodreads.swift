import Foundation

/// A table of books from Goodreads.
///
/// `Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,…,Original Publication
/// Year,Date Read,Date Added,Bookshelves,…,My Review,Spoiler,Private Notes,…`. ISBNs are written as
/// `="…"`; the series is only in the title.
struct Goodreads: ImportFormat {
    static let name = ImportFormatName.goodreads

    func recognise(_ sample: ImportSample) -> ImportConfidence {
        let columns = CSVReader.columns(of: sample.text)
        guard columns.isSuperset(of: ["title", "author"]) else { return .no }
        if columns.isSuperset(of: ["book id", "exclusive shelf"]) { return .certain }
        return columns.intersection(Self.own).count > 1 ? .maybe : .no
    }

    /// Columns that are rare in other tables; users may have deleted some.
    private static let own: Set = [
        "book id", "author l-f", "my rating", "original publication year", "exclusive shelf",
        "bookshelves with positions", "owned copies",
    ]

    private static let columns = BookTable.Columns(
        origin: "goodreads",
        dates: ["date read", "date added"],
        // The authors include translators, illustrators and narrators, without any distinction.
        taken: [
            "book id", "title", "author", "author l-f", "isbn", "isbn13", "my rating",
            "year published", "original publication year", "date read", "bookshelves",
            "bookshelves with positions", "exclusive shelf", "my review", "private notes",
            "read count",
        ],
        nothing: [
            "owned copies": ["0"], "number of pages": ["0"],
            "average rating": ["0", "0.0", "0.00"],
            "spoiler": ["false"],
        ]
    )

    func read(_ source: ImportSource, into run: ImportRun) throws {
        try BookTable.eachRow(of: source, run, Self.columns) { table, row in
            let found = table.book(
                row,
                key: row("book id"),
                title: row("title"),
                authors: AuthorNames.ofOne(row("author")),
                listed: row("author"),
                row("additional authors")
            )
            guard let found else { return }
            var book = found.book
            book.isbn =
                table.isbn(row("isbn13"), line: row.number)
                ?? table.isbn(row("isbn"), line: row.number)
            book.year = BookTable.year(row("original publication year", "year published"))
            table.rate(&book, row, "my rating")
            Self.shelve(&book, row)
            let read = try table.date(row, "date read")
            if let day = read?.isoDay { book.readings = [ImportedReading(finishedOn: day)] }
            table.tellReadCount(row, "read count", of: book)
            try table.emit(
                book,
                series: found.series,
                row,
                read: ("date read", read),
                review: row("my review"),
                notes: row("private notes")
            )
        }
    }

    /// An exclusive shelf is a status, unless the user made it.
    private static func shelve(_ book: inout ImportedBook, _ row: CSVReader.Row) {
        let own = row("exclusive shelf")
        let shelves = BookTable.list(row("bookshelves")) + [own].compactMap(\.self)
        book.shelve(shelves.filter { statuses[$0.lowercased()] == nil })
        book.status = own.flatMap { statuses[$0.lowercased()] }
    }

    private static let statuses: [String: ImportedReadingStatus] = [
        "to-read": .toRead, "currently-reading": .reading, "read": .finished,
    ]
}
