import GTKBridge
import HawkNotesModel
import StateRestoration

// What windows ask for, and tell of.

extension WindowManager: WindowCoordinator {
    func openWindow(showing place: Place, isPrivate: Bool, raisingExisting: Bool) {
        if raisingExisting, raise(place, isPrivate: isPrivate) { return }
        openWindow(showing: place, isPrivate: isPrivate)
    }

    /// Raises the window that shows the place; says whether there is one. What is done in it must be kept
    /// as it would be in a new one, so a private window is never taken for an ordinary one.
    private func raise(_ place: Place, isPrivate: Bool) -> Bool {
        let isFitting = { (window: MainWindow) in
            window.scene.isPrivate == isPrivate && window.isShowing(place)
        }
        // None of the windows that are still to come back is private.
        if !isPrivate, !windows.contains(where: isFitting) {
            lateWindows.makeNow { $0.place(in: context) == place }
        }
        guard let window = windows.first(where: isFitting) else { return false }
        window.present()
        return true
    }

    var openScenes: [RestorationScene] { session.scenes }

    func contentDidChange(of window: MainWindow, isTyping: Bool) {
        if isTyping { titles.updateSoon() } else { titles.update() }
    }

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
