import Foundation

/// The typed forms of filters, such as `book:` and `has:quotation`: the English ones, and those of the
/// reader's language.
public struct SearchFilterWords: Hashable, Sendable {
    /// The property that a filter tests.
    public enum Kind: String, CaseIterable, Sendable {
        case book, character, tag, before, after, has

        /// In English: with its colon, and with its value if there is only one.
        public var typed: String {
            switch self {
            case .book, .character, .tag, .before, .after: rawValue + ":"
            case .has: rawValue + ":" + SearchFilterWords.quotation
            }
        }
    }

    fileprivate static let quotation = "quotation"

    /// In the reader's language, as typed.
    private var words: [Kind: String] = [:]
    /// The kinds by the words before the colon, without case and accents.
    private var kinds: [String: Kind] = [:]
    /// The values of `has:` that mean a quotation, without case and accents.
    private var quotations: Set<String> = [SearchFilterWords.folded(SearchFilterWords.quotation)]
    /// The most characters before a colon.
    private let longest: Int

    /// The English ones alone.
    public static let english = SearchFilterWords()

    /// - Parameter translated: translates the typed form of a kind. A translation is ignored unless it is one
    ///   word with a colon, with one word as its value where the English one has a value.
    public init(translated: (String) -> String = { $0 }) {
        for kind in Kind.allCases { kinds[Self.folded(kind.rawValue)] = kind }
        for kind in Kind.allCases {
            let parts = translated(kind.typed).split(separator: ":", maxSplits: 1).map(String.init)
            guard parts.count == (kind == .has ? 2 : 1), parts.allSatisfy(Self.isWord) else {
                continue
            }
            let folded = Self.folded(parts[0])
            // The English ones mean the same in every language.
            guard kinds[folded, default: kind] == kind else { continue }
            words[kind] = parts[0] + ":" + parts.dropFirst().joined()
            kinds[folded] = kind
            if kind == .has { quotations.insert(Self.folded(parts[1])) }
        }
        // Folding may make a word longer or shorter, but not by much.
        longest = 2 * (kinds.keys.map(\.count).max() ?? 0)
    }

    private static func isWord(_ text: String) -> Bool {
        SearchTokenizer.tokens(of: text).map(\.range) == [text.startIndex..<text.endIndex]
    }

    /// The typed form of a kind in the reader's language.
    public func typed(_ kind: Kind) -> String { words[kind] ?? kind.typed }

    /// Whether the value of `has:` means a quotation.
    ///
    /// - Parameter isPrefix: whether the value is still being typed.
    func meansQuotation(_ value: String, isPrefix: Bool) -> Bool {
        let folded = Self.folded(value)
        guard isPrefix, !folded.isEmpty else { return quotations.contains(folded) }
        return quotations.contains { $0.hasPrefix(folded) }
    }

    /// Removes a filter's word and its colon from the beginning of the typed text.
    func take(from text: inout Substring) -> Kind? {
        guard let colon = text.prefix(longest + 1).firstIndex(of: ":"),
            let kind = kinds[Self.folded(String(text[..<colon]))]
        else { return nil }
        text = text[text.index(after: colon)...]
        return kind
    }

    private static func folded(_ word: String) -> String { SearchTokenizer.folded(word[...]) }
}
