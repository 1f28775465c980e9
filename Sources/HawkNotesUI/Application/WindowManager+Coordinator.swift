import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

// What windows ask for, and tell of.

extension WindowManager: WindowCoordinator {
    func openWindow(showing place: Place, isPrivate: Bool, raisingExisting: Bool) {
        context.resolve(place) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let found):
                openWindow(
                    showing: found,
                    pointingOut: place,
                    isPrivate: isPrivate,
                    raisingExisting: raisingExisting
                )
            case .failure(let error): frontWindow?.show(Toast(text: PlaceText.sentence(error)))
            }
        }
    }

    /// As `openWindow(showing:isPrivate:raisingExisting:)`, for a place of which it is known where it is
    /// shown.
    ///
    /// - Parameter wanted: what was asked for; a note stands out on its page.
    func openWindow(
        showing place: Place,
        pointingOut wanted: Place,
        isPrivate: Bool,
        raisingExisting: Bool
    ) {
        let raised = raisingExisting ? raise(place, isPrivate: isPrivate) : nil
        let window = raised ?? openWindow(showing: place, isPrivate: isPrivate)
        window.pointOut(wanted)
    }

    /// Raises the window that shows the place, if there is one. What is done in it must be kept as it would
    /// be in a new one, so a private window is never taken for an ordinary one.
    private func raise(_ place: Place, isPrivate: Bool) -> MainWindow? {
        let isFitting = { (window: MainWindow) in
            window.scene.isPrivate == isPrivate && window.isShowing(place)
        }
        // None of the windows that are still to come back is private.
        if !isPrivate, !windows.contains(where: isFitting) {
            lateWindows.makeNow { $0.place(in: context) == place }
        }
        guard let window = windows.first(where: isFitting) else { return nil }
        window.present()
        return window
    }

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
