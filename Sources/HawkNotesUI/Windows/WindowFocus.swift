import GTKBridge
import StateRestoration

/// Stores and restores the focus of a window.
@MainActor
final class WindowFocus {
    private unowned let owner: MainWindow
    private let pages: Widget
    private let name: SceneStorage<String>
    /// The focus of the page below a cover, if the cover was shown before this launch.
    private var nameBelowCover: String?
    /// Whether the focus has been restored, so that a new one may be stored.
    private var isRestored = false

    /// - Parameter pages: contains all pages of the window.
    init(of owner: MainWindow, pages: Widget, in scope: RestorationScope) {
        self.owner = owner
        self.pages = pages
        name = SceneStorage(.focus, in: scope)
        owner.window.onMap { [weak self] in self?.restore() }
        owner.window.onFocusChanged { [weak self] in self?.keep() }
    }

    /// Shows another page. If the old page had the focus, the new one gets it where it had it last,
    /// or else on its first widget.
    func follow(_ change: () -> Void) {
        let window = owner.window
        let wasOnPage = window.focus?.isDescendant(of: pages) ?? true
        change()
        guard wasOnPage, window.isMapped else { return }
        let page = owner.page
        if let name = lastName { page.grabFocus(name) }
        if window.focus?.isDescendant(of: page.root) != true { page.focusFirst() }
    }

    /// The widget of the current page that had the focus last.
    private var lastName: String? {
        if owner.search.isShown { return owner.search.focusName }
        if owner.shelf.isShown { return owner.shelf.focusName }
        defer { nameBelowCover = nil }
        return owner.tabController.focusName ?? nameBelowCover
    }

    private func restore() {
        let name = name.wrappedValue
        if !owner.showsTabs { nameBelowCover = name.isEmpty ? nil : name }
        if let page = owner.search.page {
            owner.search.focusName.map(page.grabFocus) ?? page.focusField()
        } else if let page = owner.shelf.page {
            owner.shelf.focusName.map(page.grabFocus) ?? page.focusFirst()
        } else if name.isEmpty {
            owner.page.focusFirst()
        } else {
            owner.page.grabFocus(name)
        }
        isRestored = true
    }

    private func keep() {
        guard isRestored, let focus = owner.window.focus else { return }
        let name = owner.page.focusName(of: focus) ?? ""
        guard owner.showsTabs else {
            if name.isEmpty { return }
            if owner.search.isShown {
                owner.search.focusName = name
            } else {
                owner.shelf.focusName = name
            }
            return
        }
        self.name.wrappedValue = name
        owner.activityDidChange()
        if !name.isEmpty { owner.tabController.focusName = name }
    }
}
