import GTKBridge
import HawkNotesModel

/// Things to choose from, in a popover; many are looked for by their names. What shows it keeps it.
@MainActor
final class ChoiceList {
    /// The most choices that are taken in at a glance.
    private static let few = 8
    /// More rows than that are found by typing.
    private static let limit = 60

    private let popover: Popover
    private let list = ListBox()
    private let search: SearchEntry
    private let sections: [Section]
    private var shown: [(choice: Choice, row: ListBoxRow)] = []

    /// Choices that belong together.
    struct Section {
        /// What stands above them.
        var title: String?
        /// What comes of choosing one of them.
        var remark: String?
        var choices: [Choice]
    }

    /// - Parameter name: what is chosen.
    convenience init(
        _ all: [Choice],
        name: String,
        choose: @escaping @MainActor (Choice) -> Void
    ) {
        self.init([Section(choices: all)], name: name, choose: choose)
    }

    /// - Parameter name: what is chosen.
    init(
        _ sections: [Section],
        name: String,
        choose: @escaping @MainActor (Choice) -> Void
    ) {
        self.sections = sections
        search = SearchEntry(name: localized("Find"))
        list.accessibleLabel(name)
        list.classes("plain")
        let box = Box(.vertical, spacing: 6).append(
            search.visible(sections.contains { $0.choices.count > Self.few }),
            ScrolledWindow(list).growing(upTo: sections.count > 1 ? 420 : 300)
        )
        popover = Popover(box.sizeRequest(width: 240).margin(6))
        list.onRowActivated { [weak self] index in
            guard let self, shown.indices.contains(index) else { return }
            let choice = shown[index].choice
            list.closePopover()
            choose(choice)
        }
        search.onSearch { [weak self] in self?.refresh() }
        search.onActivate { [weak self] _ in
            guard let self, let first = shown.first else { return }
            list.closePopover()
            choose(first.choice)
        }
        refresh()
    }

    func popUp(below widget: Widget) { popover.popUp(below: widget) }

    private func refresh() {
        for row in shown { list.remove(row.row) }
        shown = []
        let words = search.text.folded.split(separator: " ")
        for section in sections {
            let found = section.choices.filter { choice in
                let title = choice.title.folded
                return words.allSatisfy { title.contains($0) }
            }
            let rows = found.prefix(max(0, Self.limit - shown.count)).map { ($0, row(for: $0)) }
            for (choice, row) in rows {
                list.insert(row)
                shown.append((choice, row))
            }
            if let title = section.title, let first = rows.first?.1 {
                list.setHeading(Self.heading(title, section.remark), above: first)
            }
        }
    }

    private func row(for choice: Choice) -> ListBoxRow {
        let label = Label(choice.title).ellipsizing()
        let content = Box(.horizontal, spacing: 6).append(label.hexpand())
        if choice.isChosen { content.append(Image(icon: "object-select-symbolic")) }
        let row = ListBoxRow(content.margin(horizontal: 6, vertical: 6), name: choice.title)
        if choice.isChosen { row.accessibleSelected(true) }
        return row
    }

    private static func heading(_ title: String, _ remark: String?) -> Widget {
        let heading = Box(.vertical).append(
            Separator(.horizontal).margin(bottom: 6),
            Label(title, "caption", "field-label", role: .heading(level: 3)).wrapping()
                .margin(horizontal: 8)
        )
        if let remark {
            heading.append(Label(remark, "caption", "dim-label").wrapping().margin(horizontal: 8))
        }
        return heading.margin(top: 6, bottom: 6)
    }
}
