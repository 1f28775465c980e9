import Foundation

/// Books with passages that a reader has marked, and what becomes of them later. Programs write it down in
/// their own ways: see `RandomShelf+Writers`.
struct RandomShelf {
    private var generator: SeededGenerator
    private(set) var books: [Book] = []
    /// All that was ever done, in its order: a Kindle forgets nothing.
    private(set) var log: [Event] = []
    private var minute = 0
    private let hasBareWords: Bool

    struct Book {
        var title: String
        var author: String
        var passages: [Passage] = []
    }

    struct Passage {
        /// The same as long as it lives.
        let number: Int
        /// Nil where there are only the reader's words.
        var quote: String?
        var words: String?
        var chapter: String
        /// In the device's own count; passages do not touch one another.
        var start: Int
        var end: Int
        /// Where the reader's words are, which stay when the passage grows.
        var wordsPlace: Int
        /// Minutes since the first.
        var minute: Int
    }

    struct Event {
        var book: Int
        /// Whether it is a passage, and not the reader's words.
        var isHighlight: Bool
        var start: Int
        var end: Int
        var text: String
        var minute: Int
    }

    /// - Parameter hasBareWords: whether some of the reader's words are about no passage.
    init(seed: Int, hasBareWords: Bool = true, bookCount: ClosedRange<Int> = 1...3) {
        generator = SeededGenerator(seed)
        self.hasBareWords = hasBareWords
        for number in 0..<Int.random(in: bookCount, using: &generator) {
            let name = String(UnicodeScalar(UInt8(ascii: "A") + UInt8(number)))
            books.append(Book(title: "Volume \(name) of Tides", author: "Ada Writer\(name)"))
            for _ in 0..<Int.random(in: 1...6, using: &generator) { addPassage(to: number) }
        }
    }

    // MARK: - What the library is to have of it

    var noteCount: Int { books.reduce(0) { $0 + $1.passages.count } }
    var quotes: [String] { books.flatMap(\.passages).compactMap(\.quote).sorted() }
    var words: [String] { books.flatMap(\.passages).compactMap(\.words).sorted() }

    // MARK: - What the reader does

    /// Marks one passage more in each book.
    mutating func grow() {
        for book in books.indices { addPassage(to: book) }
    }

    /// Goes over about half of the passages.
    ///
    /// - Parameter canBeginEarlier: whether passages may begin elsewhere from now on.
    mutating func edit(canBeginEarlier: Bool) {
        for book in books.indices {
            for place in books[book].passages.indices where chance(2) {
                switch Int.random(in: 0..<(canBeginEarlier ? 3 : 2), using: &generator) {
                case 0: addWords(book, place)
                case 1: lengthen(book, place)
                default: beginEarlier(book, place)
                }
            }
        }
    }

    private mutating func addWords(_ book: Int, _ place: Int) {
        let new = (books[book].passages[place].words.map { "\($0) And: " } ?? "") + sentence()
        books[book].passages[place].words = new
        record(book, place, words: new)
    }

    private mutating func lengthen(_ book: Int, _ place: Int) {
        guard let quote = books[book].passages[place].quote else { return }
        books[book].passages[place].quote = "\(quote) \(sentence())"
        books[book].passages[place].end += 1
        record(book, place)
    }

    private mutating func beginEarlier(_ book: Int, _ place: Int) {
        guard let quote = books[book].passages[place].quote else { return }
        books[book].passages[place].quote = "\(sentence()) \(quote)"
        books[book].passages[place].start -= 1
        record(book, place)
    }

    private mutating func addPassage(to book: Int) {
        let place = books[book].passages.count
        let start = 100 * (place + 1) + Int.random(in: 0...40, using: &generator)
        let end = start + Int.random(in: 1...9, using: &generator)
        minute += Int.random(in: 1...90, using: &generator)
        var passage = Passage(
            number: 1_000 * (book + 1) + place,
            chapter: "Chapter \(place / 2 + 1)",
            start: start,
            end: end,
            wordsPlace: end,
            minute: minute
        )
        if !hasBareWords || !chance(6) {
            // The same words stand at two places of some books.
            let other = books[book].passages.first?.quote
            passage.quote = chance(5) ? other ?? sentence() : sentence()
        }
        if passage.quote == nil || chance(3) { passage.words = sentence() }
        books[book].passages.append(passage)
        if passage.quote != nil { record(book, place) }
        if let words = passage.words { record(book, place, words: words) }
    }

    private mutating func record(_ book: Int, _ place: Int, words: String? = nil) {
        minute += 1
        let passage = books[book].passages[place]
        log.append(
            Event(
                book: book,
                isHighlight: words == nil,
                start: words == nil ? passage.start : passage.wordsPlace,
                end: words == nil ? passage.end : passage.wordsPlace,
                text: words ?? passage.quote ?? "",
                minute: minute
            )
        )
    }

    // MARK: - Texts

    private mutating func chance(_ count: Int) -> Bool {
        Int.random(in: 0..<count, using: &generator) == 0
    }

    private static let nouns = [
        "heron", "ledger", "“lamp”", "orchard", "ferry", "Größe", "bell", "reed", "影", "anvil",
    ]
    private static let verbs = ["keeps", "forgets", "sells", "mends", "counts", "hides"]

    /// A number makes each of them different from all others.
    private mutating func sentence() -> String {
        let noun = Self.nouns.randomElement(using: &generator) ?? ""
        let verb = Self.verbs.randomElement(using: &generator) ?? ""
        let number = Int.random(in: 100_000...999_999, using: &generator)
        return "The \(noun) \(verb) number \(number), or so."
    }
}
