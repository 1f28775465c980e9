import Foundation
import HawkNotesModel

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

/// Fills a library with series that have everything in them, and much that breaks formats.
struct RandomLibrary {
    private var generator: SeededGenerator
    /// Whether it has what the first files of ours could not say.
    private let hasRecords: Bool

    init(seed: Int, hasRecords: Bool = true) {
        generator = SeededGenerator(seed)
        self.hasRecords = hasRecords
    }

    mutating func fill(_ library: Library) throws {
        for _ in 0..<Int.random(in: 1...2, using: &generator) { try addSeries(to: library) }
    }

    /// Adds what only a whole library has: favorites, reading positions, mentions, changed fields,
    /// relations between two series, a lone book, and joined books and characters.
    mutating func addRest(to library: Library) throws {
        let lone = id()
        _ = try library.changeSeries { changes in
            try changes.makeSeriesOfLoneBook(lone)
            try changes.save(Book(id: id(), seriesID: lone, title: line(), position: 0))
        }
        var ends: [UUID] = []
        for summary in try library.allSeries() {
            guard let series = try library.series(summary.id) else { continue }
            if let book = series.books.randomElement(using: &generator), number(2) == 0 {
                let chapter = series.chapters(of: book.id).randomElement(using: &generator)
                let position = ReadingPosition(bookID: book.id, chapterID: chapter?.id)
                try library.setReadUpTo(position, in: series.id)
            }
            for var character in series.allCharacters {
                if number(3) == 0 { try library.setFavorite(character.id, true) }
                let text = "\(line()) \(Mention.link(to: character.id, name: line())) \(line())"
                let subject =
                    series.books.first.map { NoteSubject.book($0.id) } ?? .character(character.id)
                try library.addNote(text, on: subject)
                if number(3) == 0 {
                    character.summary = number(2) == 0 ? nil : line()
                    try library.save(character)
                }
            }
            try joinParts(of: series, in: library)
            ends += series.allCharacters.last.map { [$0.id] } ?? []
        }
        guard ends.count > 1 else { return }
        let relation = Relation(id: id(), first: ends[0], second: ends[1], word: name())
        _ = try library.importBatch(format: "test", name: "relation") { importer in
            try importer.add(relation, position: 7, origin: .own)
            return nil
        }
    }

    /// Each part with the next one, so that former ids lead to former ids.
    private mutating func joinParts(of series: Series, in library: Library) throws {
        let books = series.books.map { SeriesPart.book($0.id) }
        let characters = series.allCharacters.map { SeriesPart.character($0.id) }
        for parts in [books, characters] {
            for (part, next) in zip(parts, parts.dropFirst()) where number(3) == 0 {
                _ = try library.changeSeries { try $0.join(part, into: next.id) }
            }
        }
    }

    private static let pieces = [
        "a", "Ä", "ß", " ", "  ", "\t", "> ", ">", "---", "...", "# ", "- ", ": ", "\"", "'", "\\",
        "\\n", "&a", "*b*", " *c", "[[Agatha]]", "[", "]", "{", "}", "%", "@", "!", "|", "😀",
        "e\u{301}", "影", "null", "~", "true", "hawk-notes: 1", "\u{FFFD}", "\u{FEFF}", "\u{2028}",
        "<b>", "&amp;", "<!-- hawk-notes text -->", "<!-- /hawk-notes -->", "[x](a.md)", "[@y](",
        "](b.md#hawknotes://character/1)",
    ]

    private mutating func line() -> String {
        "N"
            + (0..<Int.random(in: 0...6, using: &generator))
            .map { _ in Self.pieces.randomElement(using: &generator) ?? "" }.joined() + "e"
    }

    private mutating func words() -> String? {
        guard Bool.random(using: &generator) else { return nil }
        return (0..<Int.random(in: 1...4, using: &generator)).map { _ in line() }
            .joined(
                separator: [
                    "\n", "\n\n", "\r\n", "\n> ", "\n---\n", "\n<!-- /hawk-notes -->\n",
                    "\n<!--- hawk-notes text -->\n",
                ][number(7)]
            )
    }

    private mutating func name() -> String? { Bool.random(using: &generator) ? line() : nil }

    private mutating func number(_ count: Int) -> Int {
        Int.random(in: 0..<count, using: &generator)
    }

