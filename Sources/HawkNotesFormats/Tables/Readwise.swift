import Foundation

/// A table of highlights from Readwise.
///
/// `Highlight,Book Title,Book Author,Amazon Book ID,Note,Color,Tags,Location Type,Location,
/// Highlighted at,Document tags`; the last column may be missing, and titles include `(Series #1)`.
struct Readwise: ImportFormat {
    static let name = ImportFormatName.readwise

    func recognise(_ sample: ImportSample) -> ImportConfidence {
        let columns = CSVReader.columns(of: sample.text)
        return columns.isSuperset(of: ["highlight", "book title", "book author"]) ? .certain : .no
    }

    private static let columns = BookTable.Columns(
        origin: "readwise",
        dates: ["highlighted at"],
        taken: [
            "highlight", "book title", "book author", "amazon book id", "note", "color", "tags",
            "location type", "location", "highlighted at",
        ]
    )

    func read(_ source: ImportSource, into run: ImportRun) throws {
        guard let file = run.onlyFile(of: source) else { return }
        var outline = ReadwiseOutline()
        try CSVReader(run: run, file: file).eachRow(isTold: false) { row in
            outline.add(ReadwiseRow(row), limit: run.limits.bookCount)
        }
        outline.finish()
        try BookTable.eachRow(of: source, run, Self.columns) { table, row in
            let found = table.book(
                row,
                key: row("amazon book id"),
                title: row("book title"),
                authors: AuthorNames.ofSentence(row("book author")),
                listed: row("book author")
            )
            guard let (book, series) = found else { return }
            let highlight = ReadwiseRow(row)
            try table.emit(book, series: series)
            guard isTaken(highlight, outline, table) else { return }
            var note = note(highlight, book, outline, run)
            note.created = try table.date(row, "highlighted at")
            try run.emit(.note(note))
        }
    }

    /// Whether a row is a note of its own; reports rows that are not.
    private func isTaken(
        _ row: ReadwiseRow,
        _ outline: ReadwiseOutline,
        _ table: BookTable
    ) -> Bool {
        guard row.quote != nil || row.note != nil else {
            table.run.tell(.nothingInIt, file: table.file, line: row.number)
            return false
        }
        let example = table.run.title(row.quote ?? row.note) ?? ""
        if row.commands.isDiscarded {
            table.run.leaveOut(.discarded, example: example, file: table.file)
            return false
        }
        if outline.isHeading(row) {
            table.run.leaveOut(.heading, example: example, file: table.file)
            // The reader's own words on a heading are a note.
            return row.commands.words != nil
        }
        guard !outline.isPart(row) else { return false }
        let whole = outline.whole(row)
        guard (whole?.quote ?? row.quote) != nil || (whole?.words ?? row.commands.words) != nil
        else {
            // Only commands, without a highlight.
            table.run.tell(.nothingInIt, file: table.file, line: row.number)
            return false
        }
        return true
    }

    private func note(
        _ row: ReadwiseRow,
        _ book: ImportedBook,
        _ outline: ReadwiseOutline,
        _ run: ImportRun
    ) -> ImportedNote {
        let whole = outline.whole(row)
        let identity = SourceIdentity(
            origin: "readwise",
            digestOf: book.identity.key,
            row.quote ?? row.note ?? "",
            row.location ?? ""
        )
        let words = whole?.words ?? row.commands.words
        var note = ImportedNote(identity: identity, book: book.identity, text: words ?? "")
        if let written = row.note, words != nil, row.quote != nil {
            note.wordsIdentity = SourceIdentity(origin: "readwise", digestOf: identity.key, written)
        }
        note.quote = whole?.quote ?? row.quote
        note.quoteColor = note.quote.flatMap { _ in run.title(row.color) }
        note.place = place(row, run: run)
        if let chapter = outline.chapter(of: row).flatMap({ run.title($0) }) {
            note.place = note.place ?? ImportedPlace()
            note.place?.chapter = chapter
        }
        note.tags = row.commands.tags.compactMap { run.title($0) }
        return note
    }

    private func place(_ row: ReadwiseRow, run: ImportRun) -> ImportedPlace? {
        guard let text = run.title(row.location) else { return nil }
        switch row.locationType {
        case "page": return ImportedPlace(page: text)
        case "location": return ImportedPlace(location: text)
        // Readwise's own counters, which mean nothing to users.
        case "order", "offset", "none", "time_offset": return nil
        default: return ImportedPlace(text: text)
        }
    }
}

/// A row of the table.
struct ReadwiseRow {
    let number: Int
    let quote: String?
    /// As written, with commands.
    let note: String?
    let commands: ReadwiseCommands
    let color: String?
    let location: String?
    let locationType: String?
    /// The scope of positions: a book, and pages or locations.
    let scale: String

    init(_ row: CSVReader.Row) {
        number = row.number
        quote = row("highlight")
        note = row("note")
        commands = ReadwiseCommands(note: row("note"), tags: row("tags"))
        color = row("color")
        location = row("location")
        locationType = row("location type")?.lowercased()
        let book = [row("amazon book id"), row("book title"), row("book author"), locationType]
        scale = book.map { $0 ?? "" }.joined(separator: "\n")
    }

    /// The position, if it is a number.
    var place: Double? { location.flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil } }

    /// Identifies the highlight within its table.
    var key: String { [scale, quote ?? "", location ?? ""].joined(separator: "\n") }
}
