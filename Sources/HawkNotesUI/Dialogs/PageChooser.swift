import Foundation
import GTKBridge
import HawkNotesModel
import StateRestoration

/// The books and characters of a series, of which one is chosen. What they are looked for with is kept.
@MainActor
final class PageChooser {
    let root: Widget
    let entry = SearchEntry(name: localized("Find a book or character"))
    var onChoose: @MainActor (Place) -> Void = { _ in }
    var onCancel: @MainActor () -> Void = {}

    private let list = ListBox()
    private let filter: DraftBinding
    private var series: Series?
    private var shown: [(place: Place, row: ListBoxRow)] = []

    init(in scope: RestorationScope) {
        filter = DraftBinding(entry.content, key: .pageFilter, in: scope)
        let back = Button(localized("Cancel"), "flat")
        let head = Box(.horizontal, spacing: 12).append(entry.hexpand(), back)
        let content = Box(.vertical, spacing: 12).append(
            Label(localized("Move the draft to this page:"), "heading").wrapping(),
            head,
            ScrolledWindow(list).vexpand().classes("card")
        ).margin(18)
        root = Clamp(content, maximumWidth: PageParts.measure)
        list.classes("plain")
        list.accessibleLabel(localized("Pages"))
        back.onClicked { [weak self] in self?.onCancel() }
        entry.onSearch { [weak self] in self?.refresh() }
        entry.onActivate { [weak self] _ in
            if let first = self?.shown.first { self?.onChoose(first.place) }
        }
        list.onRowActivated { [weak self] index in
            guard let self, shown.indices.contains(index) else { return }
            onChoose(shown[index].place)
        }
    }

    /// Shows the pages of a series.
    func show(_ series: Series) {
        self.series = series
        refresh()
    }

    /// Forgets what was looked for.
    func empty() { filter.empty() }

    /// Lets the key go; what is kept stays.
    func close() { filter.close() }

    private func refresh() {
        for row in shown { list.remove(row.row) }
        shown = []
        guard let series else { return }
        for book in series.books {
            add(book.title, "hawknotes-book-symbolic", .book(book.id))
        }
        for character in series.allCharacters {
            add(character.name, "avatar-default-symbolic", .character(character.id))
        }
    }

    private func add(_ name: String, _ icon: String, _ place: Place) {
        let words = entry.text.split(separator: " ")
        guard words.allSatisfy({ name.localizedCaseInsensitiveContains($0) }) else { return }
        let content = Box(.horizontal, spacing: 9)
            .append(Image(icon: icon).accessibleHidden(), Label(name).ellipsizing())
        let row = ListBoxRow(content.margin(horizontal: 6, vertical: 6), name: name)
        list.insert(row)
        shown.append((place, row))
    }
}
