import GTKBridge

/// A head with further sections, and a list with a bar below it, in two columns or in one.
///
/// Wide, head and further sections scroll at the left, and the list scrolls at the right over the bar,
/// which stays at the bottom. Narrower, there is the list alone: whoever owns it has taken the others into
/// it. The same widgets are moved between the two.
@MainActor
final class TwoColumns {
    /// What is arranged.
    struct Parts {
        var head: Widget
        var extra: Widget
        /// The list, which scrolls by itself.
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
    ///
    /// - Returns: the view of the left column, and what scrolls in it.
    func arrangeTwo() -> (view: ScrolledWindow, content: Widget) {
        takeApart()
        let left = Box(.vertical, spacing: 24).append(parts.head, parts.extra).margin(24)
        let leftView = ScrolledWindow(Clamp(left, maximumWidth: Self.leftWidth))
            .sizeRequest(width: Self.leftWidth).hexpand(false).classes("left-column")
        let bottom = Clamp(
            Box(.vertical).append(parts.bar).margin(top: 6, bottom: 18, start: 24, end: 24),
            maximumWidth: PageParts.measure + 48
        )
        let right = Box(.vertical).append(parts.list, bottom).hexpand()
        root.append(leftView, right)
        return (leftView, left)
    }

    /// Leaves the list alone; a text field in the other parts loses focus and selection.
    func arrangeOne() {
        takeApart()
        root.append(parts.list)
    }

    private func takeApart() {
        for part in [parts.head, parts.extra, parts.list, parts.bar] where part.hasParent {
            part.removeFromBox()
        }
        root.removeAll()
    }
}
