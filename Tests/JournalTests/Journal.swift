import Foundation
import StateRestoration

/// What has been written, by day: the model, which is kept elsewhere and is no restorable state.
@MainActor
final class Journal {
    /// The text of each day, such as `2024-05-06`.
    var entries: [String: String]

    init(_ entries: [String: String] = [:]) { self.entries = entries }

    /// The ids of what the page of this id lists, newest first: years, their months, their days.
    func children(of id: String) -> [String] {
        let length = id.isEmpty ? 4 : id.count + 3
        let days = entries.keys.filter { id.isEmpty || $0.hasPrefix(id + "-") }
        return Set(days.map { String($0.prefix(length)) }).sorted(by: >)
    }

    /// The page of this kind and id, or `nil` when nothing has been written there.
    func page(kind: String, id: String) -> Page? {
        let exists = entries.keys.contains { $0 == id || $0.hasPrefix(id + "-") }
        guard exists, let level = Page.Level(rawValue: kind) else { return nil }
        return Page(level: level, targetID: id)
    }
}

/// A page of the journal: a year lists months, a month lists days, a day shows what was written.
struct Page: NavigationRoute, Equatable {
    enum Level: String { case year, month, day }

    let level: Level
    let targetID: String
    var kind: String { level.rawValue }
}

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
