import Foundation
import GRDB

/// Ranks notes that match a query: whole words are better than prefixes, and consecutive words are
/// better than scattered ones.
///
/// SQLite's own ranking reads every match, which takes seconds for a frequent word.
struct SearchRank {
    /// The number of the newest notes that are ranked.
    static let candidates = 1000

    private let words: [[UInt8]]

    /// - Parameter query: the query; the result is nil if all matches rank the same.
    init?(_ query: SearchQuery) {
        words = query.terms.compactMap { $0.word.map { Array($0.utf8) } }
        if words.isEmpty { return nil }
    }

    /// The rank; higher is better.
    ///
    /// - Parameter text: the words of a note as the index has them, separated by spaces.
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
                // After a mismatch, another sequence may begin with the same word.
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
    /// The newest matches, the best first, and equally good ones newest first.
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
