/// Commands for Readwise in the notes and tags of highlights: `.h1` makes a heading, `.c1` and
/// `.c2` join pieces to one highlight, `discard` discards it, `.word` is a tag.
///
/// https://docs.readwise.io/readwise/docs/faqs/action-tags
struct ReadwiseCommands {
    private(set) var isDiscarded = false
    /// From 1 to 6.
    private(set) var headingLevel: Int?
    /// From 1 on.
    private(set) var piece: Int?
    /// The reader's own words; nil if there are none.
    private(set) var words: String?
    /// Without commands.
    private(set) var tags: [String] = []

    init(note: String?, tags: String?) {
        let names = (tags ?? "").split(separator: ",").map { tag in
            String(tag.trimmed.drop { $0 == "." })
        }.filter { !$0.isEmpty }
        var rest = (note ?? "")[...]
        var commands: Set<String> = []
        while rest.first == "." {
            let word = rest.dropFirst().prefix { !$0.isWhitespace }
            let name = word.lowercased()
            let isTag = names.contains { $0.lowercased() == name }
            // Other words may begin with a dot as well: ".NET", "...".
            guard
                isTag || Self.number(name, after: "h", 1...6) != nil
                    || Self.number(name, after: "c", 1...999) != nil || name == "discard"
            else { break }
            commands.insert(name)
            rest = rest[word.endIndex...].drop { $0.isWhitespace }
        }
        words = rest.trimmed.isEmpty ? nil : rest.trimmed
        headingLevel = commands.lazy.compactMap { Self.number($0, after: "h", 1...6) }.first
        piece = commands.lazy.compactMap { Self.number($0, after: "c", 1...999) }.first
        isDiscarded =
            commands.contains("discard") || names.contains { $0.lowercased() == "discard" }
        self.tags = names.filter { name in
            let name = name.lowercased()
            let isCommand =
                Self.number(name, after: "h", 1...6) != nil
                || Self.number(name, after: "c", 1...999) != nil
            return !(isCommand && commands.contains(name))
        }
    }

    private static func number(
        _ text: String,
        after letter: Character,
        _ range: ClosedRange<Int>
    ) -> Int? {
        guard text.first == letter, let number = Int(text.dropFirst()), range.contains(number)
        else {
            return nil
        }
        return number
    }
}

/// Headings and pieces of the books of a table, in the order of the book: rows are often in reverse
/// order.
struct ReadwiseOutline {
    private struct Heading {
        var place: Double
        var title: String
    }

    private struct Piece {
        var key: String
        var place: Double
        var number: Int
        var quote: String
        var words: String?
    }

    /// A highlight that was joined from pieces.
    struct Whole {
        var quote: String
        var words: String?
    }

    private var headings: [String: [Heading]] = [:]
    private var pieces: [String: [Piece]] = [:]
    private var wholes: [String: Whole] = [:]
    private var parts: Set<String> = []
    private var headingKeys: Set<String> = []
    private var count = 0

    mutating func add(_ row: ReadwiseRow, limit: Int) {
        guard count < limit, !row.commands.isDiscarded, let quote = row.quote else { return }
        if row.commands.headingLevel != nil, let place = row.place {
            let heading = Heading(place: place, title: quote)
            headings[row.scale, default: []].append(heading)
            headingKeys.insert(row.key)
            count += 1
        } else if let number = row.commands.piece, let place = row.place {
            let piece = Piece(
                key: row.key,
                place: place,
                number: number,
                quote: quote,
                words: row.commands.words
            )
            pieces[row.scale, default: []].append(piece)
            count += 1
        }
    }

    /// Call this after all rows.
    mutating func finish() {
        for scale in headings.keys { headings[scale]?.sort { $0.place < $1.place } }
        for pieces in pieces.values {
            var last: (whole: String, number: Int)?
            let sorted = pieces.sorted { ($0.place, $0.number) < ($1.place, $1.number) }
            for piece in sorted {
                if let before = last, piece.number == before.number + 1 {
                    wholes[before.whole]?.quote += " … \(piece.quote)"
                    let words = [wholes[before.whole]?.words, piece.words].compactMap { $0 }
                    wholes[before.whole]?.words =
                        words.isEmpty ? nil : words.joined(separator: "\n\n")
                    parts.insert(piece.key)
                    last = (before.whole, piece.number)
                } else {
                    wholes[piece.key] = Whole(quote: piece.quote, words: piece.words)
                    last = (piece.key, piece.number)
                }
            }
        }
        pieces = [:]
    }

    /// The heading above a row.
    func chapter(of row: ReadwiseRow) -> String? {
        guard let place = row.place, let headings = headings[row.scale] else { return nil }
        var (low, high) = (0, headings.count)
        while low < high {
            let middle = (low + high) / 2
            if headings[middle].place <= place { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? headings[low - 1].title : nil
    }

    /// Whether a row is a heading.
    func isHeading(_ row: ReadwiseRow) -> Bool { headingKeys.contains(row.key) }

    /// The joined highlight whose first piece is this row.
    func whole(_ row: ReadwiseRow) -> Whole? { wholes[row.key] }

    /// Whether a row is a further piece of a highlight.
    func isPart(_ row: ReadwiseRow) -> Bool { parts.contains(row.key) }
}
