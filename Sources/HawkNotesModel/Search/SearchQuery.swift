import Foundation

/// The text of the search field, parsed.
///
/// All words must match, in any order; the last one may be the beginning of a word as long as nothing follows
/// it. Quoted text must match as it is. Stars find the books with that rating. `book:`, `character:`, `tag:`,
/// `before:` and `after:` with a word or quoted text, and `has:quotation`, are filters, and so are their
/// translations; see ``SearchFilterWords``.
struct SearchQuery: Hashable, Sendable {
    /// Something that must be in a text.
    struct Term: Hashable, Sendable {
        /// Words that follow one another; each of the alternatives will do.
        var alternatives: [[String]]
        /// Runs without word breaks that must be there.
        var runs: [String]
        /// Whether the last word is only the beginning of one.
        var isPrefix: Bool

        /// The one word that it consists of; nil where there are several, or runs.
        var word: String? {
            guard runs.isEmpty, let first = alternatives.last, first.count == 1 else { return nil }
            return first[0]
        }
    }

    /// A tag of notes, as tags are compared.
    struct Tag: Hashable, Sendable {
        var folded: String
        /// Whether it is only the beginning of one.
        var isPrefix: Bool

        /// Whether it is one of these.
        func isAmong(_ names: [String]) -> Bool {
            names.lazy.map(\.folded).contains {
                isPrefix ? $0.utf8.starts(with: folded.utf8) : $0 == folded
            }
        }
    }

    /// What narrows a search down.
    enum Filter: Hashable, Sendable {
        case book([Term])
        case character([Term])
        case tag(Tag)
        /// Before the beginning of a day, a month or a year.
        case before(Date)
        /// From the beginning of a day, a month or a year on.
        case after(Date)
        /// The pages of a book and of the characters that it introduces.
        case bookPages(UUID)
        /// The page of a character, and what mentions it.
        case about(UUID)
        /// With a quotation.
        case quoted
    }

    /// Only this many characters are parsed; users may paste a whole book.
    private static let scalarLimit = 1000
    /// So many words are looked for.
    private static let termLimit = 32

    private(set) var terms: [Term] = []
    private(set) var filters: [Filter] = []
    /// Ratings, which only books have: of notes, nothing but the words is looked for.
    private var ratings: [Term] = []

    /// What is looked for in books and characters.
    var partTerms: [Term] { terms + ratings }

    /// Whether nothing but books can be found.
    var isForBooksOnly: Bool { terms.isEmpty && filters.isEmpty && !ratings.isEmpty }

    /// Whether there is nothing to look for, although something was typed: signs that are no words.
    var isUnanswerable: Bool { partTerms.isEmpty && filters.isEmpty && hasOtherSigns }

    /// Whether no words are looked for: all notes are found that the filters leave, by date.
    var isWordless: Bool { partTerms.isEmpty && !hasOtherSigns }

    /// Whether all notes are found.
    var isForAllNotes: Bool { isWordless && filters.isEmpty }

    /// Whether something was typed that is neither a word nor a filter.
    private var hasOtherSigns = false

    /// - Parameters:
    ///   - request: what is searched for.
    ///   - dates: reads the dates of filters.
    ///   - words: the words of filters.
    init(_ request: SearchRequest, dates: SearchDates, words: SearchFilterWords) {
        self.init(request.text, dates: dates, words: words)
        filters += request.filters.filters(dates)
    }

    /// - Parameters:
    ///   - dates: reads the dates of filters.
    ///   - words: the words of filters.
    init(
        _ text: String,
        dates: SearchDates = SearchDates(),
        words: SearchFilterWords = .english
    ) {
        let start = String(text.unicodeScalars.prefix(Self.scalarLimit))
        let pieces = Piece.all(in: start, words)
        for (index, piece) in pieces.enumerated() {
            let isLast = index == pieces.count - 1 && piece.mayGoOn
            guard let kind = piece.filter else {
                add(piece.text, isPhrase: piece.isQuoted, isPrefix: isLast)
                continue
            }
            switch kind {
            case .before:
                if let date = dates.beginning(of: piece.text) { filters.append(.before(date)) }
            case .after:
                if let date = dates.beginning(of: piece.text) { filters.append(.after(date)) }
            case .book: addFilter(piece.text, isLast, Filter.book)
            case .character: addFilter(piece.text, isLast, Filter.character)
            case .tag: addTag(piece.text, isLast)
            case .has:
                let isQuotation = words.meansQuotation(piece.text, isPrefix: isLast)
                if isQuotation { filters.append(.quoted) }
            }
        }
    }

