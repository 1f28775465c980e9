import Foundation

/// A table of books from Goodreads.
///
/// `Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,…,Original Publication Year,Date
/// Read,Date Added,Bookshelves,…,My Review,Spoiler,Private Notes,…`. ISBNs are written `="…"`, the series
/// stands in the title only.
struct Goodreads: ImportFormat {
    static let name = ImportFormatName.goodreads

    func recognise(_ sample: ImportSample) -> ImportConfidence {
        let columns = CSVReader.columns(of: sample.text)
        if columns.isSuperset(of: ["book id", "title", "author", "exclusive shelf"]) {
            return .certain
        }
        return columns.isSuperset(of: ["title", "author", "isbn13"]) ? .maybe : .no
    }

    func read(_ source: ImportSource, into run: ImportRun) throws {
        let dates = ["date read", "date added"]
        try BookTable.eachRow(of: source, run, origin: "goodreads", dates: dates) { table, row in
            // Translators, illustrators and narrators stand there too, and nothing tells them apart.
            table.leaveOut("Additional Authors", row("additional authors"))
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
            try table.emit(book, series: found.series, row: row.number)
            let date = try table.date(row, "date read", "date added")
            try table.emitNote(row("my review"), kind: "review", on: book, created: date)
            try table.emitNote(row("private notes"), kind: "private", on: book, created: date)
        }
    }
}
