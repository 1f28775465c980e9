import Foundation

/// Finds unlinked mentions: names or aliases of a character in texts, compared word by word as in
/// the search.
///
/// A name that is part of a longer one in the series counts as the longer: a text about Agatha
/// Stone does not mean the other Agatha. Addresses are left alone.
struct NameFinder: Sendable {
    /// A name of a character, split into words.
    private struct Name: Sendable {
        let words: [String]
        let isOwn: Bool
        /// Whether a full stop between its words is part of the name, as in St. Clair.
        let hasStops: Bool
    }

    /// A word of a text.
    private struct Word {
        let folded: String
        let range: Range<String.Index>
    }

    let characterID: UUID
    /// By first word, longest first.
    private let names: [String: [Name]]
    /// Names in scripts without word breaks, as scalars, longest first.
    private let runs: [(scalars: [Unicode.Scalar], isOwn: Bool)]
    /// The names of the character, for the index.
    let ownNames: [String]

    /// - Parameter characters: all characters of the series.
    init(_ characterID: UUID, among characters: [Character]) {
        self.characterID = characterID
        var names: [String: [Name]] = [:]
        var runs: [(scalars: [Unicode.Scalar], isOwn: Bool)] = []
        var ownNames: [String] = []
        for character in characters {
            let isOwn = character.id == characterID
            for name in [character.name] + character.aliases {
                let words = Self.words(of: name)
                guard let first = words.first else { continue }
                if isOwn { ownNames.append(name) }
                if SearchTokenizer.tokens(of: name).map(\.kind) == [.continuous] {
                    runs.append((Array(first.folded.unicodeScalars), isOwn))
                } else {
                    names[first.folded, default: []].append(
                        Name(
                            words: words.map(\.folded),
                            isOwn: isOwn,
                            hasStops: name.contains(".")
                        )
                    )
                }
            }
        }
        self.ownNames = ownNames
        // If two characters share a name, it counts for the one that is searched for.
        self.names = names.mapValues { names in
            names.sorted { ($0.words.count, $0.isOwn ? 1 : 0) > ($1.words.count, $1.isOwn ? 1 : 0) }
        }
        self.runs = runs.sorted {
            ($0.scalars.count, $0.isOwn ? 1 : 0) > ($1.scalars.count, $1.isOwn ? 1 : 0)
        }
    }

    /// The ranges that name the character in a saved text, in order; skips mentions.
    func ranges(in text: String) -> [Range<String.Index>] {
        var found: [Range<String.Index>] = []
        var position = text.startIndex
        for end in Mention.all(in: text).map(\.range) + [text.endIndex..<text.endIndex] {
            let part = String(text[position..<end.lowerBound])
            for range in rangesWithoutMentions(in: part) {
                let start = part.utf8.distance(from: part.startIndex, to: range.lowerBound)
                let length = part.utf8.distance(from: range.lowerBound, to: range.upperBound)
                let lower = text.utf8.index(position, offsetBy: start)
                found.append(lower..<text.utf8.index(lower, offsetBy: length))
            }
            position = end.upperBound
        }
        return found
    }

    /// The saved text with each name turned into a mention; nil if there is none.
    func linked(_ text: String) -> String? {
        let ranges = ranges(in: text)
        guard !ranges.isEmpty else { return nil }
        var result = ""
        var position = text.startIndex
        for range in ranges {
            result += text[position..<range.lowerBound]
            let name = text[range].drop { $0 == "@" }
            result += Mention.link(to: characterID, name: String(name))
            position = range.upperBound
        }
        return result + text[position...]
    }

    private func rangesWithoutMentions(in text: String) -> [Range<String.Index>] {
        let words = Self.words(of: text)
        var found = runs.isEmpty ? [] : runRanges(in: text)
        var index = 0
        while index < words.count {
            guard let name = longest(in: words, at: index, of: text) else {
                index += 1
                continue
            }
            let last = words[index + name.words.count - 1]
            if name.isOwn,
                let range = Self.linkable(
                    words[index].range.lowerBound..<last.range.upperBound,
                    in: text
                )
            {
                found.append(range)
            }
            index += name.words.count
        }
        return found.sorted { $0.lowerBound < $1.lowerBound }
    }

