/// How the series stand on the boards of the shelf: which on which, in a window of which width.
package struct ShelfGrid: Equatable {
    /// The least width that a series needs, with the space beside it, in pixels.
    package static let cellWidth = 156

    /// How many series there are.
    package var count = 0

    package init(count: Int = 0) {
        self.count = count
    }
    /// How many stand beside each other.
    package private(set) var columns = 1

    /// How many boards that makes.
    package var rowCount: Int { (count + columns - 1) / columns }

    /// Makes use of a width in pixels.
    package mutating func fit(_ width: Int) { columns = max(1, width / Self.cellWidth) }

    /// The series on a board.
    package func indices(in row: Int) -> Range<Int> {
        let start = min(row * columns, count)
        return start..<min(start + columns, count)
    }

    /// The board on which a series stands.
    package func row(of index: Int) -> Int { index / columns }

    /// Where an arrow leads from a series; nil where there is nothing in that direction.
    package func neighbor(of index: Int, by step: Step) -> Int? {
        switch step {
        case .previous: return index > 0 ? index - 1 : nil
        case .next: return index + 1 < count ? index + 1 : nil
        case .up: return index >= columns ? index - columns : nil
        case .down:
            // The last board may be shorter.
            guard row(of: index) + 1 < rowCount else { return nil }
            return min(index + columns, count - 1)
        }
    }

    /// The directions in which one can go.
    package enum Step {
        case previous, next, up, down
    }
}
