import GTKBridge
import StateRestoration

/// What stands above what was found: the field, and where and how can be searched.
@MainActor
final class SearchHead {
    let root: Widget
    let field = SearchEntry(name: localized("Search"))
    /// Whether all series are searched, and not only the one that the window shows.
    let allSeries: ToggleButton
    /// The words that say more exactly what is meant, as they are typed.
    static let filters = ["book:", "character:", "before:", "after:"]
    /// The buttons that type them.
    let filterButtons: [Button]

    init() {
        let name = localized("All Series")
        allSeries = ToggleButton(Label(name), name: name)
        allSeries.classes("chip", "filter").keepsFocusElsewhere().margin(end: 12)
        let names = [
            localized("Notes on this book"), localized("Notes on this character"),
            localized("Notes from before this date"), localized("Notes from after this date"),
        ]
        filterButtons = zip(Self.filters, names).map { filter, name in
            let button = Button(Label(filter), name: filter, "chip", "filter")
            button.accessibleDescription(name).tooltip(name).keepsFocusElsewhere()
            return button
        }
        let chips = WrapBox(spacing: 6)
        for chip in [allSeries] + filterButtons { chips.append(chip) }
        let box = Box(.vertical, spacing: 9).append(field, chips)
        box.margin(top: 12, bottom: 9, start: Self.side, end: Self.side)
        root = Clamp(box, maximumWidth: PageParts.measure + 2 * Self.side).classes("search-head")
        for (filter, button) in zip(Self.filters, filterButtons) {
            button.onClicked { [weak self] in self?.add(filter) }
        }
    }

    /// As far from the edges as the rows below.
    private static let side = 18

    /// Types a filter at the end, where what it is to hold can be typed next.
    private func add(_ filter: String) {
        let text = field.text
        let isApart = text.last?.isWhitespace ?? true
        field.content.apply(
            .init(
                offset: text.unicodeScalars.count,
                removed: "",
                inserted: isApart ? filter : " " + filter
            )
        )
        field.grabFocusWithoutSelecting()
        let end = field.content.count
        field.content.selection = (end, end)
    }
}
