import Foundation
import GTKBridge
import HawkNotesModel
import StateRestoration

/// Whether a window shows the shelf in the place of its tabs, which stay as they are meanwhile.
@MainActor
final class WindowShelf {
    /// Whether the shelf is shown.
    var isShown: Bool { stored.wrappedValue }
    /// The shelf, while it is shown.
    private(set) var page: ShelfPage?

    /// What has the focus on the shelf, by its name there.
    var focusName: String? {
        get { storedFocus.wrappedValue.isEmpty ? nil : storedFocus.wrappedValue }
        set { storedFocus.wrappedValue = newValue ?? "" }
    }

    private let stored: SceneStorage<Bool>
    private let storedFocus: SceneStorage<String>
    private let scope: RestorationScope
    private let stack: Stack
    private var leaving: [Widget] = []

    /// - Parameters:
    ///   - stack: the pages of the window.
    ///   - scope: the window's.
    init(in stack: Stack, scope: RestorationScope) {
        self.stack = stack
        self.scope = scope.scope("shelf")
        stored = SceneStorage(.isShelfShown, in: self.scope)
        storedFocus = SceneStorage(.focus, in: self.scope)
        stack.onTransitionChange { [weak self] in self?.removeLeft() }
    }

    /// Shows the shelf from now on, or the one that is kept.
    ///
    /// - Parameter make: makes the page, arranged for the window's width.
    func open(_ make: (RestorationScope) -> ShelfPage) -> ShelfPage {
        stored.wrappedValue = true
        if let page { return page }
        let page = make(scope)
        self.page = page
        stack.add(page.root)
        return page
    }

    /// Shows the tabs from now on; the shelf begins at its first board the next time.
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

    /// Lets go of what the shelf keeps in the window's state; what is kept stays.
    func close() { page?.close() }

    private func removeLeft() {
        guard !stack.isInTransition else { return }
        for widget in leaving { stack.remove(widget) }
        leaving = []
    }
}
