/// Computes which rows of a list are in view, and where.
///
/// All rows are positioned relative to one fixed row, the anchor. Corrected heights and changes
/// above the anchor therefore never move the rows in view. All lengths are in pixels; positions are
/// relative to the top of the view, so that they stay exact in lists of any length.
public struct RowArrangement: Sendable {
    /// The row relative to which all others are positioned.
    public struct Anchor: Equatable, Sendable {
        /// The index of the row.
        public var index: Int
        /// The top of the row; negative if it is above the view.
        public var top: Int

        /// An anchor at a position.
        public init(index: Int, top: Int) {
            self.index = index
            self.top = top
        }
    }

    /// The known heights of the rows.
    public var heights: RowHeights
    /// The row that stays in place.
    public private(set) var anchor: Anchor
    /// Whether the end of the list stays at the end of the view when rows are added.
    public private(set) var sticksToEnd = false
    /// The rows that need widgets.
    public private(set) var rows = 0..<0
    /// The height of the view.
    public var viewHeight = 0
    /// How far above and below the view rows need widgets.
    public var overscan: Int
    /// The space above the first row.
    public var topEdge: Int
    /// The space below the last row; negative if the last row's height includes some of it.
    public var bottomEdge: Int

    /// A list that is scrolled to the top.
    public init(heights: RowHeights, overscan: Int, topEdge: Int = 0, bottomEdge: Int = 0) {
        self.heights = heights
        self.overscan = overscan
        self.topEdge = topEdge
        self.bottomEdge = bottomEdge
        anchor = Anchor(index: 0, top: topEdge)
    }

    /// The height of all rows, including the space above and below them.
    public var contentHeight: Int { topEdge + heights.total + bottomEdge }

    /// The scroll offset.
    public var offset: Int { topEdge + heights.top(of: anchor.index) - anchor.top }

    /// The maximum scroll offset.
    public var maximumOffset: Int { max(0, contentHeight - viewHeight) }

    /// The top of a row.
    public func top(of index: Int) -> Int { topEdge + heights.top(of: index) - offset }

    /// Scrolls to an offset from the top of the content.
    public mutating func scroll(to offset: Int) {
        sticksToEnd = false
        let index = heights.index(at: offset - topEdge)
        anchor = Anchor(index: index, top: topEdge + heights.top(of: index) - offset)
    }

    /// Scrolls so that a row is at the given position.
    public mutating func scroll(to anchor: Anchor) {
        sticksToEnd = false
        self.anchor = Anchor(
            index: max(0, min(anchor.index, heights.count - 1)),
            top: anchor.top
        )
    }

    /// Scrolls to the end and stays there.
    public mutating func scrollToEnd() { sticksToEnd = true }

    /// Measures every row in or near the view, and closes gaps that rows could fill.
    ///
    /// - Parameter measure: returns a row's height including the space below it; nil if the row
    ///   cannot be made now or its height is unchanged. The previous height is used then.
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
        // The row that is now at the top becomes the anchor.
        moveAnchorIntoView()
    }

    /// An anchor may come from a file, and its row may be shorter than before.
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
        // A list that is shorter than the view starts at the top.
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

    /// - Returns: the end index of the rows that need widgets, and the bottom of the last one.
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

    /// - Returns: the first row that needs a widget, and its top.
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

    /// Makes the first row in view the anchor, so that changes above it move nothing visible.
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

    /// Inserts rows.
    public mutating func insert(_ new: Range<Int>) {
        heights.insert(new)
        if anchor.index >= new.lowerBound, heights.count > new.count { anchor.index += new.count }
    }

    /// Removes rows. If the anchor is removed, the row after it becomes the anchor.
    public mutating func remove(_ gone: Range<Int>) {
        if gone.contains(anchor.index) {
            anchor = Anchor(index: gone.lowerBound, top: max(topEdge, top(of: gone.lowerBound)))
        } else if anchor.index >= gone.upperBound {
            anchor.index -= gone.count
        }
        heights.remove(gone)
    }

    /// Discards all heights because the width of the rows changed.
    public mutating func forgetHeights() { heights.forget() }
}
