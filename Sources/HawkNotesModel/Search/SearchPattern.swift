import Foundation

/// A query in the language of SQLite's full-text search (FTS5). Nothing that was typed gets there
/// but letters and digits in quotation marks.
///
/// What an entry belongs to stands in its column `scope`, as words that cannot be typed: they begin with
/// a scalar of the private use area, which `SearchTokenizer` takes for no letter.
enum SearchPattern {
    /// Finds the notes of every page.
    static let all = "\"\(page)\" *"

    private static let page = "\u{E001}"

    static func series(_ id: UUID) -> String { "\u{E000}" + code(id) }

    static func subject(_ subject: NoteSubject) -> String { page + code(subject.id) }

    static func mention(of id: UUID) -> String { "\u{E002}" + code(id) }

    /// Books or characters.
    static func kind(_ table: String) -> String { "\u{E003}" + table }

    /// Entries of books and characters on one level.
    static func level(_ level: SearchIndex.PartLevel) -> String { "\u{E004}\(level)" }

    /// Notes that quote the book.
    static let quoted = "\u{E006}quoted"

    /// Notes with a tag, however it is written.
    static func tag(_ name: String) -> String { tag(folded: name.folded) }

    /// The beginning of a tag is the beginning of its word.
    private static func tag(folded: String) -> String {
        "\u{E005}" + folded.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// What holds all terms of a query.
    ///
    /// - Parameters:
    ///   - named: the characters that are called by a term: who mentions them is found by it as well.
    ///   - scopes: of each of these, an entry must have at least one.
    ///   - tags: each of which a note must have.
    /// - Returns: nil where there is nothing to look for.
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

    /// What has one of some names in the notes of a series, but neither mentions a character nor stands on
    /// its page.
    ///
    /// - Returns: nil where there is no name to look for.
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
            // The last pair is what stands alone at the end of a text.
            parts.append(pairs.count == 1 ? quoted(pairs) + " *" : quoted(pairs.dropLast()))
        }
        return parts.count == 1 ? parts[0] : "(" + parts.joined(separator: " AND ") + ")"
    }

    /// An empty choice is met by nothing.
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
