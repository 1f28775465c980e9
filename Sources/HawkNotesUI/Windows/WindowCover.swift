import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// A page that covers a window's tabs, which keep their state below.
@MainActor
final class WindowCover<Content: Page> {
    /// Whether the page is shown.
    var isShown: Bool { stored.wrappedValue }
    /// The page, while it is shown.
    private(set) var page: Content?

    /// The name of the focused widget on the page.
    var focusName: String? {
        get { storedFocus.wrappedValue.isEmpty ? nil : storedFocus.wrappedValue }
        set { storedFocus.wrappedValue = newValue ?? "" }
    }

    private let stored: SceneStorage<Bool>
    private let storedFocus: SceneStorage<String>
    /// The stored state of the page.
    let scope: RestorationScope
    private let stack: Stack
    private var leaving: [Widget] = []

    /// - Parameters:
    ///   - name: the name of its scope, below that of the window. Released names never change.
    ///   - stack: the pages of the window.
    ///   - scope: that of the window.
    init(_ name: String, in stack: Stack, scope: RestorationScope) {
        self.stack = stack
        self.scope = scope.scope(name)
        stored = SceneStorage(.isCoverShown, in: self.scope)
        storedFocus = SceneStorage(.focus, in: self.scope)
        stack.onTransitionChange { [weak self] in self?.removeLeft() }
    }

    /// Shows a new page, or the stored one.
    ///
    /// - Parameter make: creates the page for the window's width.
    func open(_ make: (RestorationScope) -> Content) -> Content {
        stored.wrappedValue = true
        if let page { return page }
        let page = make(scope)
        self.page = page
        stack.add(page.root)
        return page
    }

    /// Shows the page below.
    ///
    /// - Parameter forgets: whether the page forgets its scroll position and focus.
    func leave(forgets: Bool = true) {
        guard isShown else { return }
        stored.reset()
        if forgets { storedFocus.reset() }
        guard let page else { return }
        if forgets { page.forget() }
        page.close()
        self.page = nil
        leaving.append(page.root)
        MainLoop.whenIdle { [weak self] in self?.removeLeft() }
    }

    /// Releases the page's keys of the state; stored values stay.
    func close() { page?.close() }

    private func removeLeft() {
        guard !stack.isInTransition else { return }
        for widget in leaving { stack.remove(widget) }
        leaving = []
    }
}

// MARK: - What is shown

extension MainWindow {
    /// The current page: the search, the Library, or that of the selected tab.
    var page: any Page {
        if let page = search.page { return page }
        return shelf.page ?? tabController.page
    }

    /// The current place.
    var place: Place {
        if let page = search.page { return .search(page.field.text) }
        return shelf.isShown ? .shelf : tabController.place
    }

    /// The stored state of the current page.
    var scopeOfPage: RestorationScope {
        if search.isShown { return search.scope }
        if shelf.isShown { return shelf.scope }
        return scene.root.tab(tab).page(tabController.place)
    }

    /// Whether no page covers the tabs.
    var showsTabs: Bool { !search.isShown && !shelf.isShown }

    /// Whether there is a Back button: a web page has its own navigation.
    var showsBack: Bool { canGoBack && !(showsTabs && tabController.showsWebPage) }

    /// Whether Back leads anywhere: from the search to the page below, from the Library to the
    /// tabs, if there is a series, and from an opened result to the search.
    var canGoBack: Bool {
        if search.isShown { return true }
        if shelf.isShown { return !series.isMissing }
        if searchTrail.isHere(in: self) { return true }
        return tabController.canGoBack || linkOrigin != nil
    }
}
