import GTKBridge

/// Two lists side by side, of which one has a bar below it, or this one alone.
///
/// Wide, each list scrolls in a column, and the bar stays at the bottom of the right one. Narrower, there is
/// the right list alone: whoever owns it has taken the others into it.
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
    /// The left column with its margins, in pixels.
    private static let leftWidth = 428
    private let parts: Parts

    /// Columns that are yet to be arranged.
    init(_ parts: Parts) { self.parts = parts }

    /// Puts everything into two columns; a text field in them loses focus and selection.
    func arrangeTwo() {
        takeApart()
        let left = parts.left.sizeRequest(width: Self.leftWidth).hexpand(false)
            .classes("left-column")
        let bottom = Clamp(
            Box(.vertical).append(parts.bar).margin(top: 6, bottom: 18, start: 24, end: 24),
            maximumWidth: PageParts.measure + 48
        )
        let right = Box(.vertical).append(parts.list, bottom).hexpand()
        root.append(left, right)
    }

    /// Leaves the list alone; a text field in the other parts loses focus and selection.
    func arrangeOne() {
        takeApart()
        root.append(parts.list)
    }

    private func takeApart() {
        for part in [parts.left, parts.list, parts.bar] where part.hasParent {
            part.removeFromBox()
        }
        root.removeAll()
    }
}
