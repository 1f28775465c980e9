import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The application's interface to a window.
@MainActor
protocol WindowCoordinator: AnyObject {
    /// Opens a window that shows the place; raises an existing one instead, if requested.
    ///
    /// - Parameter isPrivate: whether the new or raised window must be private.
    func openWindow(showing place: Place, isPrivate: Bool, raisingExisting: Bool)
    /// Opens an address: in the window that shows it already, otherwise in a new one.
    ///
    /// - Parameter isPrivate: as for `openWindow`.
    func open(address: String, isPrivate: Bool)
    /// The recent pages, newest first.
    var lastPlaces: [Place] { get }
    /// A window's drafts without a page have changed.
    func orphanedDraftsDidChange()
    /// The window shows another page, or another draft on it.
    func contentDidChange(of window: MainWindow, isTyping: Bool)
    /// The window's activity has changed, or whether it is active.
    func activityDidChange(of window: MainWindow)
    /// The window has become active.
    func didActivate(_ window: MainWindow)
    /// The visibility of a window has changed.
    func sightDidChange()
    /// The window is being closed.
    func didClose(_ window: MainWindow)
    /// The content of a dialog over the window; nil when there is nothing to show.
    func dialogContent(
        _ kind: DialogKind,
        in scope: RestorationScope,
        of window: MainWindow
    ) -> (any DialogContent)?
    /// Raises the window of a draft, and shows the draft there.
    func showDraft(_ draft: SearchDraft, at address: DraftAddress)
    /// The scenes of the open windows, including those that are still to be restored.
    var openScenes: [RestorationScene] { get }
    /// A part of the window could not be restored.
    func window(_ window: MainWindow, didNotRestore subject: String, reason: String)
}

extension WindowCoordinator {
    func contentDidChange(of window: MainWindow, isTyping: Bool) {}
    func activityDidChange(of window: MainWindow) {}
    var lastPlaces: [Place] { [] }
}

extension WindowManager: WindowCoordinator {
    var openScenes: [RestorationScene] { session.scenes }

    func showDraft(_ draft: SearchDraft, at address: DraftAddress) {
        lateWindows.makeNow { $0.id == address.scene }
        guard let window = windows.first(where: { $0.scene.id == address.scene }) else { return }
        window.present()
        window.showDraft(draft, at: address.path)
    }

    func contentDidChange(of window: MainWindow, isTyping: Bool) {
        if isTyping { titles.updateSoon() } else { titles.update() }
    }

    func activityDidChange(of window: MainWindow) {
        onStatusChange()
        if window.window.isActive, !window.scene.isPrivate, window.showsTabs {
            turnedTo.note(window.place)
        }
    }

    var lastPlaces: [Place] { turnedTo.all }

    func didActivate(_ window: MainWindow) { session.activate(window.scene) }

    func sightDidChange() {
        let isSeen = windows.contains { !$0.window.isSuspended }
        context.movingDates.isResting = !isSeen
    }

    func didClose(_ window: MainWindow) {
        session.close(window.scene)
        removeWindows([window])
        // If others are still to be restored, make the next one at once.
        if windows.isEmpty { lateWindows.makeNext() }
        if windows.isEmpty { quit() }
    }

    func window(_ window: MainWindow, didNotRestore subject: String, reason: String) {
        Log.warn("\(subject): \(reason)")
        session.addToReport(.partial, scene: window.scene, subject: subject, reason: reason)
        window.banner.show(Banner.Message(text: reason))
    }
}
