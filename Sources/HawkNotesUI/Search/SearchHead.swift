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
    /// The buttons that type the words that say more exactly what is meant, in the reader's language.
    let filterButtons: [Button]

    /// - Parameter words: the words of filters.
    init(_ words: SearchFilterWords) {
        let name = localized("All Series")
        allSeries = ToggleButton(Label(name), name: name)
        allSeries.classes("chip", "filter").keepsFocusElsewhere().margin(end: 12)
        let filters = SearchFilterWords.Kind.allCases.map { (words.typed($0), Self.name(of: $0)) }
        filterButtons = filters.map { filter, name in
            let button = Button(Label(filter), name: filter, "chip", "filter")
            button.accessibleDescription(name).tooltip(name).keepsFocusElsewhere()
            return button
        }
        let chips = WrapBox(spacing: 6)
        for chip in [allSeries] + filterButtons { chips.append(chip) }
        let box = Box(.vertical, spacing: 9).append(field, chips)
        box.margin(top: 12, bottom: 9, start: Self.side, end: Self.side)
        root = Clamp(box, maximumWidth: PageParts.measure + 2 * Self.side).classes("search-head")
        for ((filter, _), button) in zip(filters, filterButtons) {
            button.onClicked { [weak self] in self?.add(filter) }
        }
    }

    private static func name(of filter: SearchFilterWords.Kind) -> String {
        switch filter {
        case .book: localized("Notes on this book")
        case .character: localized("Notes on this character")
        case .tag: localized("Notes with this tag")
        case .before: localized("Notes from before this date")
        case .after: localized("Notes from after this date")
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