    private func longest(in words: [Word], at start: Int, of text: String) -> Name? {
        names[words[start].folded]?.first { name in
            guard start + name.words.count <= words.count else { return false }
            return name.words.indices.allSatisfy { index in
                let word = words[start + index]
                guard index > 0 else { return true }
                let gap = text[words[start + index - 1].range.upperBound..<word.range.lowerBound]
                return word.folded == name.words[index] && Self.divides(gap, name)
            }
        }
    }

    /// Whether the words on both sides can belong to one name, as no sentence ends between them.
    private static func divides(_ gap: Substring, _ name: Name) -> Bool {
        let lines = gap.unicodeScalars.count { $0 == "\n" }
        return lines < 2
            && gap.unicodeScalars.allSatisfy { scalar in
                scalar.properties.isWhitespace || scalar.properties.isDash
                    || ScalarClass(scalar) == .apostrophe || (scalar == "." && name.hasStops)
            }
    }

    /// The range of a name with the `@` that may precede it; nil within an address.
    private static func linkable(
        _ range: Range<String.Index>,
        in text: String
    ) -> Range<String.Index>? {
        let scalars = text.unicodeScalars
        var start = range.lowerBound
        func before(_ index: String.Index) -> Unicode.Scalar? {
            index > scalars.startIndex ? scalars[scalars.index(before: index)] : nil
        }
        if before(start) == "@" { start = scalars.index(before: start) }
        guard WordEdge.canBegin(after: before(start)),
            range.upperBound == scalars.endIndex || scalars[range.upperBound] != "@"
        else { return nil }
        let chunk =
            (scalars[..<start].lastIndex { $0.properties.isWhitespace }
                .map { scalars.index(after: $0) } ?? scalars.startIndex)..<range.lowerBound
        let head = String(scalars[chunk]).lowercased()
        return head.contains("://") || head.hasPrefix("www.") ? nil : start..<range.upperBound
    }

    private func runRanges(in text: String) -> [Range<String.Index>] {
        var found: [Range<String.Index>] = []
        for token in SearchTokenizer.tokens(of: text) where token.kind == .continuous {
            let scalars = text.unicodeScalars
            var position = token.range.lowerBound
            while position < token.range.upperBound {
                guard let (end, isOwn) = run(in: text, from: position, to: token.range.upperBound)
                else {
                    position = scalars.index(after: position)
                    continue
                }
                if isOwn, let range = Self.linkable(position..<end, in: text) {
                    found.append(range)
                }
                position = end
            }
        }
        return found
    }

    /// The longest name at the start of a run.
    private func run(
        in text: String,
        from start: String.Index,
        to end: String.Index
    ) -> (end: String.Index, isOwn: Bool)? {
        for run in runs {
            guard
                let stop = text.unicodeScalars.index(
                    start,
                    offsetBy: run.scalars.count,
                    limitedBy: end
                )
            else { continue }
            let folded = SearchTokenizer.folded(text[start..<stop])
            if folded.unicodeScalars.elementsEqual(run.scalars) { return (stop, run.isOwn) }
        }
        return nil
    }

    /// The words of a text; an apostrophe separates words, as in Agatha’s.
    private static func words(of text: String) -> [Word] {
        SearchTokenizer.tokens(of: text).flatMap { token -> [Word] in
            let parts =
                token.kind == .compound
                ? text[token.range].unicodeScalars
                    .split { ScalarClass($0) == .apostrophe }.map { $0.startIndex..<$0.endIndex }
                : [token.range]
            return parts.map {
                Word(folded: SearchTokenizer.folded(text[$0]), range: $0)
            }
        }.filter { !$0.folded.isEmpty }
    }
}
