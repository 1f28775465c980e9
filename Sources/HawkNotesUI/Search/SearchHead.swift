import GTKBridge
import HawkNotesModel
import Phrases
import StateRestoration

/// What stands above what was found: the field, and where and how can be searched.
@MainActor
final class SearchHead {
    let root: Widget
    let field = SearchEntry(name: localized("Search"))
    /// Whether all series are searched, and not only the one that the window shows.
    let allSeries: ToggleButton
    /// What narrows the search down.
    let filters: SearchFilterChips

    init(_ filters: SearchFilters) {
        let name = localized("All Series")
        allSeries = ToggleButton(Label(name), name: name)
        allSeries.classes("chip", "filter").keepsFocusElsewhere().margin(end: 12)
        self.filters = SearchFilterChips(filters)
        let chips = WrapBox(spacing: 6)
        for chip in [allSeries] + self.filters.buttons { chips.append(chip) }
        let box = Box(.vertical, spacing: 9).append(field, chips)
        box.margin(top: 12, bottom: 9, start: Self.side, end: Self.side)
        root = Clamp(box, maximumWidth: PageParts.measure + 2 * Self.side).classes("search-head")
    }

    /// As far from the edges as the rows below.
    private static let side = 18
}
