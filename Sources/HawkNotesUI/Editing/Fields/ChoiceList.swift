import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// A list of choices in a popover, with a search field if there are many. Its owner retains it.
@MainActor
final class ChoiceList {
    /// The maximum number of choices without a search field.
    private static let few = 8
    /// The maximum number of rows; others are found by typing.
    private static let limit = 60

    private let popover: Popover
    private let list = ListBox()
    let search: SearchEntry
    private let sections: [Section]
    private let typed: (@MainActor (String) -> Choice?)?
    private(set) var shown: [(choice: Choice, row: ListBoxRow)] = []

    /// Choices that belong together.
    struct Section {
        /// The heading.
        var title: String?
        /// Called with the choice.
        var remark: String?
        var choices: [Choice]
    }

    /// - Parameters:
    ///   - name: what is chosen.
    ///   - typed: what a text in the field of the search means that is not among them.
    convenience init(
        _ all: [Choice],
        name: String,
        typed: (@MainActor (String) -> Choice?)? = nil,
        choose: @escaping @MainActor (Choice) -> Void
    ) {
        self.init([Section(choices: all)], name: name, typed: typed, choose: choose)
    }

    /// - Parameters:
    ///   - name: what is chosen.
    ///   - fieldName: what the field of the search is called; nil if it is there only for many choices.
    ///   - typed: what a text in the field of the search means that is not among them.
    init(
        _ sections: [Section],
        name: String,
        fieldName: String? = nil,
        typed: (@MainActor (String) -> Choice?)? = nil,
        choose: @escaping @MainActor (Choice) -> Void
    ) {
        self.sections = sections
        self.typed = typed
        let usualName = typed == nil ? localized("Find") : localized("Name or Code")
        search = SearchEntry(name: fieldName ?? usualName)
        list.accessibleLabel(name)
        list.classes("plain")
        let box = Box(.vertical, spacing: 6).append(
            search.visible(
                fieldName != nil || sections.contains { $0.choices.count > Self.few }
            ),
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
                let isTop = shown.first?.row === first
                let heading = Self.heading(title, section.remark, isTop: isTop)
                list.setHeading(heading, above: first)
            }
        }
        // Behind those that are known: what is typed may be the beginning of a name.
        let known = sections.lazy.flatMap(\.choices).map(\.id)
        if let choice = typed?(search.text), !known.contains(choice.id) {
            let row = row(for: choice)
            list.insert(row)
            shown.append((choice, row))
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

    /// - Parameter isTop: whether there is nothing above it to be set off from.
    private static func heading(_ title: String, _ remark: String?, isTop: Bool) -> Widget {
        let heading = Box(.vertical).append(
            Separator(.horizontal).margin(bottom: 6).visible(!isTop),
            Label(title, "caption", "field-label", role: .heading(level: 3)).wrapping()
                .margin(horizontal: 8)
        )
        if let remark {
            heading.append(Label(remark, "caption", "dim-label").wrapping().margin(horizontal: 8))
        }
        return heading.margin(top: 6, bottom: 6)
    }
}