    private mutating func id() -> UUID {
        let (one, other) = (generator.next(), generator.next())
        let bytes = [one, other].flatMap { word in (0..<8).map { UInt8(word >> ($0 * 8) & 0xFF) } }
        return UUID(
            uuid: (
                bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7],
                bytes[8], bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
            )
        )
    }

    private mutating func origin() -> Origin { number(3) == 0 ? .imported : .own }

    private mutating func picture(_ library: Library) throws -> UUID? {
        guard number(3) == 0 else { return nil }
        let head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let data = Data(head + (0..<number(200)).map { UInt8($0) } + [UInt8(number(256))])
        return try library.addPicture(
            StoredPicture(data: data, type: "image/png", width: 2, height: 3)
        )
    }

    private mutating func colors() -> ColorPair? {
        guard Bool.random(using: &generator) else { return nil }
        let (red, blue) = (UInt8(number(256)), UInt8(number(256)))
        return ColorPair(
            light: RGBColor(red: red, green: 0, blue: blue),
            dark: RGBColor(red: blue, green: 255, blue: red)
        )
    }

    private mutating func addSeries(to library: Library) throws {
        let (seriesID, origin) = (id(), origin())
        let title = line()
        let author = name()
        var books: [Book] = []
        for position in 0..<number(4) {
            var book = Book(id: id(), seriesID: seriesID, title: line(), position: position * 2)
            book.author = name()
            book.number = name()
            if number(2) == 0 {
                let month = number(13)
                book.published = PublicationDate(year: 1900 + number(200), month: month)
                if month == 0 { book.published = PublicationDate(year: 1900 + number(200)) }
            }
            book.tagline = name()
            book.overview = words()
            book.isbn10 = number(2) == 0 ? "978125031319\(number(10))" : nil
            book.amazonURL = number(2) == 0 ? URL(string: "https://example.org/?a=1&b=*2") : nil
            book.linkName = name()
            book.accent = colors()
            book.tint = colors()
            book.coverID = try picture(library)
            if hasRecords { addRecord(to: &book) }
            books.append(book)
        }
        let chapters = books.flatMap { book in
            (0..<number(4)).map { Chapter(id: id(), bookID: book.id, name: line(), position: $0) }
        }
        var characters: [Character] = []
        for position in 0..<number(5) {
            let book = number(3) == 0 ? nil : books.randomElement(using: &generator)
            var character = Character(
                id: id(),
                seriesID: seriesID,
                name: line(),
                bookID: book?.id,
                position: position
            )
            character.summary = name()
            character.synopsis = words()
            character.aliases = (0..<number(3)).map { _ in line() }
                .filter { !$0.contains(where: \.isNewline) }
            character.chapterID = chapters.first { $0.bookID == book?.id }?.id
            character.avatarID = try picture(library)
            characters.append(character)
        }
        let relations = characters.dropFirst().map { character in
            Relation(
                id: id(),
                first: characters[0].id,
                second: character.id,
                word: name(),
                bookID: number(2) == 0 ? books.first?.id : nil
            )
        }
        let notes =
            books.flatMap { self.notes(on: .book($0.id), chapters) }
            + characters.flatMap { self.notes(on: .character($0.id), chapters) }
        _ = try library.importBatch(format: "test", name: "random") { importer in
            let details = SeriesDetails(id: seriesID, title: title, author: author)
            try importer.add(details, origin: origin)
            for book in books { try importer.add(book, origin: origin) }
            for chapter in chapters { try importer.add(chapter, origin: origin) }
            for character in characters { try importer.add(character, origin: origin) }
            for (position, relation) in relations.enumerated() {
                try importer.add(relation, position: position, origin: origin)
            }
            // Some come from another program.
            for note in notes {
                try importer.add(note, source: note.isUndated ? "test \(note.id ?? seriesID)" : nil)
            }
            return nil
        }
    }

    private mutating func addRecord(to book: inout Book) {
        book.language = number(2) == 0 ? "pt-BR" : nil
        book.readingStatus = number(2) == 0 ? ReadingStatus.allCases[number(4)] : nil
        book.rating = number(2) == 0 ? 1 + number(10) : nil
        let dates = [nil, "2019", "2020-02", "2020-02-29"]
        book.readings = (0..<number(3)).map { _ in
            ReadingDates(startedOn: dates[number(4)], finishedOn: dates[1 + number(3)])
        }
        book.shelves = (0..<number(3)).map { _ in line() }
    }

    private mutating func notes(on subject: NoteSubject, _ chapters: [Chapter]) -> [ImportedNote] {
        (0..<number(4)).map { index in
            var note = ImportedNote(id: id(), on: subject, text: words() ?? line())
            if number(2) == 0 {
                note.quote = Quote(words() ?? line(), color: name(), style: name())
                if number(2) == 0 { note.text = "" }
            }
            if number(2) == 0 {
                // The chapter need not be there.
                let chapter = chapters.randomElement(using: &generator)
                let chapterID = number(4) == 0 ? id() : chapter?.id
                note.place = NotePlace(chapterID: chapterID, text: name())
            }
            // Some at the same moment: their order counts.
            let milliseconds = 1_700_000_000_000 + number(3) * 1_234
            note.createdAt = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
            if number(3) == 0 {
                note.modifiedAt = note.createdAt?.addingTimeInterval(60.5)
            }
            if number(3) == 0 { note.tags = (0..<number(3)).map { _ in line() } }
            note.isUndated = hasRecords && number(3) == 0
            return note
        }
    }
}
