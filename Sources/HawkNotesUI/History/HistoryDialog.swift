import GTKBridge
import HawkNotesPresentation
import Phrases
import StateRestoration

/// All earlier states in one place: closed windows, earlier moments, groups of windows, and drafts
/// without a page.
@MainActor
final class HistoryDialog: DialogContent {
    /// A page of the history.
    @MainActor
    protocol Page: AnyObject {
        var root: Widget { get }
        /// The widgets that can have the focus, by names that stay valid across launches.
        var focusable: [(name: String, widget: Widget)] { get }
        /// Called when the page has loaded.
        var onChange: @MainActor () -> Void { get set }
        /// Focuses the widget with a name as soon as it exists; returns false if the dialog should
        /// do that.
        func focus(_ name: String) -> Bool
        /// Leaves a level within the page; returns false when there is none.
        func leaveInnermost() -> Bool
        /// Releases the keys of the state; stored values stay.
        func close()
    }

    let title = localized("History")
    let root: Widget
    let foot: Widget?
    let size = (width: 620, height: 640)
    let hasPages = true
    var headerWidget: Widget? { switcher.root }
    var focusable: [(name: String, widget: Widget)] {
        content.focusable + [("export", export), ("start-over", startOver)]
            + HistoryPage.allCases.compactMap { page in
                switcher.button(of: page).map { ("tab:" + page.rawValue, $0) }
            }
    }

    private let manager: WindowManager
    private weak var window: MainWindow?
    private let scope: RestorationScope
    private let stack = Stack()
    private var switcher: ViewSwitcher<HistoryPage>
    private let storedPage: SceneStorage<String>
    private var pages: [HistoryPage: any Page] = [:]
    private let export = Button(Command.exportWindow.title, "remedy").wrapping()
    private let startOver = Button(Command.startFresh.title, "remedy").wrapping()
    /// The name of the widget to focus as soon as it exists.
    private var wantedFocus: String?

    /// - Parameters:
    ///   - scope: stores the page and its state.
    ///   - window: the parent of the dialog.
    init(of manager: WindowManager, in scope: RestorationScope, over window: MainWindow) {
        self.manager = manager
        self.window = window
        self.scope = scope
        storedPage = SceneStorage(.historyPage, in: scope)
        root = stack
        foot = WrapBox(spacing: 6, lines: .spread).append(export, startOver)
            .classes("dialog-foot")
        switcher = ViewSwitcher([], name: "", sizeClass: .regular) { _ in }
        switcher = ViewSwitcher(
            HistoryPage.allCases.map {
                .init(tab: $0, title: $0.title, icon: "", accent: "preferences")
            },
            name: title,
            sizeClass: .regular
        ) { [weak self] in self?.show($0) }
        export.sensitive(!window.scene.isPrivate)
        export.onClicked { [weak self] in self?.leave { $0.exportWindow() } }
        startOver.onClicked { [weak self] in self?.leave { _ in manager.startFresh() } }
        showPage(firstPage, animated: false)
    }

    /// The current page.
    var page: HistoryPage { HistoryPage(rawValue: storedPage.wrappedValue) ?? .closed }

    /// The content of the current page.
    private(set) lazy var content: any Page = content(of: page)

    /// Shows a page.
    func show(_ page: HistoryPage) {
        showPage(page, animated: true)
        if !root.isMapped { return }
        content.focusable.first?.widget.grabFocus()
    }

    /// Shows the report of the last start.
    func showReport() {
        show(.closed)
        (content as? ClosedPage)?.showReport(animated: root.isMapped)
    }

    /// Reads the earlier moments again: a completed restore adds the end of the last run.
    func readEarlier() { (pages[.earlier] as? EarlierPage)?.read() }

    func focus(_ name: String) -> Bool {
        if content.focus(name) { return true }
        guard !name.isEmpty, !focusable.contains(where: { $0.name == name }) else { return false }
        wantedFocus = name
        return false
    }

    func leaveInnermost() -> Bool { content.leaveInnermost() }

    func close() { for page in pages.values { page.close() } }

    /// A version without pages stored only the moment.
    private var firstPage: HistoryPage {
        let hasMoment = SceneStorage(.historyState, in: scope).isStored
        return !storedPage.isStored && hasMoment ? .earlier : page
    }

    private func showPage(_ page: HistoryPage, animated: Bool) {
        if storedPage.wrappedValue != page.rawValue { storedPage.wrappedValue = page.rawValue }
        content = content(of: page)
        switcher.show(selected: page)
        stack.show(content.root, animated ? .crossfade : .none)
    }

    private func content(of page: HistoryPage) -> any Page {
        if let content = pages[page] { return content }
        let content = make(page)
        pages[page] = content
        stack.add(content.root)
        content.onChange = { [weak self] in self?.focusWanted() }
        return content
    }

    private func make(_ page: HistoryPage) -> any Page {
        let dismiss: @MainActor () -> Void = { [weak window] in
            window?.dialogs.dialog(.history)?.dismiss()
        }
        switch page {
        case .closed: return ClosedPage(of: manager, in: scope, over: window, dismiss: dismiss)
        case .earlier:
            let now = manager.context.now()
            return EarlierPage(PastWindows(of: manager), in: scope, now: now, dismiss: dismiss)
        case .groups: return GroupsPage(manager.workspaces, in: scope, dismiss: dismiss)
        case .drafts: return DraftsPage(windows: manager, in: scope)
        }
    }

    private func focusWanted() {
        guard let wanted = wantedFocus,
            let found = content.focusable.first(where: { $0.name == wanted })
        else { return }
        wantedFocus = nil
        found.widget.grabFocus()
    }

    /// Closes the dialog, then acts on its parent.
    private func leave(_ body: @escaping @MainActor (MainWindow) -> Void) {
        // Later: closing the dialog removes the button.
        MainLoop.whenIdle { [weak window] in
            guard let window, !window.isClosed else { return }
            window.dialogs.dialog(.history)?.dismiss()
            body(window)
        }
    }
}

extension HistoryDialog.Page {
    func focus(_ name: String) -> Bool { false }

    func leaveInnermost() -> Bool { false }

    func close() {}
}

extension MainWindow {
    /// Shows a page of the history, or its current one.
    func showHistory(_ page: HistoryPage? = nil) {
        dialogs.show(.history)
        if let page { history?.show(page) }
    }

    /// Shows the report of the last start in the history.
    func showReport() {
        dialogs.show(.history)
        history?.showReport()
    }

    /// Restores the history in place of a dialog that it has replaced, with the text typed there.
    func restoreHistory(at page: HistoryPage, from former: RestorationScope) {
        let scope = scene.root.window.dialog(.history)
        scope.takeValues(ofFormerDialog: former)
        former.removeStoredValues()
        SceneStorage(.historyPage, in: scope).wrappedValue = page.rawValue
        if page == .closed { SceneStorage(.showsReport, in: scope).wrappedValue = true }
        dialogs.restore(.history, in: scope)
    }

    private var history: HistoryDialog? { dialogs.dialog(.history)?.content as? HistoryDialog }
}

extension WindowManager {
    /// Shows the history over the front window, or raises it where it is open.
    func showHistory(_ page: HistoryPage? = nil) {
        showDialog(.history) { $0.showHistory(page) }
    }
}
