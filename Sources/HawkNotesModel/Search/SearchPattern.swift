import Foundation

/// Makes FTS5 queries. User input enters them only as quoted letters and digits.
///
/// The column `scope` says what an entry belongs to, in words that cannot be typed: they begin with
/// a private-use scalar, which `SearchTokenizer` does not treat as a letter.
enum SearchPattern {
    /// Matches the notes of all pages.
    static let all = "\"\(page)\" *"

    private static let page = "\u{E001}"

    static func series(_ id: UUID) -> String { "\u{E000}" + code(id) }

    static func subject(_ subject: NoteSubject) -> String { page + code(subject.id) }

    static func mention(of id: UUID) -> String { "\u{E002}" + code(id) }

    /// Matches books or characters.
    static func kind(_ table: String) -> String { "\u{E003}" + table }

    /// Matches the entries of books and characters on one level.
    static func level(_ level: SearchIndex.PartLevel) -> String { "\u{E004}\(level)" }

    /// Matches notes with a quotation.
    static let quoted = "\u{E006}quoted"

    /// Matches notes with a tag in any spelling.
    static func tag(_ name: String) -> String { tag(folded: name.folded) }

    /// A prefix of the tag is a prefix of the word.
    private static func tag(folded: String) -> String {
        "\u{E005}" + folded.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Matches all terms of a query.
    ///
    /// - Parameters:
    ///   - named: the characters with a name that matches a term: their mentions match as well.
    ///   - scopes: an entry must have at least one of each.
    ///   - tags: a note must have all of them.
    /// - Returns: nil when there is nothing to match.
    static func match(
        _ terms: [SearchQuery.Term],
        named: (SearchQuery.Term) -> [UUID] = { _ in [] },
        scopes: [[String]],
        tags: [SearchQuery.Tag] = []
    ) -> String? {
        var parts = terms.map { term in
            any([words(term)] + named(term).map { quoted([mention(of: $0)]) })
        }
        parts += scopes.map { any($0.map { quoted([$0]) }) }
        parts += tags.map { quoted([tag(folded: $0.folded)]) + ($0.isPrefix ? " *" : "") }
        return parts.isEmpty ? nil : parts.joined(separator: " AND ")
    }

    /// Matches notes of a series that contain one of these names, but neither mention the character
    /// nor are on its page.
    ///
    /// - Returns: nil without a name.
    static func match(
        anyOf names: [String],
        in seriesID: UUID,
        besides characterID: UUID
    ) -> String? {
        let terms = names.compactMap { SearchQuery.Term($0, isPrefix: false) }.map(words)
        guard !terms.isEmpty else { return nil }
        let others = [mention(of: characterID), subject(.character(characterID))]
        return "(\(any(terms)) AND \(quoted([series(seriesID)])))"
            + " NOT \(any(others.map { quoted([$0]) }))"
    }

    private static func words(_ term: SearchQuery.Term) -> String {
        var parts: [String] = []
        let alternatives = term.alternatives.map { quoted($0) + (term.isPrefix ? " *" : "") }
        if !alternatives.isEmpty { parts.append(any(alternatives)) }
        for run in term.runs {
            let pairs = SearchTokenizer.pairs(of: run)
            // The last pair is the last scalar alone.
            parts.append(pairs.count == 1 ? quoted(pairs) + " *" : quoted(pairs.dropLast()))
        }
        return parts.count == 1 ? parts[0] : "(" + parts.joined(separator: " AND ") + ")"
    }

    /// An empty list matches nothing.
    private static func any(_ parts: [String]) -> String {
        switch parts.count {
        case 0: quoted(["\u{E0FF}"])
        case 1: parts[0]
        default: "(" + parts.joined(separator: " OR ") + ")"
        }
    }

    private static func quoted(_ words: some Sequence<String>) -> String {
        "\"" + words.joined(separator: " ").replacing("\"", with: "\"\"") + "\""
    }

    private static func code(_ id: UUID) -> String {
        let digits = id.canonicalString.utf8.filter { $0 != UInt8(ascii: "-") }
        return String(decoding: digits, as: UTF8.self)
    }
}
