import Foundation

/// Finds the characters that the typed beginning of a name may mean.
public struct MentionSearch: Sendable {
    /// A character that was found.
    public struct Hit: Hashable, Sendable {
        /// Who it is.
        public let character: Character
        /// The alias by which it was found; nil where it was the name.
        public let alias: String?
    }

    /// How well a name fits; the best first.
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

    /// - Parameter characters: in the order in which those stand that fit alike.
    public init(_ characters: [Character]) {
        entries = characters.filter { !$0.name.isEmpty }.map { character in
            Entry(
                character: character,
                name: character.name.folded,
                aliases: character.aliases.map(\.folded)
            )
        }
    }

    /// The characters whose name or alias fits, the best first: those whose name begins with it, then
    /// those with an alias or another word that does, then those that have it anywhere. Neither case nor
    /// accents count.
    ///
    /// - Parameter query: what was typed; with a blank in it only whole beginnings fit, as what follows
    ///   a name may be the rest of a sentence.
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

    /// Whether a character is called just that.
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

/// What is being typed behind an `@`.
public struct MentionQuery: Hashable, Sendable {
    /// The longest that is looked for, in Unicode scalars.
    public static let longest = 60

    /// How far before the cursor the `@` is, in Unicode scalars.
    public let length: Int
    /// What stands between the two.
    public let text: String

    /// Reads what stands before a cursor; nil where no mention is being typed.
    ///
    /// - Parameter before: the text before the cursor, or the end of it: `longest` and two more are enough.
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

    /// Whether it can be the name of a new character: one word of two or more letters.
    public var isNewName: Bool {
        text.count > 1 && !text.contains(where: \.isWhitespace)
            && text.first?.isLetter == true
            && (text.last?.isLetter == true || text.last?.isNumber == true)
    }
}
