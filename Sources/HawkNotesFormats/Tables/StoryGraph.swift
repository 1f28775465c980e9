import Foundation

/// A table of books from The StoryGraph.
///
/// `Title,Authors,Contributors,ISBN/UID,Format,Read Status,Date Added,Last Date Read,Dates Read,
/// Read Count,Moods,Pace,…,Star Rating,Review,Content Warnings,…,Tags,Owned?`; dates with slashes.
struct StoryGraph: ImportFormat {
    static let name = ImportFormatName.storyGraph

    func recognise(_ sample: ImportSample) -> ImportConfidence {
        let columns = CSVReader.columns(of: sample.text)
        return columns.isSuperset(of: ["title", "authors", "isbn/uid", "read status"])
            ? .certain : .no
    }

    private static let columns = BookTable.Columns(
        origin: "storygraph",
        dates: ["last date read", "dates read", "date added"],
        taken: [
            "title", "authors", "isbn/uid", "read status", "last date read", "dates read",
            "read count", "star rating", "review", "tags",
        ],
        nothing: ["owned?": ["no"]]
    )

    func read(_ source: ImportSource, into run: ImportRun) throws {
        try BookTable.eachRow(of: source, run, Self.columns) { table, row in
            let uid = row("isbn/uid")
            let found = table.book(
                row,
                key: uid,
                title: row("title"),
                authors: AuthorNames.ofList(row("authors")),
                listed: row("authors")
            )
            guard let found else { return }
            var book = found.book
            // Otherwise it is The StoryGraph's own ID, which is not a problem.
            book.isbn = uid.flatMap { ISBN.checked($0) }
            table.rate(&book, row, "star rating")
            book.shelve(BookTable.list(row("tags")))
            book.status = Self.status(row, table)
            let read = try table.date(row, "last date read")
            book.readings = try table.readings(row, column: "dates read")
            if book.readings.isEmpty, let day = read?.isoDay {
                book.readings = [ImportedReading(finishedOn: day)]
            }
            table.tellReadCount(row, "read count", of: book)
            try table.emit(
                book,
                series: found.series,
                row,
                read: ("last date read", read),
                review: row("review")
            )
        }
    }

    private static func status(
        _ row: CSVReader.Row,
        _ table: BookTable
    ) -> ImportedReadingStatus? {
        switch row("read status")?.lowercased() {
        case "to-read": return .toRead
        case "currently-reading": return .reading
        case "read": return .finished
        case "did-not-finish": return .stopped
        case let other?:
            table.leaveOut(row.heading(of: "read status"), other)
            return nil
        case nil: return nil
        }
    }
}
