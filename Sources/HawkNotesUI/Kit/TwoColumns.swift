import GTKBridge
import HawkNotesPresentation

/// Two lists side by side, of which one has a bar below it, or this one alone with its bar.
///
/// Wide, each list scrolls in a column; both stand together in the middle. Narrower, there is the right list alone: its owner has taken
/// the others into it. The bar stays below the list; in a low window it gives way to it.
@MainActor
final class TwoColumns {
    /// What is arranged.
    struct Parts {
        /// The list of the left column, which scrolls by itself.
        var left: Widget
        /// That of the right one, likewise.
        var list: Widget
        var bar: Widget
    }

    let root = Box(.horizontal)
    /// That of the left column with its margins.
    private static let width = ColumnPair.Width(
        least: 380 + 48,
        share: 30,
        from: SizeClass.largeWidth,
        most: 460 + 48
    )
    /// What the list keeps before the bar gets more than it needs, in pixels.
    private static let keptHeight = 120
    private let parts: Parts
    private var measure = PageParts.measure
    private var bottom: (clamp: Clamp, side: Int)?
    private var pair: ColumnPair?
    /// What is free on each side of the right list, in pixels.
    private static let side = 24

    /// Columns that are yet to be arranged.
    init(_ parts: Parts) { self.parts = parts }

    /// Lets list and bar grow to another width, in pixels.
    func setMeasure(_ measure: Int) {
        guard measure != self.measure else { return }
        self.measure = measure
        if let bottom { bottom.clamp.setMaximumWidth(measure + 2 * bottom.side) }
        pair?.setLimit(measure + 2 * Self.side)
    }

    /// Puts everything into two columns; a text field in them loses focus and selection.
    func arrangeTwo() {
        takeApart()
        let left = parts.left.hexpand(false).classes("left-column")
        let right = makeList(side: Self.side, bottom: 18)
        let limit = measure + 2 * Self.side
        let pair = ColumnPair(left, right, width: Self.width, limit: limit)
        self.pair = pair
        root.append(pair.hexpand())
    }

    /// Leaves the list alone with its bar; a text field in the other parts loses focus and selection.
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
