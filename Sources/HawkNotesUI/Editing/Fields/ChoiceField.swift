import GTKBridge
import StateRestoration

/// One of several things that can be chosen; nothing when the id is empty.
struct Choice: Equatable {
    var id: String
    var title: String
}

/// A field in which one of several things is chosen, or none.
@MainActor
final class ChoiceField: EditorField {
    let field: FormField
    let frame: FieldFrame
    var root: Widget { frame.root }
    var text: String { chosen.wrappedValue }
    var focusable: [(name: String, widget: Widget)] { [(field.rawValue, button)] }
    /// Told when something else was chosen.
    var onChange: @MainActor () -> Void = {}

    private let label: String
    private let button: Button
    private let value = Label("").ellipsizing()
    private let chosen: SceneStorage<String>
    private let choices: @MainActor () -> [Choice]
    private var list: ChoiceList?

    /// - Parameters:
    ///   - initial: what to begin with; nil when the editor is open again.
    ///   - choices: all that can be chosen now, without that nothing is.
    init(
        _ field: FormField,
        _ label: String,
        in scope: RestorationScope,
        initial: String?,
        choices: @escaping @MainActor () -> [Choice]
    ) {
        self.field = field
        self.label = label
        self.choices = choices
        chosen = SceneStorage(.choice(field), in: scope)
        if let initial, !initial.isEmpty { chosen.wrappedValue = initial }
        let content = Box(.horizontal, spacing: 6).append(
            value.hexpand(),
            Image(icon: "hawknotes-down-symbolic")
        )
        button = Button(content, name: label, "choice")
        frame = FieldFrame(label, button)
        button.onClicked { [weak self] in self?.open() }
        show()
    }

    func take(_ text: String) {
        guard text != self.text else { return }
        chosen.wrappedValue = text
        show()
        onChange()
    }

    func readable(_ text: String) -> String {
        choices().first { $0.id == text }?.title ?? ""
    }

    /// Shows what can be chosen now; hidden when that is nothing.
    func show() {
        let title = readable(text)
        value.text = title.isEmpty ? localized("None") : title
        button.accessibleLabel("\(label): \(value.text)")
        root.visible(!choices().isEmpty)
    }

    func close() {}

    private func open() {
        let all = [Choice(id: "", title: localized("None"))] + choices()
        list = ChoiceList(all, name: label) { [weak self] in self?.take($0.id) }
        list?.popUp(below: button)
    }
}

/// Things to choose from, in a popover; many are looked for by their names. Whoever shows it keeps it.
@MainActor
final class ChoiceList {
    /// So many are seen at a glance.
    private static let few = 8
    /// More rows than that are found by typing.
    private static let limit = 60

    private let popover: Popover
    private let list = ListBox()
    private let search: SearchEntry
    private let all: [Choice]
    private var shown: [(choice: Choice, row: ListBoxRow)] = []

    /// - Parameter name: what is chosen.
    init(_ all: [Choice], name: String, choose: @escaping @MainActor (Choice) -> Void) {
        self.all = all
        search = SearchEntry(name: localized("Find"))
        list.accessibleLabel(name)
        list.classes("plain")
        let box = Box(.vertical, spacing: 6).append(
            search.visible(all.count > Self.few),
            ScrolledWindow(list).growing(upTo: 300)
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
        let words = search.text.folded.split(separator: " ")
        let found = all.filter { choice in
            let title = choice.title.folded
            return words.allSatisfy { title.contains($0) }
        }
        shown = found.prefix(Self.limit).map { choice in
            let label = Label(choice.title).ellipsizing().margin(horizontal: 6, vertical: 6)
            let row = ListBoxRow(label, name: choice.title)
            list.insert(row)
            return (choice, row)
        }
    }
}
