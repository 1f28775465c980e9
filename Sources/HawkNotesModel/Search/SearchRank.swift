import Foundation
import GRDB

/// How well a note answers a query, of those that hold all of it: better with the words whole than as
/// beginnings of others, and better with them one after another.
///
/// SQLite's own ranking looks at every hit, which takes seconds for a word that is frequent.
struct SearchRank {
    /// So many of the newest notes are compared.
    static let candidates = 1000

    private let words: [[UInt8]]

    /// - Parameter query: what was searched for; nil where there is nothing to compare.
    init?(_ query: SearchQuery) {
        words = query.terms.compactMap { $0.word.map { Array($0.utf8) } }
        if words.isEmpty { return nil }
    }

    /// The more, the better.
    ///
    /// - Parameter text: the words of a note as the index has them, with blanks between them.
    func score(_ text: String) -> Int {
        var isThere = Array(repeating: false, count: words.count)
        var inARow = 0
        var best = 0
        var text = text
        text.withUTF8 { bytes in
            for word in bytes.split(separator: UInt8(ascii: " ")) {
                for (index, wanted) in words.enumerated() where word.elementsEqual(wanted) {
                    isThere[index] = true
                }
                // Where a row is broken, another may begin with the same word.
                if !word.elementsEqual(words[inARow]) { inARow = 0 }
                if word.elementsEqual(words[inARow]) { inARow += 1 }
                best = max(best, inARow)
                if inARow == words.count { inARow = 0 }
            }
        }
        let isInOrder = words.count > 1 && best == words.count
        return isThere.count(where: \.self) * 2 + (isInOrder ? 3 : 0)
    }
}

extension SearchIndex {
    /// The newest notes that were found, the best first, and those that are as good newest first.
    ///
    /// - Parameter sequences: the newest first.
    func ranked(_ sequences: [Int64], by rank: SearchRank) throws -> [Int64] {
        let scores = try reader.read { db in
            let statement = try db.cachedStatement(
                sql: "SELECT words FROM noteIndex WHERE rowid = ?"
            )
            return try sequences.map { sequence in
                try String.fetchOne(statement, arguments: [sequence]).map(rank.score) ?? 0
            }
        }
        return zip(sequences, scores).enumerated()
            .sorted { ($1.element.1, $0.offset) < ($0.element.1, $1.offset) }
            .map(\.element.0)
    }
}
