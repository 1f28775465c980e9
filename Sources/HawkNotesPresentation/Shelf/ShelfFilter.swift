import Foundation
import HawkNotesModel

/// What series are looked for with: words in any order, each of which stands somewhere in the titles, the
/// author or the books of a series.
package struct ShelfFilter: Equatable {
    private let words: [[UInt8]]
    /// How far the reader is with one of the books; nil for any.
    package var status: ReadingStatus?

    /// - Parameter text: as it was typed; without a word, every series is found.
    package init(_ text: String, status: ReadingStatus? = nil) {
        self.status = status
        words = text.split(whereSeparator: \.isWhitespace).map { Array($0.folded.utf8) }
    }

    package var isEmpty: Bool { words.isEmpty && status == nil }

    /// Whether something was typed.
    package var hasWords: Bool { !words.isEmpty }

    func finds(_ item: ShelfItem) -> Bool {
        if let status, !item.entry.statuses.contains(status) { return false }
        return words.allSatisfy { Self.contains(item.words, $0) }
    }

    /// The words of a series, as they are compared: without case, accents and width.
    static func words(of entry: ShelfEntry) -> [UInt8] {
        let all = [entry.title, entry.author ?? "", entry.bookTitles].joined(separator: "\n")
        return Array(all.folded.utf8)
    }

    /// On bytes: ten thousand series are looked through with every key.
    private static func contains(_ text: [UInt8], _ word: [UInt8]) -> Bool {
        guard let first = word.first, text.count >= word.count else { return word.isEmpty }
        return text.indices.dropLast(word.count - 1).contains { start in
            text[start] == first && text[start..<start + word.count].elementsEqual(word)
        }
    }
}
