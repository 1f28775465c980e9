/// The heights of the rows of a list, as far as they are known, and where each row stands.
///
/// A row that was never measured counts as high as an estimate that is common to all. Sums are kept in
/// two binary indexed trees (P. M. Fenwick, *A new data structure for cumulative frequency tables*, 1994),
/// so that a place is found, and a height changed, in logarithmic time; rows that come or go cost time for
/// every row. All lengths are in pixels.
public struct RowHeights: Sendable {
    /// The height of a row that was not measured, with the space below it.
    public var estimate: Int

    /// Of each row, with the space below it; negative while it is not known.
    private var heights: [Int32]
    /// The known heights.
    private var sums: [Int]
    /// How many heights are known.
    private var counts: [Int32]

    /// Rows of which nothing is known.
    public init(count: Int = 0, estimate: Int) {
        self.estimate = max(1, estimate)
        heights = Array(repeating: Self.unknown, count: max(0, count))
        sums = Array(repeating: 0, count: heights.count + 1)
        counts = Array(repeating: 0, count: heights.count + 1)
    }

    private static let unknown: Int32 = -1

    /// How many rows there are.
    public var count: Int { heights.count }

    /// How high all rows are together.
    public var total: Int { top(of: count) }

    /// The height of a row; nil while it is not known.
    public subscript(index: Int) -> Int? {
        heights[index] == Self.unknown ? nil : Int(heights[index])
    }

    /// Where a row begins; for the number of rows, where the last one ends.
    public func top(of index: Int) -> Int {
        var (sum, known) = (0, 0)
        var node = index
        while node > 0 {
            sum += sums[node]
            known += Int(counts[node])
            node -= node & -node
        }
        return sum + (index - known) * estimate
    }

    /// The row at a distance from the top: the first for one before it, the last for one behind.
    public func index(at offset: Int) -> Int {
        var (node, rest) = (0, offset)
        var step = count == 0 ? 0 : 1 << (Int.bitWidth - 1 - count.leadingZeroBitCount)
        while step > 0 {
            let next = node + step
            if next <= count {
                let height = sums[next] + (step - Int(counts[next])) * estimate
                if height <= rest {
                    node = next
                    rest -= height
                }
            }
            step >>= 1
        }
        return max(0, min(node, count - 1))
    }

    /// Takes over what was measured.
    public mutating func set(_ height: Int, at index: Int) {
        let new = Int32(clamping: max(0, height))
        let old = heights[index]
        guard new != old else { return }
        heights[index] = new
        let isNew = old == Self.unknown
        let change = Int(new) - (isNew ? 0 : Int(old))
        var node = index + 1
        while node <= count {
            sums[node] += change
            if isNew { counts[node] += 1 }
            node += node & -node
        }
    }

    /// Makes room for new rows, of which nothing is known.
    public mutating func insert(_ rows: Range<Int>) {
        heights.insert(
            contentsOf: repeatElement(Self.unknown, count: rows.count),
            at: rows.lowerBound
        )
        rebuild()
    }

    /// Takes rows away.
    public mutating func remove(_ rows: Range<Int>) {
        heights.removeSubrange(rows)
        rebuild()
    }

    /// Forgets all heights: the rows have another width.
    public mutating func forget() {
        self = RowHeights(count: count, estimate: estimate)
    }

    private mutating func rebuild() {
        sums = Array(repeating: 0, count: heights.count + 1)
        counts = Array(repeating: 0, count: heights.count + 1)
        for (index, height) in heights.enumerated() {
            let node = index + 1
            if height != Self.unknown {
                sums[node] += Int(height)
                counts[node] += 1
            }
            let parent = node + (node & -node)
            guard parent <= heights.count else { continue }
            sums[parent] += sums[node]
            counts[parent] += counts[node]
        }
    }
}
