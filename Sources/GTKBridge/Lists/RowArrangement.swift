/// Which rows of a list are in view, and where.
///
/// Everything is placed from one row that stays where it is, the anchor: what turns out to be higher or
/// lower than was thought, and what comes or goes above, never moves what is in view. All lengths
/// are in pixels; places are relative to the top of the view, so that they stay exact however long the
/// list is.
public struct RowArrangement: Sendable {
    /// The row from which all others are placed.
    public struct Anchor: Equatable, Sendable {
        /// Which row.
        public var index: Int
        /// Where it begins; negative when it begins above the view.
        public var top: Int

        /// A row that begins there.
        public init(index: Int, top: Int) {
            self.index = index
            self.top = top
        }
    }

    /// What is known of the rows.
    public var heights: RowHeights
    /// The row that stays where it is.
    public private(set) var anchor: Anchor
    /// Whether the end of the list stays at the end of the view, whatever comes.
    public private(set) var sticksToEnd = false
    /// The rows that have to be there.
    public private(set) var rows = 0..<0
    /// The height of the view.
    public var viewHeight = 0
    /// How far above and below the view rows have to be there.
    public var overscan: Int
    /// The space above the first row.
    public var topEdge: Int
    /// The space below the last row; negative when a part of that row's height is space, too.
    public var bottomEdge: Int

    /// A list that begins at the top.
    public init(heights: RowHeights, overscan: Int, topEdge: Int = 0, bottomEdge: Int = 0) {
        self.heights = heights
        self.overscan = overscan
        self.topEdge = topEdge
        self.bottomEdge = bottomEdge
        anchor = Anchor(index: 0, top: topEdge)
    }

    /// The height of all rows with the space above and below them.
    public var contentHeight: Int { topEdge + heights.total + bottomEdge }

    /// How far the list is scrolled.
    public var offset: Int { topEdge + heights.top(of: anchor.index) - anchor.top }

    /// How far it can be scrolled.
    public var maximumOffset: Int { max(0, contentHeight - viewHeight) }

    /// Where a row begins.
    public func top(of index: Int) -> Int { topEdge + heights.top(of: index) - offset }

    /// Scrolls to a distance from the top of all.
    public mutating func scroll(to offset: Int) {
        sticksToEnd = false
        let index = heights.index(at: offset - topEdge)
        anchor = Anchor(index: index, top: topEdge + heights.top(of: index) - offset)
    }

    /// Puts a row where it is wanted.
    public mutating func scroll(to anchor: Anchor) {
        sticksToEnd = false
        self.anchor = Anchor(
            index: max(0, min(anchor.index, heights.count - 1)),
            top: anchor.top
        )
    }

    /// Goes to the end and stays there.
    public mutating func scrollToEnd() { sticksToEnd = true }

    /// Sees to it that every row that is in view, or nearly, has been measured, and that there is no gap
    /// where there could be rows.
    ///
    /// - Parameter measure: tells a row's height with the space below it; nil when there can be no such
    ///   row now, or nothing new about it: then it counts as high as it did.
    public mutating func settle(measure: (Int) -> Int?) {
        guard heights.count > 0 else {
            anchor = Anchor(index: 0, top: topEdge)
            rows = 0..<0
            return
        }
        if sticksToEnd {
            fillFromEnd(measure)
        } else {
            keepAnchorInView(measure)
            fillFromAnchor(measure)
        }
        // What now begins at the top stays there from now on.
        moveAnchorIntoView()
    }

    /// A place may come from a file, and the anchor may be lower than it was.
    private mutating func keepAnchorInView(_ measure: (Int) -> Int?) {
        anchor.index = min(anchor.index, heights.count - 1)
        let height = height(of: anchor.index, measure)
        anchor.top = max(1 - max(1, height), min(anchor.top, max(topEdge, viewHeight - 1)))
    }

    private mutating func height(of index: Int, _ measure: (Int) -> Int?) -> Int {
        if let height = measure(index) { heights.set(height, at: index) }
        return heights[index] ?? heights.estimate
    }

    private mutating func fillFromEnd(_ measure: (Int) -> Int?) {
        let last = heights.count
        let (first, top) = fillUp(from: last, bottom: viewHeight - bottomEdge, measure)
        // A list that is lower than the view begins at its top.
        anchor = Anchor(index: first, top: first == 0 ? min(top, topEdge) : top)
        rows = first..<last
    }

    private mutating func fillFromAnchor(_ measure: (Int) -> Int?) {
        var (last, bottom) = fillDown(from: anchor.index, top: anchor.top, measure)
        let gap = viewHeight - bottomEdge - bottom
        if last == heights.count, gap > 0 { anchor.top += gap }
        let (first, top) = fillUp(from: anchor.index, bottom: anchor.top, measure)
        if first == 0, top > topEdge {
            anchor.top -= top - topEdge
            (last, bottom) = fillDown(from: anchor.index, top: anchor.top, measure)
        }
        rows = first..<last
    }

    /// - Returns: the row behind the last one that has to be there, and where that one ends.
    private mutating func fillDown(
        from index: Int,
        top: Int,
        _ measure: (Int) -> Int?
    ) -> (end: Int, bottom: Int) {
        var (index, bottom) = (index, top)
        while index < heights.count, bottom < viewHeight + overscan {
            bottom += height(of: index, measure)
            index += 1
        }
        return (index, bottom)
    }

    /// - Returns: the first row that has to be there, and where it begins.
    private mutating func fillUp(
        from index: Int,
        bottom: Int,
        _ measure: (Int) -> Int?
    ) -> (first: Int, top: Int) {
        var (index, top) = (index, bottom)
        while index > 0, top > -overscan {
            index -= 1
            top -= height(of: index, measure)
        }
        return (index, top)
    }

    /// Makes the first row in view the anchor: a change above it then moves nothing that is seen.
    private mutating func moveAnchorIntoView() {
        while anchor.index + 1 < heights.count, let height = heights[anchor.index],
            anchor.top + height <= 0
        {
            anchor.top += height
            anchor.index += 1
        }
        while anchor.index > 0, anchor.top > 0, let height = heights[anchor.index - 1] {
            anchor.index -= 1
            anchor.top -= height
        }
    }

    // MARK: Changes

    /// Takes over that there are new rows.
    public mutating func insert(_ new: Range<Int>) {
        heights.insert(new)
        if anchor.index >= new.lowerBound, heights.count > new.count { anchor.index += new.count }
    }

    /// Takes over that rows are gone. When the anchor is among them, what stood behind it takes its
    /// place.
    public mutating func remove(_ gone: Range<Int>) {
        if gone.contains(anchor.index) {
            anchor = Anchor(index: gone.lowerBound, top: max(topEdge, top(of: gone.lowerBound)))
        } else if anchor.index >= gone.upperBound {
            anchor.index -= gone.count
        }
        heights.remove(gone)
    }

    /// Forgets all heights: the rows have another width.
    public mutating func forgetHeights() { heights.forget() }
}
