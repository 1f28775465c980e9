/// The known heights of a list's rows, and the position of each row.
///
/// A row that was never measured has an estimated height, which is the same for all rows. Sums are
/// kept in two binary indexed trees (P. M. Fenwick, *A new data structure for cumulative frequency
/// tables*, 1994), so that lookups and height changes take logarithmic time; inserting and removing
/// rows takes linear time. While no row is measured, as at the start, nothing depends on their
/// number. All lengths are in pixels.
public struct RowHeights: Sendable {
    /// The height of an unmeasured row, including the space below it.
    public var estimate: Int

    /// The number of rows.
    public private(set) var count: Int
    /// The height of each row, including the space below it; negative if unknown. Empty until a
    /// row is measured, as are the others.
    private var heights: [Int32] = []
    /// The sums of known heights.
    private var sums: [Int] = []
    /// The numbers of known heights.
    private var counts: [Int32] = []

    /// Rows with unknown heights.
    public init(count: Int = 0, estimate: Int) {
        self.estimate = max(1, estimate)
        self.count = max(0, count)
    }

    private static let unknown: Int32 = -1

    /// Whether no row was measured yet.
    var areUnknown: Bool { heights.isEmpty }

    /// The height of all rows.
    public var total: Int { top(of: count) }

    /// The height of a row; nil if unknown.
    public subscript(index: Int) -> Int? {
        areUnknown || heights[index] == Self.unknown ? nil : Int(heights[index])
    }

    /// The top of a row; for the number of rows, the bottom of the last one.
    public func top(of index: Int) -> Int {
        if areUnknown { return index * estimate }
        var (sum, known) = (0, 0)
        var node = index
        while node > 0 {
            sum += sums[node]
            known += Int(counts[node])
            node -= node & -node
        }
        return sum + (index - known) * estimate
    }

    /// The row at a distance from the top, clamped to the first and the last row.
    public func index(at offset: Int) -> Int {
        if areUnknown { return max(0, min(offset / estimate, count - 1)) }
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

    /// Sets a measured height.
    public mutating func set(_ height: Int, at index: Int) {
        if areUnknown {
            heights = Array(repeating: Self.unknown, count: count)
            rebuild()
        }
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

    /// Inserts rows with unknown heights.
    public mutating func insert(_ rows: Range<Int>) {
        count += rows.count
        if areUnknown { return }
        heights.insert(
            contentsOf: repeatElement(Self.unknown, count: rows.count),
            at: rows.lowerBound
        )
        rebuild()
    }

    /// Removes rows.
    public mutating func remove(_ rows: Range<Int>) {
        count -= rows.count
        if areUnknown { return }
        heights.removeSubrange(rows)
        rebuild()
    }

    /// Discards all heights because the width of the rows changed.
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
