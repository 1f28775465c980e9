import StateRestoration

/// The program: its windows, as its session has them.
@MainActor
final class JournalApplication {
    let session: RestorationSession
    private let journals: [Tab: Journal]
    private var openWindows: [SceneIdentifier: JournalWindow] = [:]

    init(session: RestorationSession, journals: [Tab: Journal]) {
        self.session = session
        self.journals = journals
        session.registerFactory(forClass: EntryDialog.restorationClass) { [weak self] scope in
            self?.window(of: scope)?.showDialog(in: scope)
        }
        for scene in session.scenesToRestore.reversed() { openWindow(for: scene) }
        if session.scenes.isEmpty { openWindow(for: session.makeScene()) }
        session.completeRestoration()
    }

    /// The windows, front first.
    var windows: [JournalWindow] { session.scenes.compactMap { openWindows[$0.id] } }

    @discardableResult
    func openWindow(for scene: RestorationScene) -> JournalWindow {
        let window = JournalWindow(scene: scene, journals: journals)
        openWindows[scene.id] = window
        session.rebuildPresented(in: scene)
        return window
    }

    func close(_ window: JournalWindow) {
        session.close(window.scene)
        openWindows[window.scene.id] = nil
    }

    func reopenClosedWindow() -> JournalWindow? {
        session.reopenMostRecentlyClosed().map { openWindow(for: $0) }
    }

    private func window(of scope: RestorationScope) -> JournalWindow? {
        scope.scene.flatMap { openWindows[$0.id] }
    }
}
