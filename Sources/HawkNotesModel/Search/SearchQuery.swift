import Foundation

/// The text of the search field, parsed.
///
/// All words must match, in any order; the last one may be the beginning of a word as long as nothing follows
/// it. Quoted text must match as it is. Stars find the books with that rating. `book:`, `character:`, `tag:`,
/// `before:` and `after:` with a word or quoted text, and `has:quotation`, are filters, and so are their
/// translations; see ``SearchFilterWords``.
struct SearchQuery: Hashable, Sendable {
    /// A word, phrase or run that a text must contain.
    struct Term: Hashable, Sendable {
        /// Sequences of words, one of which must match.
        var alternatives: [[String]]
        /// Runs without word breaks that must be there.
        var runs: [String]
        /// Whether the last word is a prefix.
        var isPrefix: Bool

        /// The only word; nil if there are several, or runs.
        var word: String? {
            guard runs.isEmpty, let first = alternatives.last, first.count == 1 else { return nil }
            return first[0]
        }
    }

    /// A tag in the form in which tags are compared.
    struct Tag: Hashable, Sendable {
        var folded: String
        /// Whether it is a prefix.
        var isPrefix: Bool

        /// Whether it matches one of these.
        func isAmong(_ names: [String]) -> Bool {
            names.lazy.map(\.folded).contains {
                isPrefix ? $0.utf8.starts(with: folded.utf8) : $0 == folded
            }
        }
    }

    /// A condition for notes.
    enum Filter: Hashable, Sendable {
        case book([Term])
        case character([Term])
        case tag(Tag)
        /// Notes from before the beginning of a day, a month or a year.
        case before(Date)
        /// Notes from the beginning of a day, a month or a year on.
        case after(Date)
        /// The pages of a book and of the characters that it introduces.
        case bookPages(UUID)
        /// The page of a character and the notes that mention it.
        case about(UUID)
        /// Notes with a quotation.
        case quoted
    }

    /// Only this many characters are parsed; users may paste a whole book.
    private static let scalarLimit = 1000
    /// The maximum number of terms.
    private static let termLimit = 32

    private(set) var terms: [Term] = []
    private(set) var filters: [Filter] = []
    /// Ratings, which only books have; for notes, they are ignored.
    private var ratings: [Term] = []

    /// The terms for books and characters.
    var partTerms: [Term] { terms + ratings }

    /// Whether only books can match.
    var isForBooksOnly: Bool { terms.isEmpty && filters.isEmpty && !ratings.isEmpty }

    /// Whether the text consists of punctuation only, which matches nothing.
    var isUnanswerable: Bool { partTerms.isEmpty && filters.isEmpty && hasOtherSigns }

    /// Whether there are no terms: all notes match that the filters allow, by date.
    var isWordless: Bool { partTerms.isEmpty && !hasOtherSigns }

    /// Whether all notes match.
    var isForAllNotes: Bool { isWordless && filters.isEmpty }

    /// Whether the text has anything that is neither a word nor a filter.
    private var hasOtherSigns = false

    /// - Parameters:
    ///   - request: the request to parse.
    ///   - dates: parses the dates of filters.
    ///   - words: the words of filters.
    init(_ request: SearchRequest, dates: SearchDates, words: SearchFilterWords) {
        self.init(request.text, dates: dates, words: words)
        filters += request.filters.filters(dates)
    }

    /// - Parameters:
    ///   - dates: parses the dates of filters.
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

    /// The terms of a filter by title or name.
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
    /// - Parameter text: a word or a phrase; nil without a word in it.
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
        // The index also has a compound without its apostrophe as one word.
        if joined != words, joined.count == 1 { alternatives.append(joined) }
        guard !alternatives.isEmpty || !runs.isEmpty else { return nil }
        self.init(alternatives: alternatives, runs: runs, isPrefix: isPrefix && !words.isEmpty)
    }
}

/// A word or quoted text, with its filter.
private struct Piece {
    var text: String
    var filter: SearchFilterWords.Kind?
    var isQuoted = false
    /// Whether nothing follows it, so that it may be a prefix.
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
