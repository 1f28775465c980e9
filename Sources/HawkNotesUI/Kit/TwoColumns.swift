import GTKBridge

/// A head, a list with a bar below it, and further sections, in two columns or in one.
///
/// Wide, head and further sections scroll at the left, and the list scrolls at the right over the bar,
/// which stays at the bottom. Narrower, everything is one column: head, list, bar, the rest. The same
/// widgets are moved between the two.
@MainActor
final class TwoColumns {
    /// What is arranged.
    struct Parts {
        var head: Widget
        var listHeading: Widget
        var list: Widget
        var bar: Widget
        var extra: Widget
    }

    /// A column and the view in which it scrolls.
    struct Column {
        let view: ScrolledWindow
        let content: Widget
    }

    let root = Box(.horizontal)
    /// The left column with its margins, in pixels.
    private static let leftWidth = 428
    private let parts: Parts

    /// Columns that are yet to be arranged.
    init(_ parts: Parts) { self.parts = parts }

    /// Puts everything into two columns; a text field in them loses focus and selection.
    func arrangeTwo() -> (left: Column, right: Column) {
        takeApart()
        let left = Box(.vertical, spacing: 24).append(parts.head, parts.extra).margin(24)
        let leftView = ScrolledWindow(Clamp(left, maximumWidth: Self.leftWidth))
            .sizeRequest(width: Self.leftWidth).hexpand(false).classes("left-column")
        let list = Box(.vertical, spacing: 18).append(parts.listHeading, parts.list).margin(24)
        let listView = ScrolledWindow(Clamp(list, maximumWidth: PageParts.measure + 48)).vexpand()
        let bottom = Clamp(
            Box(.vertical).append(parts.bar).margin(top: 6, bottom: 18, start: 24, end: 24),
            maximumWidth: PageParts.measure + 48
        )
        let right = Box(.vertical).append(listView, bottom).hexpand()
        root.append(leftView, right)
        return (Column(view: leftView, content: left), Column(view: listView, content: list))
    }

    /// Puts everything into one column; a text field in it loses focus and selection.
    func arrangeOne() -> Column {
        takeApart()
        let column = Box(.vertical, spacing: 24)
            .append(
                parts.head,
                Box(.vertical, spacing: 12).append(parts.listHeading, parts.list, parts.bar),
                parts.extra
            ).margin(horizontal: 18, vertical: 18)
        let view = ScrolledWindow(Clamp(column, maximumWidth: PageParts.measure + 36)).hexpand()
        root.append(view)
        return Column(view: view, content: column)
    }

    private func takeApart() {
        for part in [parts.head, parts.extra, parts.listHeading, parts.list, parts.bar]
        where part.hasParent {
            part.removeFromBox()
        }
        root.removeAll()
    }
}
