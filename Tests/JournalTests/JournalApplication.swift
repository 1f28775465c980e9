import Foundation
import StateRestoration

/// The program: its windows, as its session has them.
@MainActor
final class JournalApplication {
    let session: RestorationSession
    private let journals: [Tab: Journal]
    private var openWindows: [SceneIdentifier: JournalWindow] = [:]

    /// Launches the program with its state in this directory.
    static func launch(in directory: URL, journals: [Tab: Journal]) throws -> JournalApplication {
        var configuration = RestorationSession.Configuration(
            directory: directory,
            writer: "journal 2"
        )
        configuration.shouldRestore = Self.shouldRestore
        let session = try RestorationSession.open(configuration)
        return JournalApplication(session: session, journals: journals)
    }

    /// Windows of version 1 had other tabs.
    nonisolated static func shouldRestore(_ window: RestorationCandidate) -> RestorationDecision {
        guard window.writer == "journal 1" else { return .restore }
        return .refuse(reason: "The window is of an older version. It is kept for that one.")
    }

    init(session: RestorationSession, journals: [Tab: Journal]) {
        self.session = session
        self.journals = journals
        session.registerFactory(forClass: EntryDialog.restorationClass) { [weak self] scope in
            self?.window(of: scope)?.showDialog(in: scope)
        }
        if session.plan.level == .choose {
            session.restoreOnly([])
        } else {
            for scene in session.scenesToRestore.reversed() { openWindow(for: scene) }
        }
        session.completeRestoration()
        if session.scenes.isEmpty { openWindow(for: session.makeScene()) }
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

    func reopenClosedWindow() async -> JournalWindow? {
        await session.reopenMostRecentlyClosed().map { openWindow(for: $0) }
    }

    func openPrivateWindow() -> JournalWindow {
        openWindow(for: session.makeScene(isPrivate: true))
    }

    private func window(of scope: RestorationScope) -> JournalWindow? {
        scope.scene.flatMap { openWindows[$0.id] }
    }
}
