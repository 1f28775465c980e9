/// The arrangement of the series on the boards of the shelf, for a window's width.
package struct ShelfGrid: Equatable {
    /// The space beside a series, in pixels.
    package static let gap = 16

    /// The number of series.
    package var count = 0

    package init(count: Int = 0) {
        self.count = count
    }
    /// The number of series on a board.
    package private(set) var columns = 1

    /// The number of boards.
    package var rowCount: Int { (count + columns - 1) / columns }

    /// Fits series of a width into another width, both in pixels.
    package mutating func fit(_ width: Int, seriesWidth: Int) {
        columns = max(1, width / (seriesWidth + Self.gap))
    }

    /// The series on a board.
    package func indices(in row: Int) -> Range<Int> {
        let start = min(row * columns, count)
        return start..<min(start + columns, count)
    }

    /// The board of a series.
    package func row(of index: Int) -> Int { index / columns }

    /// The series in the direction of an arrow key; nil if there is none.
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

    /// The directions of the arrow keys.
    package enum Step {
        case previous, next, up, down
    }
}
