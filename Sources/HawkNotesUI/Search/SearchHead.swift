import GTKBridge
import HawkNotesModel
import Phrases
import StateRestoration

/// The head of the search page: the field, the scope and the filters.
@MainActor
final class SearchHead {
    let root: Widget
    let field = SearchEntry(name: localized("Search"))
    /// Searches all series instead of the window's own.
    let allSeries: ToggleButton
    /// The filters.
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

    /// Aligned with the rows below.
    private static let side = 18
}
