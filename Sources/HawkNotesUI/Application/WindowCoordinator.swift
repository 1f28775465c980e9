import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// What a window asks of the application.
@MainActor
protocol WindowCoordinator: AnyObject {
    /// Opens a window that shows the place; one that shows it already is raised instead, if wanted.
    ///
    /// - Parameter isPrivate: whether nothing is kept of the window, be it new or raised.
    func openWindow(showing place: Place, isPrivate: Bool, raisingExisting: Bool)
    /// Opens what an address names: in the window that shows it already, else in a new one.
    ///
    /// - Parameter isPrivate: as for `openWindow`.
    func open(address: String, isPrivate: Bool)
    /// The pages that people turned to last, the last one first.
    var lastPlaces: [Place] { get }
    /// A window has found drafts without a page, or has fewer of them now.
    func orphanedDraftsDidChange()
    /// The window shows another page, or another draft on it.
    func contentDidChange(of window: MainWindow, isTyping: Bool)
    /// What the window is about has changed, or whether it has the keyboard.
    func activityDidChange(of window: MainWindow)
    /// The window has the keyboard now.
    func didActivate(_ window: MainWindow)
    /// The desktop says otherwise than before whether a window is seen.
    func sightDidChange()
    /// The window is being closed.
    func didClose(_ window: MainWindow)
    /// What a dialog over the window shows; nil when there is nothing to show.
    func dialogContent(
        _ kind: DialogKind,
        in scope: RestorationScope,
        of window: MainWindow
    ) -> (any DialogContent)?
    /// Raises the window of a draft, and shows the draft there.
    func showDraft(_ draft: SearchDraft, at address: DraftAddress)
    /// What the open windows keep, those included that are still to come back.
    var openScenes: [RestorationScene] { get }
    /// Something of the window could not be brought back.
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
        // The next one comes at once when others are still to come.
        if windows.isEmpty { lateWindows.makeNext() }
        if windows.isEmpty { quit() }
    }

    func window(_ window: MainWindow, didNotRestore subject: String, reason: String) {
        Log.warn("\(subject): \(reason)")
        session.addToReport(.partial, scene: window.scene, subject: subject, reason: reason)
        window.banner.show(Banner.Message(text: reason))
    }
}
