import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The books and characters of a series, to choose one of them. Stores the query and the scroll
/// position.
@MainActor
final class PageChooser {
    let root: Widget
    let entry: SearchEntry
    /// Says what the page is chosen for.
    let heading: Label
    var onChoose: @MainActor (Place) -> Void = { _ in }
    var onCancel: @MainActor () -> Void = {}
    /// The shown pages.
    var shown: [PageChoice] { items.choices }

    let list = PartList()
    private let items = PageRows()
    private let nothing = StatusPage.remark(localized("No book or character has this name."))
        .margin(24).visible(false)
    private let filter: DraftBinding
    private var choices = PageChoices()
    private var scroll: ScrollRestorer?

    /// - Parameters:
    ///   - heading: says what the page is chosen for.
    ///   - name: the accessible name of the search field.
    init(
        heading text: String,
        name: String = localized("Book or character"),
        in scope: RestorationScope
    ) {
        entry = SearchEntry(name: name)
        heading = Label(text, "heading").wrapping().lines(3).ellipsizing()
        filter = DraftBinding(entry.content, key: .pageFilter, in: scope)
        let back = Button(localized("Cancel"), "flat")
        // The field's placeholder is the longest text there.
        let head = PairBox(
            entry,
            back.halign(.start),
            words: .first,
            spacing: 12,
            leastLines: 10
        )
        let top = Box(.vertical, spacing: 12).append(heading, head, nothing)
            .margin(top: 18, start: 18, end: 18)
        root = Box(.vertical).append(Clamp(top, maximumWidth: PageParts.measure), list.view)
        items.onChoose = { [weak self] in self?.onChoose($0) }
        list.show([items])
        scroll = ScrollRestorer(list, start: .top, key: .scroll, in: scope)
        back.onClicked { [weak self] in self?.onCancel() }
        entry.onSearch { [weak self] in self?.refresh() }
        entry.onActivate { [weak self] _ in
            guard let self, !entry.text.isEmpty, let first = items.choices.first else { return }
            onChoose(first.place)
        }
    }

    /// Shows the pages of a series, except for one.
    func show(_ series: Series, without excluded: Place? = nil) {
        choices = PageChoices(of: series, without: excluded)
        refresh()
    }

    /// Shows these pages.
    func show(_ new: PageChoices) {
        choices = new
        refresh()
    }

    /// The focusable widgets, by names that stay the same in every run.
    var focusable: [(name: String, widget: Widget)] {
        [("filter", entry)] + items.liveRows.map { ($0.id, $0.widget) }
    }

    /// Focuses the row with this name; false if there is none.
    func focus(_ name: String) -> Bool {
        guard items.row(of: name) != nil else { return false }
        list.focus(name)
        return true
    }

    /// Clears the query.
    func empty() { filter.empty() }

    /// Releases the key; stored values stay.
    func close() {
        filter.close()
        scroll = nil
    }

    private func refresh() {
        items.setChoices(choices.found(entry.text))
        nothing.visible(items.choices.isEmpty)
    }
}

/// The rows of the pages; of a long series only visible rows exist.
@MainActor
private final class PageRows: ListPart {
    weak var list: PartList?
    let itemsName: String? = localized("Pages")
    var rowCount: Int { choices.count }
    let spacing = 0
    /// Short lists are complete, for screen readers.
    var isWhole: Bool { choices.count <= 40 }
    private(set) var choices: [PageChoice] = []
    var onChoose: @MainActor (Place) -> Void = { _ in }

    /// Replaces the choices. Remaining rows keep the focus.
    func setChoices(_ new: [PageChoice]) {
        let old = choices
        guard new != old else { return }
        choices = new
        apply(RowsChange(from: old, to: new))
        roundEnds()
    }

    /// The existing rows, as elements for the focus.
    var liveRows: [(id: String, widget: Widget)] {
        (list?.liveRows(of: self) ?? []).map { (choices[$0.row].place.link, $0.widget) }
    }

    func makeRow(_ row: Int) -> Widget {
        let choice = choices[row]
        let texts = Box(.vertical, spacing: 2).append(Label(choice.title).ellipsizing())
        if let detail = choice.detail {
            texts.append(Label(detail, "caption", "dim-label").ellipsizing())
        }
        let line = Box(.horizontal, spacing: 9).append(
            Image(icon: Self.icon(choice.place)),
            texts.valign(.center)
        )
        let widget = RowItem(line, name: choice.title)
        if let detail = choice.detail { widget.accessibleDescription(detail) }
        widget.classes("character-row", "page-row").onActivate { [weak self] _ in
            // Later: the choice may remove the row.
            MainLoop.whenIdle { self?.onChoose(choice.place) }
        }
        roundEnds(of: widget, at: row)
        return widget
    }

    private static func icon(_ place: Place) -> String {
        if case .book = place { "hawknotes-book-symbolic" } else { "avatar-default-symbolic" }
    }

    func element(of row: Int) -> String? {
        choices.indices.contains(row) ? choices[row].place.link : nil
    }

    func row(of element: String) -> Int? { choices.firstIndex { $0.place.link == element } }
}
