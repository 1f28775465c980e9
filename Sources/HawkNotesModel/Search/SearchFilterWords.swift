import Foundation

/// The words that narrow a search down, with a colon behind them: the English ones always, and those of the
/// reader's language beside them.
public struct SearchFilterWords: Hashable, Sendable {
    /// What is narrowed down.
    public enum Kind: String, CaseIterable, Sendable {
        case book, character, tag, before, after
    }

    /// The reader's words, without the colon.
    private var words: [Kind: String] = [:]
    /// As `words`, without regard to case and accents.
    private var kinds: [String: Kind] = [:]
    /// No word is longer before its case and accents are taken away.
    private let longest: Int

    /// The English ones alone.
    public static let english = SearchFilterWords()

    /// - Parameter translated: tells the reader's word for an English one, both with their colon. What cannot
    ///   be typed as one word is not taken.
    public init(translated: (String) -> String = { $0 }) {
        for kind in Kind.allCases { kinds[Self.folded(kind.rawValue)] = kind }
        for kind in Kind.allCases {
            let word = String(translated(kind.rawValue + ":").prefix { $0 != ":" })
            let folded = Self.folded(word)
            let tokens = SearchTokenizer.tokens(of: word)
            guard tokens.map(\.range) == [word.startIndex..<word.endIndex] else { continue }
            // The English ones mean the same in every language.
            guard kinds[folded, default: kind] == kind else { continue }
            words[kind] = word
            kinds[folded] = kind
        }
        // Folding may make a word longer or shorter, but not by much.
        longest = 2 * (kinds.keys.map(\.count).max() ?? 0)
    }

    /// What is to be typed for a kind, with its colon.
    public func typed(_ kind: Kind) -> String { (words[kind] ?? kind.rawValue) + ":" }

    /// Takes a word with its colon off the beginning of what was typed.
    func take(from text: inout Substring) -> Kind? {
        guard let colon = text.prefix(longest + 1).firstIndex(of: ":"),
            let kind = kinds[Self.folded(String(text[..<colon]))]
        else { return nil }
        text = text[text.index(after: colon)...]
        return kind
    }

    private static func folded(_ word: String) -> String { SearchTokenizer.folded(word[...]) }
}
