import GTKBridge
import HawkNotesPresentation

/// Two lists side by side, one of them with a bar below it, or only the latter.
///
/// In a wide window, each list scrolls in a column; both are centered together. In a narrower one,
/// there is only the right list: its owner has moved the other content into it. The bar stays below
/// the list; in a low window it shrinks.
@MainActor
final class TwoColumns {
    /// The arranged widgets.
    struct Parts {
        /// The list of the left column, which scrolls by itself.
        var left: Widget
        /// The list of the right column, likewise.
        var list: Widget
        var bar: Widget
    }

    let root = Box(.horizontal)
    /// The width of the left column with its margins.
    private static let width = ColumnPair.Width(
        least: 380 + 48,
        share: 30,
        from: SizeClass.largeWidth,
        most: 460 + 48
    )
    /// The height that the list keeps before the bar gets more than it needs, in pixels.
    private static let keptHeight = 120
    private let parts: Parts
    private var measure = PageParts.measure
    private var bottom: (clamp: Clamp, side: Int)?
    private var pair: ColumnPair?
    /// The space on each side of the right list, in pixels.
    private static let side = 24

    /// Columns that are not arranged yet.
    init(_ parts: Parts) { self.parts = parts }

    /// Sets the maximum width of list and bar, in pixels.
    func setMeasure(_ measure: Int) {
        guard measure != self.measure else { return }
        self.measure = measure
        if let bottom { bottom.clamp.setMaximumWidth(measure + 2 * bottom.side) }
        pair?.setLimit(measure + 2 * Self.side)
    }

    /// Arranges everything in two columns; a text field in them loses focus and selection.
    func arrangeTwo() {
        takeApart()
        let left = parts.left.hexpand(false).classes("left-column")
        let right = makeList(side: Self.side, bottom: 18)
        let limit = measure + 2 * Self.side
        let pair = ColumnPair(left, right, width: Self.width, limit: limit)
        self.pair = pair
        root.append(pair.hexpand())
    }

    /// Shows only the list and its bar; a text field in the other parts loses focus and selection.
    func arrangeOne() {
        takeApart()
        root.append(makeList(side: 18, bottom: 12))
    }

    private func makeList(side: Int, bottom: Int) -> Widget {
        let bar = Box(.vertical).append(parts.bar).margin(start: side, end: side)
        let clamp = Clamp(bar, maximumWidth: measure + 2 * side)
        self.bottom = (clamp, side)
        return DockBox(parts.list, bar: clamp, keeps: Self.keptHeight, top: 6, bottom: bottom)
            .hexpand()
    }

    private func takeApart() {
        for part in [parts.left, parts.list, parts.bar] where part.hasParent {
            part.removeFromBox()
        }
        root.removeAll()
        pair = nil
    }
}
