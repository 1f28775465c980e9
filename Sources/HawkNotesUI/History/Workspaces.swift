import Foundation
import GTKBridge
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The groups of windows, which the core calls workspaces; opens and closes windows for them.
@MainActor
final class Workspaces {
    private unowned let manager: WindowManager
    private let session: RestorationSession
    /// The groups whose deletion can still be undone.
    private var deleted: Set<WorkspaceIdentifier> = []
    private let observers = ChangeObservers<Void>()
    private var sessionChanges: RestorationObservation?

    init(of manager: WindowManager) {
        self.manager = manager
        session = manager.session
        sessionChanges = session.onOfferChange { [weak self] in self?.observers.notify(()) }
    }

    /// The groups, in order of creation.
    var all: [Workspace] { session.workspaces }

    /// A window's title, without spoilers.
    func readable(_ title: String) -> String { manager.context.series.readable(title: title) }

    /// The number of open windows without a group.
    var freeWindowCount: Int {
        session.scenes.filter { !$0.isPrivate && session.workspace(of: $0) == nil }.count
    }

    /// Whether any open window can belong to a group: private windows cannot.
    var hasOrdinaryWindow: Bool { session.scenes.contains { !$0.isPrivate } }

    /// Calls `body` when the groups may have changed, as long as the returned object is retained.
    func observe(_ body: @escaping @MainActor () -> Void) -> ChangeObservation {
        observers.add(body)
    }

    /// Makes a group of the windows without one; returns whether that was possible.
    func save(named name: String) -> Bool {
        manager.completeRestoration()
        return session.saveWorkspace(named: name) != nil
    }

    func rename(_ id: WorkspaceIdentifier, to name: String) {
        session.renameWorkspace(id, to: name)
    }

    /// Adds the windows without a group.
    func update(_ id: WorkspaceIdentifier) { session.updateWorkspace(id) }

    /// Opens the windows of a group, or raises them.
    ///
    /// - Parameter instead: whether to close all other windows; they can be restored.
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

    /// Closes the windows of a group until it is opened again.
    func leave(_ id: WorkspaceIdentifier) {
        let leaving = manager.windows.filter { session.workspace(of: $0.scene) == id }
        // Putting windows away is not quitting.
        if leaving.count == manager.windows.count { manager.openNewWindow() }
        manager.prepareToClose(leaving)
        session.leaveWorkspace(id)
        manager.removeWindows(leaving)
    }

    /// Deletes a group, unless that is undone. Its open windows stay.
    func remove(_ workspace: Workspace) {
        let id = workspace.id
        deleted.insert(id)
        // Deleted at once, so that a crash before the toast disappears does not restore it.
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

    /// Drops groups whose deletion could still be undone; called when the program ends.
    func finishDeleting() {
        for id in deleted { session.removeWorkspace(id) }
        deleted = []
    }

    /// Windows of another group are saved in it; all others can be reopened together.
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
