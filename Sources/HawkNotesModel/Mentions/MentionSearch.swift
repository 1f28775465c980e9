import Foundation

/// Finds the characters whose names match a typed beginning.
public struct MentionSearch: Sendable {
    /// A match.
    public struct Hit: Hashable, Sendable {
        /// The character.
        public let character: Character
        /// The matching alias; nil if the name matched.
        public let alias: String?
    }

    /// The quality of a match; best first.
    private enum Rank: Int, Comparable {
        case beginsName, beginsWordOrAlias, isWithin

        static func < (one: Rank, other: Rank) -> Bool { one.rawValue < other.rawValue }
    }

    private struct Entry: Sendable {
        let character: Character
        let name: String
        let aliases: [String]
    }

    private let entries: [Entry]

    /// - Parameter characters: in the order used for equally good matches.
    public init(_ characters: [Character]) {
        entries = characters.filter { !$0.name.isEmpty }.map { character in
            Entry(
                character: character,
                name: character.name.folded,
                aliases: character.aliases.map(\.folded)
            )
        }
    }

    /// The characters whose name or alias matches, best first: those whose name begins with the
    /// query, then those with an alias or another word that does, then those that contain it
    /// anywhere. Ignores case and accents.
    ///
    /// - Parameter query: the typed text; if it contains a blank, only whole beginnings match, as
    ///   the text after a name may be the rest of a sentence.
    public func hits(_ query: String, limit: Int = 8) -> [Hit] {
        let query = query.folded
        let isWhole = query.contains(" ")
        var byRank: [Rank: [Hit]] = [:]
        for entry in entries {
            let fit = best(entry, query)
            guard let (rank, alias) = fit, !isWhole || rank == .beginsName || alias != nil else {
                continue
            }
            if isWhole, let alias, !alias.folded.hasPrefix(query) { continue }
            byRank[rank, default: []].append(Hit(character: entry.character, alias: alias))
            if byRank[.beginsName]?.count == limit { break }
        }
        return Array(byRank.sorted { $0.key < $1.key }.flatMap(\.value).prefix(limit))
    }

    /// Whether a character has exactly this name.
    public func isName(_ query: String) -> Bool {
        let query = query.folded
        return entries.contains { $0.name == query || $0.aliases.contains(query) }
    }

    private func best(_ entry: Entry, _ query: String) -> (Rank, alias: String?)? {
        let own = Self.rank(query, in: entry.name)
        if own == .beginsName { return (.beginsName, nil) }
        var best = own.map { ($0, alias: String?.none) }
        for (index, alias) in entry.aliases.enumerated() {
            guard let found = Self.rank(query, in: alias) else { continue }
            let rank = max(found, .beginsWordOrAlias)
            if best.map({ rank < $0.0 }) ?? true {
                best = (rank, entry.character.aliases[index])
            }
        }
        return best
    }

    private static func rank(_ query: String, in name: String) -> Rank? {
        if name.hasPrefix(query) { return .beginsName }
        guard name.contains(query) else { return nil }
        let words = name.split { !$0.isLetter && !$0.isNumber }
        return words.contains { $0.hasPrefix(query) } ? .beginsWordOrAlias : .isWithin
    }
}

/// The text being typed after an `@`.
public struct MentionQuery: Hashable, Sendable {
    /// The maximum length of a query, in Unicode scalars.
    public static let longest = 60

    /// The distance from the `@` to the cursor, in Unicode scalars.
    public let length: Int
    /// The text between the two.
    public let text: String

    /// Parses the text before a cursor; nil if no mention is being typed.
    ///
    /// - Parameter before: the text before the cursor, or the end of it: `longest` plus two scalars
    ///   are enough.
    public init?(before: String) {
        let scalars = Array(before.unicodeScalars)
        guard let at = scalars.lastIndex(of: "@"), scalars.count - at - 1 <= Self.longest,
            WordEdge.canBegin(after: at > 0 ? scalars[at - 1] : nil)
        else { return nil }
        let typed = scalars[(at + 1)...]
        let first = typed.first
        guard !typed.contains(where: { String($0).first?.isNewline == true }),
            first?.properties.isWhitespace != true
        else { return nil }
        length = typed.count + 1
        text = String(String.UnicodeScalarView(typed))
    }

    /// Whether the text can be the name of a new character: one word of two or more letters.
    public var isNewName: Bool {
        text.count > 1 && !text.contains(where: \.isWhitespace)
            && text.first?.isLetter == true
            && (text.last?.isLetter == true || text.last?.isNumber == true)
    }
}
