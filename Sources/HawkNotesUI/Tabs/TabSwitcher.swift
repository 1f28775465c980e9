import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// The row of a window's tabs.
typealias TabSwitcher = ViewSwitcher<Place>

extension ViewSwitcher where Tab == Place {
    /// The tabs of the books of a series, and of its favorites.
    ///
    /// - Parameter select: called with the pressed tab.
    convenience init(
        _ series: Series,
        sizeClass: SizeClass,
        select: @escaping @MainActor (Place) -> Void
    ) {
        let short = ShortTitles.of(series.books.map(\.title))
        self.init(
            Place.tabs(in: series).map { tab in
                var item = Self.item(tab, series)
                item.shortTitle = short[item.title]
                return item
            },
            name: localized("Books and favorites"),
            sizeClass: sizeClass,
            moreName: Command.showTabs.title,
            trailing: series.isMissing ? nil : Self.makeAddButton(),
            select: select
        )
    }

    /// The button that adds a book to the series.
    private static func makeAddButton() -> Widget {
        Button(icon: "list-add-symbolic", name: localized("Add Book"), "flat")
            .action(.addBook).valign(.center)
    }

    private static func item(_ tab: Place, _ series: Series) -> Item {
        if case .book(let id) = tab {
            Item(
                tab: tab,
                title: series.book(id)?.title ?? "",
                icon: "hawknotes-book-symbolic",
                accent: AccentSheet.styleClass(for: id)
            )
        } else {
            Item(
                tab: tab,
                title: FavoritesText.title(of: series),
                icon: series.books.isEmpty
                    ? "hawknotes-book-symbolic" : "hawknotes-heart-outline-symbolic",
                accent: "accent-favorites"
            )
        }
    }
}

/// A searchable list of all tabs of a window, for those that do not fit into the row.
@MainActor
final class TabMenu<Tab: Hashable> {
    let root: Widget
    /// Called with the chosen tab.
    var onChoose: @MainActor (Tab) -> Void = { _ in }

    private let items: [ViewSwitcher<Tab>.Item]
    private let selected: Tab?
    private let marks: [Tab: NoteMark]
    private let entry: SearchEntry
    private let list = ListBox()
    private var shown: [(tab: Tab, row: ListBoxRow)] = []

    /// - Parameters:
    ///   - selected: the current tab.
    ///   - marks: the marks of tabs with notes or drafts.
    ///   - name: the accessible name of the search field.
    init(
        _ items: [ViewSwitcher<Tab>.Item],
        selected: Tab?,
        marks: [Tab: NoteMark] = [:],
        name: String
    ) {
        self.items = items
        self.selected = selected
        self.marks = marks
        entry = SearchEntry(name: name)
        root = Box(.vertical, spacing: 6).append(
            entry,
            ScrolledWindow(list).growing(upTo: 420).vexpand()
        ).sizeRequest(width: 280)
        list.classes("tab-menu")
        list.accessibleLabel(name)
        entry.onSearch { [weak self] in self?.refresh() }
        entry.onActivate { [weak self] _ in
            if let first = self?.shown.first { self?.onChoose(first.tab) }
        }
        entry.onKey(phase: .capture) { [weak self] key, modifiers in
            guard modifiers.isEmpty, let self else { return false }
            switch key {
            case Key("Down"): return shown.first?.row.grabFocus() ?? false
            default: return false
            }
        }
        list.onRowActivated { [weak self] index in
            guard let self, shown.indices.contains(index) else { return }
            onChoose(shown[index].tab)
        }
        refresh()
    }

    /// Focuses the search field.
    func grabFocus() { entry.grabFocus() }

    /// The titles that are listed.
    var titles: [String] {
        shown.compactMap { row in items.first { $0.tab == row.tab }?.title }
    }

    /// Searches as if the text had been typed.
    func find(_ text: String) {
        entry.text = text
        refresh()
    }

    private func refresh() {
        for row in shown { list.remove(row.row) }
        let words = entry.text.folded.split(separator: " ")
        shown = items.filter { item in
            let title = item.title.folded
            return words.allSatisfy { title.contains($0) }
        }.map { item in
            let label = Label(item.title).ellipsizing().hexpand()
            if item.tab == selected { label.classes("heading") }
            let mark = NoteMarkView()
            let line = Box(.horizontal, spacing: 12)
                .append(Image(icon: item.icon), label, mark.inLine())
            let row = ListBoxRow(line.margin(horizontal: 6, vertical: 6), name: item.title)
                .classes(item.accent)
            if let shown = marks[item.tab] {
                mark.show(shown)
                row.accessibleDescription(shown.spoken)
            }
            list.insert(row)
            return (item.tab, row)
        }
    }
}
