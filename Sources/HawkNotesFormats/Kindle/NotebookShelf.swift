/// Makes a book and notes of a notebook.
struct NotebookShelf {
    let run: ImportRun
    let file: String
    private var known: Set<SourceIdentity> = []
    /// A highlight that the next entry may have words on.
    private var last: (note: ImportedNote, start: ClippingSpan?)?

    init(run: ImportRun, file: String) {
        self.run = run
        self.file = file
    }

    /// - Throws: errors of the run.
    mutating func emit(_ notebook: Notebook) throws {
        guard let written = run.title(notebook.title) else {
            run.tell(.noTitle, file: file)
            return
        }
        let title = BookTitle(Self.unquoted(written))
        let authors = notebook.authors.compactMap { run.title($0) }
        let identity = SourceIdentity(
            origin: "kindle",
            digestOf: "notebook",
            written,
            authors.joined(separator: "\n")
        )
        var book = ImportedBook(identity: identity, title: title.title)
        book.authors = authors
        if let series = title.series {
            book.series = try run.series(series, author: authors.first)
            book.number = title.number
        }
        try run.emit(.book(book))
        if let citation = run.title(notebook.citation) {
            run.leaveOut(.key("citation"), example: citation, file: file)
        }
        for entry in notebook.entries { try add(entry, book: identity) }
        try emitLast()
    }

    // MARK: - Entries

    private mutating func add(_ entry: Notebook.Entry, book: SourceIdentity) throws {
        let place = Place(entry)
        let kind = ClippingLine(entry.words).kind
        if kind == .bookmark {
            run.leaveOut(.bookmark, example: place.words, file: file, line: entry.row)
            return
        }
        let text = entry.text.trimmed
        guard !text.isEmpty else {
            run.leaveOut(.emptySection, example: place.words, file: file, line: entry.row)
            return
        }
        // Where the words are in an unknown language, only highlights have a color.
        let isHighlight = entry.color != nil || kind == .highlight
        if !isHighlight, var highlight = last, isNear(place, highlight) {
            highlight.note.text = text
            highlight.note.wordsIdentity = SourceIdentity(
                origin: "kindle",
                digestOf: highlight.note.identity.key,
                text
            )
            last = highlight
            return try emitLast()
        }
        try emitLast()
        guard let identity = identity(of: place, isHighlight: isHighlight, text, book: book) else {
            run.tell(.repeated, file: file, line: entry.row)
            return
        }
        var note = ImportedNote(identity: identity, book: book, text: isHighlight ? "" : text)
        if isHighlight {
            note.quote = text
            note.quoteColor = entry.color.flatMap { run.title($0) }
        }
        note.place = place.imported(run)
        if isHighlight {
            last = (note, place.start)
        } else {
            try run.emit(.note(note))
        }
    }

    private mutating func emitLast() throws {
        if let last { try run.emit(.note(last.note)) }
        last = nil
    }

    /// Whether a note can be on a highlight: it is at its end, or at its start.
    private func isNear(_ place: Place, _ highlight: (note: ImportedNote, start: ClippingSpan?))
        -> Bool
    {
        guard let start = place.start, let first = highlight.start, start.unit == first.unit else {
            return true
        }
        // A location has about 128 bytes of the book, a page some thousand.
        let size = highlight.note.quote?.utf8.count ?? 0
        let length = start.unit == .location ? size / 64 + 2 : size / 1_000 + 1
        return (first.first...first.first + length).contains(start.first)
    }

    /// The identity of an entry; nil if it repeats another one.
    ///
    /// A location stays the same when the text is edited. On a page there can be several entries,
    /// and another export may have more of them.
    private mutating func identity(
        of place: Place,
        isHighlight: Bool,
        _ text: String,
        book: SourceIdentity
    ) -> SourceIdentity? {
        let kind = isHighlight ? "highlight" : "note"
        let withText = SourceIdentity(
            origin: "kindle",
            digestOf: book.key,
            kind,
            place.key,
            text
        )
        guard known.insert(withText).inserted else { return nil }
        guard place.start?.unit == .location else { return withText }
        let only = SourceIdentity(origin: "kindle", digestOf: book.key, kind, place.key)
        return known.insert(only).inserted ? only : withText
    }

    // MARK: - The book

    /// `《T》`
    private static func unquoted(_ title: String) -> String {
        guard title.hasPrefix("《"), title.hasSuffix("》"), title.count > 2 else { return title }
        return title.dropFirst().dropLast().trimmed
    }
}

/// The place in the heading of an entry.
private struct Place {
    /// As written.
    let words: String
    private let chapter: String
    private let page: String?
    private let location: String?
    private let rest: String

    init(_ entry: Notebook.Entry) {
        words = entry.place
        var place = entry.place[...]
        var chapter = entry.chapter
        // A chapter within the one that has a heading comes first.
        if let mark = place.lastIndex(of: ">") {
            chapter = place[..<mark].trimmed
            place = place[place.index(after: mark)...]
        }
        let parts = place.split { $0 == "·" || $0 == "|" }.map { $0.trimmed }
        let line = ClippingLine(parts.joined(separator: " | "))
        // With two numbers, the second is the location in every language.
        let isPair = parts.count == 2
        self.chapter = chapter
        page = line.page ?? (isPair ? Self.number(parts[0]) : nil)
        location = line.location?.text ?? (isPair ? Self.number(parts[1]) : nil)
        rest = place.trimmed
    }

    /// The same for the same place in every language, with and without page numbers.
    var key: String {
        location.map { "location \($0)" } ?? page.map { "page \($0)" } ?? rest
    }

    /// In numbers; nil if it is unknown.
    var start: ClippingSpan? {
        let digits = (location ?? page ?? "").prefix { $0.isASCII && $0.isNumber }.prefix(9)
        return Int(digits).map {
            ClippingSpan(unit: location == nil ? .page : .location, first: $0, last: $0)
        }
    }

    func imported(_ run: ImportRun) -> ImportedPlace? {
        var place = ImportedPlace(
            chapter: run.title(chapter),
            page: page.flatMap { run.title($0) },
            location: location.flatMap { run.title($0) }
        )
        if page == nil, location == nil { place.text = run.title(rest) }
        return place.isEmpty ? nil : place
    }

    /// The last number in a text, or a range of numbers.
    private static func number(_ text: String) -> String? {
        text.split { !($0.isASCII && $0.isNumber) && !"-–".contains($0) }
            .last { $0.contains(where: \.isNumber) }
            .map { String($0).replacing("–", with: "-") }
    }
}
