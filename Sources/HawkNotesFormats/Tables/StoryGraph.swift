import Foundation

/// A table of books from The StoryGraph.
///
/// `Title,Authors,Contributors,ISBN/UID,Format,Read Status,Date Added,Last Date Read,Dates Read,Read Count,
/// Moods,Pace,…,Star Rating,Review,Content Warnings,…,Tags,Owned?`; dates with slashes.
struct StoryGraph: ImportFormat {
    static let name = ImportFormatName.storyGraph

    func recognise(_ sample: ImportSample) -> ImportConfidence {
        let columns = CSVReader.columns(of: sample.text)
        return columns.isSuperset(of: ["title", "authors", "isbn/uid", "read status"])
            ? .certain : .no
    }

    func read(_ source: ImportSource, into run: ImportRun) throws {
        let dates = ["last date read", "date added"]
        try BookTable.eachRow(of: source, run, origin: "storygraph", dates: dates) { table, row in
            let uid = row("isbn/uid")
            table.leaveOut("Contributors", row("contributors"))
            let found = table.book(
                row,
                key: uid,
                title: row("title"),
                authors: AuthorNames.ofList(row("authors")),
                listed: row("authors")
            )
            guard let found else { return }
            var book = found.book
            // Where it is no ISBN, it is an id of their own, and nothing is wrong with it.
            book.isbn = uid.flatMap { ISBN.checked($0) }
            try table.emit(book, series: found.series, row: row.number)
            let date = try table.date(row, "last date read", "date added")
            try table.emitNote(row("review"), kind: "review", on: book, created: date)
        }
    }
}
