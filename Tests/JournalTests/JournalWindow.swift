import StateRestoration

/// One window: a bar of tabs, and at most one dialog over them.
@MainActor
final class JournalWindow {
    let scene: RestorationScene
    let tabBar: TabBar
    let tabs: [Tab: JournalTab]
    private(set) var dialog: EntryDialog?

    init(scene: RestorationScene, journals: [Tab: Journal]) {
        self.scene = scene
        tabBar = TabBar(in: scene.root)
        tabs = Dictionary(
            uniqueKeysWithValues: journals.map { tab, journal in
                (tab, JournalTab(journal: journal, in: scene.root.scope("tab:" + tab.rawValue)))
            }
        )
    }

    /// Opens the dialog for a day's entry.
    func write(_ day: String) {
        guard dialog == nil else { return }
        showDialog(in: scene.root.scope("dialog"))
        dialog?.day = day
    }

    func showDialog(in scope: RestorationScope) { dialog = EntryDialog(in: scope) }

    /// Keeps what was written, and does away with the dialog.
    func save(in journal: Journal) {
        guard let dialog else { return }
        journal.entries[dialog.day] = dialog.text.string
        dismissDialog()
    }

    func dismissDialog() {
        dialog?.dismiss()
        dialog = nil
    }
}

/// One tab: the pages on top of one another, and the list of the page that is shown.
@MainActor
final class JournalTab {
    @NavigationStorage var path: NavigationPath<Page>
    private(set) lazy var list = makeList()
    private let journal: Journal
    private let scope: RestorationScope

    init(journal: Journal, in scope: RestorationScope) {
        self.journal = journal
        self.scope = scope
        _path = NavigationStorage("path", in: scope) { kind, id, _ in
            journal.page(kind: kind, id: id)
        }
    }

    /// What was written on the day that is shown.
    var detail: String? { path.routes.last.flatMap { journal.entries[$0.targetID] } }

    func show(_ page: Page) {
        path.append(page)
        list = makeList()
    }

    func goBack() {
        path.removeLast()
        list = makeList()
    }

    private func makeList() -> ListView {
        let id = path.routes.last?.targetID ?? ""
        let rows = journal.children(of: id).map { ListView.Row(id: $0) }
        return ListView(rows: rows, in: scope.scope("page:" + id))
    }
}

enum Tab: String, CaseIterable { case home, work }

/// Which tab of a window is selected.
@MainActor
final class TabBar {
    @SceneStorage var selection: Tab

    init(in scope: RestorationScope) {
        _selection = SceneStorage(wrappedValue: .home, "selection", in: scope)
    }
}

/// A list that can be scrolled.
///
/// Like a real one it knows how high its rows are only after it has been laid out, which is why the
/// stored position is not applied in `init`.
@MainActor
final class ListView: Restorable {
    struct Row {
        var id: String
        var height = 40.0
    }

    var rows: [Row]
    private(set) var offset = 0.0
    @SceneStorage private var position: AnchoredScrollPosition?

    init(rows: [Row], in scope: RestorationScope) {
        self.rows = rows
        _position = SceneStorage("scroll", in: scope)
        scope.attach(self)
    }

    func scroll(to offset: Double) {
        self.offset = offset
        position = AnchoredScrollPosition(offset: offset, elements: elements)
    }

    func didDecodeState(from scope: RestorationScope) {
        guard let position else { return }
        offset = position.offset(maximum: .infinity) { id in
            elements.first { $0.id == id }?.top
        }
    }

    private var elements: [AnchoredScrollPosition.Element] {
        var top = 0.0
        return rows.map { row in
            defer { top += row.height }
            return AnchoredScrollPosition.Element(id: row.id, top: top)
        }
    }
}

/// A dialog in which an entry is written; it is open again after the next launch.
@MainActor
final class EntryDialog {
    static let restorationClass = "EntryDialog"

    @SceneStorage var day: String
    let text: RestorableText
    private let scope: RestorationScope

    init(in scope: RestorationScope) {
        self.scope = scope
        _day = SceneStorage(wrappedValue: "", "day", in: scope)
        text = RestorableText("text", in: scope)
        scope.presentedClass = Self.restorationClass
    }

    /// Does away with the dialog and what was typed in it.
    func dismiss() { scope.removeStoredValues() }
}
