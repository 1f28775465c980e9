/// The three-way merge of texts, by lines.
///
/// A pure function of the three texts, so that every library gets the same result. It is a part of
/// the format in which libraries are compared, and never changes. The algorithm is that of diff3
/// (Khanna, Kunal and Pierce, “A Formal Investigation of Diff3”, 2007) with longest common
/// subsequences, and with a rule of its own against doubled lines.
///
/// Lines end at line feeds only and are compared byte by byte: `String` takes different spellings of
/// é for the same text.
package enum TextMerge {
    /// The largest product of the numbers of lines of two texts that are compared.
    package static let cellLimit = 4_000_000

    /// Merges two texts that were made from a third one.
    ///
    /// - Parameter base: the third text; nil if it is unknown.
    /// - Returns: nil if both must be kept: they changed the same or neighboring lines, a line would
    ///   stand more often than in either of them, or they are too long.
    package static func merge(base: String?, _ one: String, _ other: String) -> String? {
        if isSame(one, other) { return one }
        guard let base else { return nil }
        if isSame(one, base) { return other }
        if isSame(other, base) { return one }
        var lines = Lines()
        let before = lines.ids(of: base)
        let left = lines.ids(of: one)
        let right = lines.ids(of: other)
        guard let merged = merge(before, left, right),
            !doubles(merged, left, right, isBlank: { lines.isBlank($0) })
        else { return nil }
        return lines.text(of: merged)
    }

    private static func isSame(_ left: String, _ right: String) -> Bool {
        left.utf8.elementsEqual(right.utf8)
    }

    // MARK: Lines as numbers

    private static func merge(_ base: [Int], _ left: [Int], _ right: [Int]) -> [Int]? {
        guard let inLeft = commonLines(base, left), let inRight = commonLines(base, right)
        else { return nil }
        var merged: [Int] = []
        var start = (base: 0, left: 0, right: 0)
        for end in base.indices.map(Optional.some) + [nil] {
            let next: (base: Int, left: Int, right: Int)
            if let end {
                guard let left = inLeft[end], let right = inRight[end] else { continue }
                next = (end, left, right)
            } else {
                next = (base.count, left.count, right.count)
            }
            let old = base[start.base..<next.base]
            let mine = left[start.left..<next.left]
            let theirs = right[start.right..<next.right]
            if mine == theirs || theirs == old {
                merged += mine
            } else if mine == old {
                merged += theirs
            } else {
                return nil
            }
            if let end { merged.append(base[end]) }
            start = (next.base + 1, next.left + 1, next.right + 1)
        }
        return merged
    }

    /// For each line of the base, its place in the text: a longest common subsequence. Among equally
    /// long ones, lines are paired as early as possible.
    ///
    /// - Returns: nil if the texts are too long.
    private static func commonLines(_ base: [Int], _ text: [Int]) -> [Int?]? {
        let (rows, columns) = (base.count, text.count)
        guard rows * columns <= cellLimit else { return nil }
        // The length of the longest common subsequence of what follows.
        var table = [Int32](repeating: 0, count: (rows + 1) * (columns + 1))
        let width = columns + 1
        for row in base.indices.reversed() {
            for column in text.indices.reversed() {
                table[row * width + column] =
                    base[row] == text[column]
                    ? table[(row + 1) * width + column + 1] + 1
                    : max(table[(row + 1) * width + column], table[row * width + column + 1])
            }
        }
        var places = [Int?](repeating: nil, count: rows)
        var (row, column) = (0, 0)
        while row < rows, column < columns {
            if base[row] == text[column] {
                places[row] = column
                row += 1
                column += 1
            } else if table[(row + 1) * width + column] >= table[row * width + column + 1] {
                row += 1
            } else {
                column += 1
            }
        }
        return places
    }

    /// Whether a line that is not blank stands more often than in the version that has most of it.
    private static func doubles(
        _ merged: [Int],
        _ left: [Int],
        _ right: [Int],
        isBlank: (Int) -> Bool
    ) -> Bool {
        func counts(_ lines: [Int]) -> [Int: Int] {
            lines.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
        let (mine, theirs) = (counts(left), counts(right))
        return counts(merged).contains { line, count in
            count > max(mine[line] ?? 0, theirs[line] ?? 0) && !isBlank(line)
        }
    }
}

extension TextMerge {
    /// The lines of several texts: equal lines have equal numbers.
    private struct Lines {
        private var known: [ArraySlice<UInt8>: Int] = [:]
        private var all: [ArraySlice<UInt8>] = []

        mutating func ids(of text: String) -> [Int] {
            Array(text.utf8).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                .map { line in
                    if let id = known[line] { return id }
                    known[line] = all.count
                    all.append(line)
                    return all.count - 1
                }
        }

        func isBlank(_ id: Int) -> Bool {
            String(decoding: all[id], as: UTF8.self).unicodeScalars
                .allSatisfy(\.properties.isWhitespace)
        }

        func text(of ids: [Int]) -> String {
            let bytes = ids.map { all[$0] }.joined(separator: [UInt8(ascii: "\n")])
            return String(decoding: Array(bytes), as: UTF8.self)
        }
    }
}
