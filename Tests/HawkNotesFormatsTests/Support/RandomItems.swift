import Foundation

@testable import HawkNotesFormats

/// Numbers that are the same in every run.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: Int) { state = UInt64(bitPattern: Int64(seed)) &+ 0x9E37_79B9_7F4A_7C15 }

    /// SplitMix64: https://prng.di.unimi.it/splitmix64.c
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// Things as a library has them, with everything in them that breaks front matter.
struct RandomItems {
    private var generator: SeededGenerator

    init(seed: Int) { generator = SeededGenerator(seed) }

    static func book(web: String?) -> ImportedBook {
        var book = ImportedBook(identity: MarkdownDocument.identity(UUID()), title: "A book")
        book.libraryID = UUID(uuidString: book.identity.key)
        book.webAddress = web
        return book
    }

    private static let pieces = [
        "a", "Ä", "ß", " ", "  ", "\n", "\n\n", "\r\n", "\t", "> ", ">", "---", "---\n", "...",
        "# ", "- ",
        ": ", "\"", "'", "\\", "\\n", "&a", "*b*", " *c", " &d", "[", "]", "{", "}", "%", "@", "!",
        "|",
        "\u{85}", "\u{2028}", "\u{FEFF}", "\u{7F}", "\u{1}", "😀", "e\u{301}", "影", "null", "~",
        "true",
        "hawk-notes: 1\n", "\u{FFFD}", "\u{10FFFF}", "\u{1B}",
    ]

    mutating func text(_ count: Int = 12) -> String {
        (0..<Int.random(in: 0...count, using: &generator))
            .map { _ in Self.pieces.randomElement(using: &generator) ?? "" }.joined()
    }

    private mutating func words() -> String? {
        let text = text()
        return text.trimmed.isEmpty || Bool.random(using: &generator) ? nil : text
    }

    private mutating func name() -> String { "N" + text() }

    mutating func id() -> UUID {
        let bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
        return UUID(
            uuid: (
                bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7],
                bytes[8], bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
            )
        )
    }

    private mutating func date() -> ImportedDate? {
        guard Bool.random(using: &generator) else { return nil }
        let milliseconds = Int.random(
            in: -62_000_000_000_000...250_000_000_000_000,
            using: &generator
        )
        return .instant(Date(timeIntervalSince1970: Double(milliseconds) / 1000))
    }

    mutating func library() -> [ImportedItem] {
        let (seriesID, bookID, characterID) = (id(), id(), id())
        var series = ImportedSeries(identity: MarkdownDocument.identity(seriesID), title: name())
        series.libraryID = seriesID
        series.author = words()
        series.overview = words()
        var book = ImportedBook(identity: MarkdownDocument.identity(bookID), title: name())
        book.libraryID = bookID
        book.authors = [name(), name()]
        book.series = series.identity
        book.number = 2.5
        book.numberText = "2.5"
        book.year = 2019
        book.tagline = words()
        book.overview = words()
        book.isbn = "9781250313195"
        book.webAddress = "https://example.org/?a=1&b=*2"
        addRecord(to: &book)
        var character = ImportedCharacter(
            identity: MarkdownDocument.identity(characterID),
            name: name()
        )
        character.libraryID = characterID
        character.aliases = [name()]
        character.tagline = words()
        character.overview = words()
        character.book = book.identity
        character.series = series.identity
        var items: [ImportedItem] = [.series(series), .book(book), .character(character)]
        for _ in 0..<3 { items.append(.note(note(book.identity, character.identity))) }
        return items
    }

    /// What its reader says of it.
    private mutating func addRecord(to book: inout ImportedBook) {
        guard Bool.random(using: &generator) else { return }
        book.language = ["de", "pt-BR"].randomElement(using: &generator)
        book.status = [.toRead, .reading, .finished, .stopped].randomElement(using: &generator)
        book.rating = Int.random(in: 1...10, using: &generator)
        let days = ["2019", "2020-02", "2020-02-29", nil]
        book.readings = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
            let day = days.randomElement(using: &generator) ?? nil
            return Bool.random(using: &generator)
                ? ImportedReading(startedOn: day, finishedOn: "2021")
                : ImportedReading(startedOn: "2018-12", finishedOn: day)
        }
        book.shelves = [name(), name()]
    }

    private mutating func note(_ book: SourceIdentity, _ character: SourceIdentity) -> ImportedNote
    {
        let noteID = id()
        var note = ImportedNote(
            identity: MarkdownDocument.identity(noteID),
            book: book,
            text: text(30)
        )
        note.libraryID = noteID
        if Bool.random(using: &generator) { note.character = character }
        if Bool.random(using: &generator) { note.quote = text(30) }
        let place = ImportedPlace(chapter: words(), page: words(), location: words(), text: words())
        note.place = place.isEmpty ? nil : place
        note.created = date()
        note.isUndated = Bool.random(using: &generator)
        note.updated = date()
        note.tags = [name()]
        return note
    }
}
