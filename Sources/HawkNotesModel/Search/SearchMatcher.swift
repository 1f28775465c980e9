import Foundation

/// Matches a query against one text, as the index does for all of them.
struct SearchMatcher {
    private let terms: [SearchQuery.Term]

    init(_ query: SearchQuery) { terms = query.terms }

    init(_ terms: [SearchQuery.Term]) { self.terms = terms }

    /// Whether every term is in the text.
    ///
    /// - Parameter isNamed: whether a mentioned character has that name.
    func matches(_ text: String, isNamed: (SearchQuery.Term) -> Bool = { _ in false }) -> Bool {
        let read = Read(Mention.replacing(in: text) { _ in " " })
        return terms.allSatisfy { !read.ranges(of: $0).isEmpty || isNamed($0) }
    }

    /// The ranges of the terms, in order, without overlaps.
    func ranges(in text: String) -> [Range<String.Index>] {
        let read = Read(text)
        var ranges: [Range<String.Index>] = []
        for range in terms.flatMap(read.ranges).sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = ranges.last, range.lowerBound < last.upperBound {
                ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                ranges.append(range)
            }
        }
        return ranges
    }
}

/// A text split into words.
private struct Read {
    private struct Word {
        let folded: String
        let range: Range<String.Index>
    }

    private var words: [Word] = []
    /// Compounds without their apostrophes.
    private var joined: [Word] = []
    private var runs: [Word] = []

    init(_ text: String) {
        for token in SearchTokenizer.tokens(of: text) {
            let written = text[token.range]
            switch token.kind {
            case .word:
                words.append(Word(folded: SearchTokenizer.folded(written), range: token.range))
            case .compound:
                let parts = SearchTokenizer.parts(of: written)
                words += parts.map { Word(folded: $0, range: token.range) }
                if parts.count > 1 {
                    joined.append(Word(folded: parts.joined(), range: token.range))
                }
            case .continuous:
                runs.append(Word(folded: SearchTokenizer.folded(written), range: token.range))
            }
        }
        words.removeAll(where: \.folded.isEmpty)
    }

    /// The ranges of a term; none if a part of it is missing.
    func ranges(of term: SearchQuery.Term) -> [Range<String.Index>] {
        var found: [Range<String.Index>] = []
        for run in term.runs {
            let places = runs.filter { Self.contains($0.folded, run) }
            if places.isEmpty { return [] }
            found += places.map(\.range)
        }
        guard !term.alternatives.isEmpty else { return found }
        let places = term.alternatives.flatMap { alternative in
            sequences(alternative, isPrefix: term.isPrefix, in: words)
                + (alternative.count == 1
                    ? sequences(alternative, isPrefix: term.isPrefix, in: joined) : [])
        }
        return places.isEmpty ? [] : found + places
    }

    private func sequences(
        _ wanted: [String],
        isPrefix: Bool,
        in words: [Word]
    ) -> [Range<String.Index>] {
        guard words.count >= wanted.count else { return [] }
        return (0...words.count - wanted.count).compactMap { start in
            let isThere = wanted.indices.allSatisfy { index in
                let word = words[start + index].folded
                return isPrefix && index == wanted.count - 1
                    ? word.utf8.starts(with: wanted[index].utf8) : word == wanted[index]
            }
            guard isThere else { return nil }
            return words[start].range.lowerBound..<words[start + wanted.count - 1].range.upperBound
        }
    }

    /// Compares scalars, as the pairs in the index do.
    private static func contains(_ text: String, _ part: String) -> Bool {
        let (text, part) = (Array(text.unicodeScalars), Array(part.unicodeScalars))
        guard text.count >= part.count else { return false }
        return (0...text.count - part.count).contains {
            text[$0..<$0 + part.count].elementsEqual(part)
        }
    }
}
