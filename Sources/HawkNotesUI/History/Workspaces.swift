import Foundation
import GTKBridge
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The groups of windows, which the core calls workspaces, as far as windows have to be opened and closed for them.
@MainActor
final class Workspaces {
    private unowned let manager: WindowManager
    private let session: RestorationSession
    /// Those whose deletion can still be undone.
    private var deleted: Set<WorkspaceIdentifier> = []
    private let observers = ChangeObservers<Void>()
    private var sessionChanges: RestorationObservation?

    init(of manager: WindowManager) {
        self.manager = manager
        session = manager.session
        sessionChanges = session.onOfferChange { [weak self] in self?.observers.notify(()) }
    }

    /// Those that there are, in the order in which they were made.
    var all: [Workspace] { session.workspaces }

    /// A window's title, as far as it may be told.
    func readable(_ title: String) -> String { manager.context.series.readable(title: title) }

    /// How many open windows belong to none.
    var freeWindowCount: Int {
        session.scenes.filter { !$0.isPrivate && session.workspace(of: $0) == nil }.count
    }

    /// Whether any window is open that can belong to one: private windows cannot.
    var hasOrdinaryWindow: Bool { session.scenes.contains { !$0.isPrivate } }

    /// Tells when what is said of them may have changed, as long as the returned object is kept.
    func observe(_ body: @escaping @MainActor () -> Void) -> ChangeObservation {
        observers.add(body)
    }

    /// Makes one of the windows that belong to none; says whether that was possible.
    func save(named name: String) -> Bool {
        manager.completeRestoration()
        return session.saveWorkspace(named: name) != nil
    }

    func rename(_ id: WorkspaceIdentifier, to name: String) {
        session.renameWorkspace(id, to: name)
    }

    /// Takes the windows in that belong to no workspace.
    func update(_ id: WorkspaceIdentifier) { session.updateWorkspace(id) }

    /// Opens its windows, or raises them.
    ///
    /// - Parameter instead: whether the other windows go; they can be brought back.
    func open(_ id: WorkspaceIdentifier, instead: Bool) {
        manager.completeRestoration()
        Task {
            guard let opened = await session.openWorkspace(id) else {
                return say(localized("The group can no longer be opened"))
            }
            await manager.showWindows(of: opened.scenes)
            if instead { closeOthers(than: opened.scenes) }
        }
    }

    /// Closes its windows; they come back when it is opened.
    func leave(_ id: WorkspaceIdentifier) {
        let leaving = manager.windows.filter { session.workspace(of: $0.scene) == id }
        // Putting windows away is not quitting.
        if leaving.count == manager.windows.count { manager.openNewWindow() }
        manager.prepareToClose(leaving)
        session.leaveWorkspace(id)
        manager.removeWindows(leaving)
    }

    /// Deletes it, unless that is undone. Its open windows stay.
    func remove(_ workspace: Workspace) {
        let id = workspace.id
        deleted.insert(id)
        // Gone at once, so that a kill before the toast has gone does not bring it back.
        session.removeWorkspace(id, mayBeRestored: true)
        say(
            localized("Group “%1” deleted", workspace.name),
            .undo { [weak self] in
                guard let self, deleted.remove(id) != nil else { return }
                session.restoreWorkspace(id)
            }
        ) { [weak self] in
            guard let self, deleted.remove(id) != nil else { return }
            session.removeWorkspace(id)
        }
    }

    /// Gives up what could still be brought back; called at the end of the program.
    func finishDeleting() {
        for id in deleted { session.removeWorkspace(id) }
        deleted = []
    }

    /// What the windows of another workspace hold goes back to it; all others can be reopened together.
    private func closeOthers(than scenes: [RestorationScene]) {
        let leaving = manager.windows.filter { window in
            !window.scene.isPrivate && !scenes.contains { $0 === window.scene }
        }
        guard !leaving.isEmpty else { return }
        manager.prepareToClose(leaving)
        let scenes = session.scenes.filter { scene in leaving.contains { $0.scene === scene } }
        for id in Set(scenes.compactMap(session.workspace)) { session.leaveWorkspace(id) }
        let closed = scenes.filter { scene in session.scenes.contains { $0 === scene } }
        session.closeTogether(closed)
        manager.removeWindows(leaving)
        guard let first = closed.first?.id else { return }
        say(
            localized("%1 window closed", plural: "%1 windows closed", count: closed.count),
            Toast.Action(title: localized("Restore")) { [weak self] in
                self?.manager.reopenTogether(with: first)
            }
        )
    }

    private func say(
        _ text: String,
        _ action: Toast.Action? = nil,
        onGone: @escaping @MainActor () -> Void = {}
    ) {
        guard let window = manager.frontWindow else { return onGone() }
        window.show(Toast(text: text, action: action, onGone: onGone))
    }
}
