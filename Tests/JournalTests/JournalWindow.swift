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
