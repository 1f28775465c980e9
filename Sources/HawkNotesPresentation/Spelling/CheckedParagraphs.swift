/// The paragraphs of a text, or parts of them, whose words have been checked since they changed.
///
/// Ranges are in Unicode scalars, without the line's end.
package struct CheckedParagraphs: Equatable, Sendable {
    /// At most this many are remembered: each edit moves those behind it.
    private static let limit = 2000

    /// In order; no two touch.
    private var ranges: [Range<Int>] = []

    package init() {}

    /// Whether all of a paragraph, or a part of one, was checked.
    package func contains(_ part: Range<Int>) -> Bool {
        let next = index(of: part.lowerBound + 1)
        guard next > 0 else { return false }
        let range = ranges[next - 1]
        return range.lowerBound <= part.lowerBound && part.upperBound <= range.upperBound
    }

    /// Records that a paragraph was checked.
    package mutating func insert(_ paragraph: Range<Int>) {
        if ranges.count >= Self.limit { ranges = [] }
        remove(touching: paragraph)
        ranges.insert(paragraph, at: index(of: paragraph.lowerBound))
    }

    /// Follows a change of the text: the paragraphs that it touches have to be checked again.
    package mutating func edit(at offset: Int, removing removed: Int, inserting inserted: Int) {
        remove(touching: offset..<offset + removed)
        for index in index(of: offset)..<ranges.count {
            let range = ranges[index]
            ranges[index] =
                range.lowerBound + inserted - removed..<range.upperBound + inserted - removed
        }
    }

    /// Forgets all paragraphs.
    package mutating func removeAll() { ranges = [] }

    private mutating func remove(touching range: Range<Int>) {
        ranges.removeAll { $0.lowerBound <= range.upperBound && $0.upperBound >= range.lowerBound }
    }

    /// The index of the first range that does not begin before an offset.
    private func index(of offset: Int) -> Int {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].lowerBound < offset { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
