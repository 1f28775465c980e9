import GTKBridge
import HawkNotesPresentation
import Phrases
import StateRestoration

// The earlier windows that can be opened again.

extension WindowManager {
    /// Whether there is a closed window to reopen. Until the windows are restored that is unknown,
    /// and counts as true.
    var canReopenClosed: Bool {
        !session.isRestorationComplete || !session.recentlyClosed.isEmpty
    }

    /// Whether anything of the previous session is not open; until the windows are restored, like
    /// `canReopenClosed`.
    var canRestorePreviousSession: Bool {
        !session.isRestorationComplete || session.canRestorePreviousSession
    }

    /// Reopens the window that was closed last.
    func reopenClosed() { restore { [self] in reopenMostRecentlyClosed() } }

    private func reopenMostRecentlyClosed() {
        completeRestoration()
        Task {
            guard let scene = await session.reopenMostRecentlyClosed() else {
                frontWindow?.show(localized("No window was closed recently"))
                return
            }
            await showWindows(of: [scene])
        }
    }

    /// Reopens a closed window.
    func reopen(_ id: SceneIdentifier) {
        Task {
            guard let scene = await session.reopen(id) else {
                frontWindow?.show(localized("The window can no longer be opened"))
                return
            }
            await showWindows(of: [scene])
        }
    }

    /// Reopens the windows that were closed together with this one.
    func reopenTogether(with id: SceneIdentifier) {
        Task {
            await showWindows(of: await session.reopenClosedTogether(with: id))
        }
    }

    /// Closes all windows together, and opens a new one on the library. They can be reopened.
    func startFresh() {
        restore { [self] in
            completeRestoration()
            let old = windows
            let ids = session.scenes.filter { !$0.isPrivate }.map(\.id)
            let order = session.scenes
            let fresh = makeWindow(session.makeScene())
            fresh.showPage { fresh.openShelf(animated: false) }
            fresh.present()
            prepareToClose(old)
            session.closeTogether(order)
            removeWindows(old)
            guard let first = ids.first else { return }
            let text = localized("%1 window closed", plural: "%1 windows closed", count: ids.count)
            let undo = Toast.Action(title: localized("Restore")) { [weak self] in
                self?.reopenTogether(with: first)
            }
            fresh.show(Toast(text: text, action: undo))
        }
    }

    /// Opens those windows of the previous session that are not open now.
    func restorePreviousSession() { restore { [self] in openPreviousSession() } }

    private func openPreviousSession() {
        // A request for the previous session implies that the current one is restored.
        completeRestoration()
        Task {
            let scenes = await session.restorePreviousSession()
            if scenes.isEmpty {
                frontWindow?.show(localized("There is nothing to restore"))
            }
            await showWindows(of: scenes)
        }
    }

    /// Loads the series of the scenes' windows.
    func loadSeries(of scenes: [RestorationScene]) async {
        let scopes = FormerScopes(context.series)
        let series = scenes.map(scopes.series(shownBy:))
        await context.series.load(series.reduce([]) { $0.union($1) })
    }

    /// Opens an earlier version of a window beside it.
    func openEarlierVersion(of id: SceneIdentifier) {
        Task {
            guard let scene = await session.openEarlierVersion(of: id) else {
                frontWindow?.show(localized("There is nothing to restore"))
                return
            }
            await showWindows(of: [scene])
        }
    }

    /// The window of a scene, if it is open.
    func window(of scene: RestorationScene) -> MainWindow? {
        windows.first { $0.scene === scene }
    }

    /// Opens the windows of scenes, front first, or raises them.
    ///
    /// - Parameter prepare: called with each scene whose window is about to be made.
    func showWindows(
        of scenes: [RestorationScene],
        prepare: @MainActor (RestorationScene) -> Void = { _ in }
    ) async {
        await loadSeries(of: scenes)
        // From back to front, to get their former stacking order.
        let windows = scenes.reversed().map { scene in
            if let window = window(of: scene) { return window }
            prepare(scene)
            return makeWindow(scene)
        }
        MainWindow.presentInTurn(windows[...])
        notices.offerSalvagedTexts()
    }

    /// Declares that the windows are restored, and looks for earlier ones.
    func completeRestoration() {
        guard !session.isRestorationComplete else { return }
        session.completeRestoration(stillOpening: lateWindows.scenes)
        for window in windows {
            (window.dialogs.dialog(.history)?.content as? HistoryDialog)?.readEarlier()
        }
        Task { await session.lookAtPreviousSession() }
    }
}
