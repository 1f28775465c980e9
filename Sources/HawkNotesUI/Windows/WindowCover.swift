import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// Whether a window shows a page in the place of its tabs, which stay as they are meanwhile.
@MainActor
final class WindowCover<Content: Page> {
    /// Whether the page is shown.
    var isShown: Bool { stored.wrappedValue }
    /// The page, while it is shown.
    private(set) var page: Content?

    /// What has the focus on the page, by its name there.
    var focusName: String? {
        get { storedFocus.wrappedValue.isEmpty ? nil : storedFocus.wrappedValue }
        set { storedFocus.wrappedValue = newValue ?? "" }
    }

    private let stored: SceneStorage<Bool>
    private let storedFocus: SceneStorage<String>
    /// What the page keeps.
    let scope: RestorationScope
    private let stack: Stack
    private var leaving: [Widget] = []

    /// - Parameters:
    ///   - name: the name of its scope, below that of the window. Those of shipped versions never change.
    ///   - stack: the pages of the window.
    ///   - scope: the window's.
    init(_ name: String, in stack: Stack, scope: RestorationScope) {
        self.stack = stack
        self.scope = scope.scope(name)
        stored = SceneStorage(.isCoverShown, in: self.scope)
        storedFocus = SceneStorage(.focus, in: self.scope)
        stack.onTransitionChange { [weak self] in self?.removeLeft() }
    }

    /// Shows the page from now on, or the one that is kept.
    ///
    /// - Parameter make: makes the page, arranged for the window's width.
    func open(_ make: (RestorationScope) -> Content) -> Content {
        stored.wrappedValue = true
        if let page { return page }
        let page = make(scope)
        self.page = page
        stack.add(page.root)
        return page
    }

    /// Shows what is below the page from now on; the page forgets its scroll position and focus.
    func leave() {
        guard isShown else { return }
        stored.reset()
        storedFocus.reset()
        guard let page else { return }
        page.forget()
        page.close()
        self.page = nil
        leaving.append(page.root)
        MainLoop.whenIdle { [weak self] in self?.removeLeft() }
    }

    /// Lets go of what the page keeps in the window's state; what is kept stays.
    func close() { page?.close() }

    private func removeLeft() {
        guard !stack.isInTransition else { return }
        for widget in leaving { stack.remove(widget) }
        leaving = []
    }
}

// MARK: - What is shown

extension MainWindow {
    /// What is shown: the search, the shelf, or the page of the selected tab.
    var page: any Page {
        if let page = search.page { return page }
        return shelf.page ?? tabController.page
    }

    /// The place that is shown.
    var place: Place {
        if let page = search.page { return .search(page.field.text) }
        return shelf.isShown ? .shelf : tabController.place
    }

    /// What the page that is shown keeps.
    var scopeOfPage: RestorationScope {
        if search.isShown { return search.scope }
        if shelf.isShown { return shelf.scope }
        return scene.root.tab(tab).page(tabController.place)
    }

    /// Whether nothing is shown in the place of the tabs.
    var showsTabs: Bool { !search.isShown && !shelf.isShown }

    /// Whether there is a button that leads back: a web page has ways of its own.
    var showsBack: Bool { canGoBack && !(showsTabs && tabController.showsWebPage) }

    /// Whether there is something to go back to: from the search to what is below it, from the shelf to the
    /// tabs, if there is a series.
    var canGoBack: Bool {
        if search.isShown { return true }
        if shelf.isShown { return !series.isMissing }
        return tabController.canGoBack || linkOrigin != nil
    }
}