    /// The same words in titles and names.
    static func terms(_ text: String, isPrefix: Bool) -> [Term] {
        let words = text.split(whereSeparator: \.isWhitespace).prefix(termLimit)
        return words.enumerated().compactMap { index, word in
            Term(String(word), isPrefix: isPrefix && index == words.count - 1)
        }
    }

    private mutating func add(_ text: String, isPhrase: Bool, isPrefix: Bool) {
        guard partTerms.count < Self.termLimit else { return }
        if let rating = SearchStars.term(typed: text) { return ratings.append(rating) }
        if let term = Term(text, isPrefix: isPrefix) {
            terms.append(term)
        } else if !text.isEmpty {
            hasOtherSigns = true
        }
    }

    private mutating func addTag(_ text: String, _ isPrefix: Bool) {
        guard let name = NoteTags.normalized([text]).first, filters.count < Self.termLimit else {
            return
        }
        filters.append(.tag(Tag(folded: name.folded, isPrefix: isPrefix)))
    }

    private mutating func addFilter(
        _ text: String,
        _ isPrefix: Bool,
        _ make: ([Term]) -> Filter
    ) {
        let terms = Self.terms(text, isPrefix: isPrefix)
        if !terms.isEmpty, filters.count < Self.termLimit { filters.append(make(terms)) }
    }
}

extension SearchQuery.Term {
    /// - Parameter text: a word, or several that must follow one another; nil if there is none in it.
    init?(_ text: String, isPrefix: Bool) {
        var words: [String] = []
        var joined: [String] = []
        var runs: [String] = []
        for token in SearchTokenizer.tokens(of: text) {
            let written = text[token.range]
            switch token.kind {
            case .word:
                let word = SearchTokenizer.folded(written)
                guard !word.isEmpty else { continue }
                words.append(word)
                joined.append(word)
            case .compound:
                let parts = SearchTokenizer.parts(of: written)
                words += parts
                if !parts.isEmpty { joined.append(parts.joined()) }
            case .continuous:
                let run = SearchTokenizer.folded(written)
                if !run.isEmpty { runs.append(run) }
            }
        }
        var alternatives = words.isEmpty ? [] : [words]
        // The index has a compound without its apostrophe by itself.
        if joined != words, joined.count == 1 { alternatives.append(joined) }
        guard !alternatives.isEmpty || !runs.isEmpty else { return nil }
        self.init(alternatives: alternatives, runs: runs, isPrefix: isPrefix && !words.isEmpty)
    }
}

/// A word, or what stands in quotation marks, with the filter that it is for.
private struct Piece {
    var text: String
    var filter: SearchFilterWords.Kind?
    var isQuoted = false
    /// Whether nothing follows it, so that it may be the beginning of a word.
    var mayGoOn = false

    private static let quotes: Set<Swift.Character> = ["\"", "“", "”", "„", "«", "»", "″"]

    static func all(in text: String, _ words: SearchFilterWords) -> [Piece] {
        var pieces: [Piece] = []
        var rest = text[...]
        while let first = rest.first {
            if first.isWhitespace {
                rest.removeFirst()
                continue
            }
            var piece = Piece(text: "")
            if let kind = words.take(from: &rest) { piece.filter = kind }
            if let quote = rest.first, quotes.contains(quote) {
                rest.removeFirst()
                let end = rest.firstIndex(where: quotes.contains)
                piece.text = String(rest[..<(end ?? rest.endIndex)])
                piece.isQuoted = true
                // An unclosed quote means the user is still typing.
                piece.mayGoOn = end == nil
                rest = end.map { rest[rest.index(after: $0)...] } ?? ""
            } else {
                let end = rest.firstIndex { $0.isWhitespace || quotes.contains($0) }
                piece.text = String(rest[..<(end ?? rest.endIndex)])
                piece.mayGoOn = end == nil
                rest = rest[(end ?? rest.endIndex)...]
            }
            pieces.append(piece)
        }
        return pieces
    }
}
