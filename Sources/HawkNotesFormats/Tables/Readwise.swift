import Foundation

/// A table of highlights from Readwise.
///
/// `Highlight,Book Title,Book Author,Amazon Book ID,Note,Color,Tags,Location Type,Location,Highlighted at,
/// Document tags`; the last column may be missing, and titles carry `(Series #1)`.
struct Readwise: ImportFormat {
    static let name = ImportFormatName.readwise

    func recognise(_ sample: ImportSample) -> ImportConfidence {
        let columns = CSVReader.columns(of: sample.text)
        return columns.isSuperset(of: ["highlight", "book title", "book author"]) ? .certain : .no
    }

    func read(_ source: ImportSource, into run: ImportRun) throws {
        let dates = ["highlighted at"]
        try BookTable.eachRow(of: source, run, origin: "readwise", dates: dates) { table, row in
            let found = table.book(
                row,
                key: row("amazon book id"),
                title: row("book title"),
                authors: AuthorNames.ofSentence(row("book author")),
                listed: row("book author")
            )
            guard let (book, series) = found else { return }
            try table.emit(book, series: series)
            try emitNote(row, book, table)
        }
    }

    private func emitNote(_ row: CSVReader.Row, _ book: ImportedBook, _ table: BookTable) throws {
        let quote = row("highlight")
        let words = row("note")
        guard quote != nil || words != nil else {
            return table.run.tell(.nothingInIt, file: table.file, line: row.number)
        }
        let key = book.identity.key
        let location = row("location")
        let identity = SourceIdentity(
            origin: "readwise",
            digestOf: key,
            quote ?? words ?? "",
            location ?? ""
        )
        var note = ImportedNote(identity: identity, book: book.identity, text: words ?? "")
        if let words, quote != nil {
            note.wordsIdentity = SourceIdentity(origin: "readwise", digestOf: identity.key, words)
        }
        note.quote = quote
        note.quoteColor = quote.flatMap { _ in table.run.title(row("color")) }
        note.place = place(location, type: row("location type"), run: table.run)
        note.created = try table.date(row, "highlighted at")
        note.tags = (row("tags") ?? "").split(separator: ",").compactMap {
            table.run.title(String($0))
        }
        try table.run.emit(.note(note))
    }

    private func place(_ text: String?, type: String?, run: ImportRun) -> ImportedPlace? {
        guard let text = run.title(text) else { return nil }
        switch type?.lowercased() {
        case "page": return ImportedPlace(page: text)
        case "location": return ImportedPlace(location: text)
        // Its own count of what lies before, of no use to a person.
        case "order", "offset", "none", "time_offset": return nil
        default: return ImportedPlace(text: text)
        }
    }
}
