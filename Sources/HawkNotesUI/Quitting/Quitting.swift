import Foundation
import GTKBridge
import HawkNotesModel
import Phrases

/// Quits the program: saves everything concurrently off the main thread, while the windows still
/// exist and the main loop still runs.
@MainActor
final class Quitting {
    /// How long saving may take before a window explains the delay.
    private static let explanationDelay: Duration = .seconds(2)

    /// The parts that are saved, in this order.
    struct Parts {
        var windows: WindowManager?
        var startUp: StartUp?
        var library: Library?
        var search: LibrarySearch?
        var afterLogin: AfterLogin?
        var preferences: Preferences?
    }

    /// The cause of quitting.
    enum Cause {
        /// The user, in the program: a question can be asked when something cannot be saved.
        case person
        /// The user, from a terminal (Ctrl+C), where no question can be asked.
        case interrupt
        /// The system, perhaps at the end of the user's session; it does not wait for an answer.
        case system
    }

    private let application: Application
    private let parts: Parts
    private var cause: Cause
    private let end: @MainActor () -> Void
    private let callOff: @MainActor () -> Void
    private var waitsForWindows = false
    private var waitsForLibrary = false
    private var waitsForEntry = false
    private var waitsForPreferences = false
    private var window: FinishingWindow?
    private var unsaved: UnsavedWindow?
    private var timer: LoopSource?

    /// - Parameters:
    ///   - end: called when everything is saved, or cannot be.
    ///   - callOff: called when the user cancels because something cannot be saved. A cause that
    ///     allows no question quits anyway.
    init(
        application: Application,
        parts: Parts,
        cause: Cause,
        end: @escaping @MainActor () -> Void,
        callOff: @escaping @MainActor () -> Void
    ) {
        self.application = application
        self.parts = parts
        self.cause = cause
        self.end = end
        self.callOff = callOff
    }

    /// Saves, and then quits or asks.
    func begin() {
        waitsForWindows = true
        timer = MainLoop.after(Self.explanationDelay) { [weak self] in self?.explain() }
        Task {
            let problem = cause == .person ? await parts.windows?.saveNow() : nil
            // The system may have requested it meanwhile.
            if let problem, cause == .person { askAboutUnsaved(problem) } else { finish() }
        }
    }

    /// Quits even if something cannot be saved; the system does not wait for an answer.
    func insist(_ cause: Cause) {
        self.cause = cause
        if unsaved != nil { answer { $0.finish() } }
    }

    /// Raises the window with the question or the explanation.
    func present() {
        unsaved?.present()
        window?.present()
    }

    private func askAboutUnsaved(_ problem: String) {
        timer?.cancel()
        window?.close()
        window = nil
        let actions = UnsavedWindow.Actions(
            retry: { [weak self] in self?.answer { $0.begin() } },
            quit: { [weak self] in self?.answer { $0.finish() } },
            goOn: { [weak self] in self?.answer { $0.callOff() } }
        )
        let unsaved = UnsavedWindow(application: application, reason: problem, actions: actions)
        self.unsaved = unsaved
        unsaved.present()
    }

    private func answer(_ body: (Quitting) -> Void) {
        let last = unsaved
        unsaved = nil
        body(self)
        // Last: a window may be in use all the time.
        last?.close()
    }

    private func finish() {
        waitsForWindows = true
        waitsForLibrary = parts.library != nil
        waitsForEntry = true
        waitsForPreferences = true
        if cause != .system, parts.windows != nil || parts.startUp?.hasState == true {
            parts.afterLogin?.end()
        }
        Task {
            await parts.windows?.save()
            await parts.startUp?.abandon()
            waitsForWindows = false
            goOn()
        }
        Task {
            await parts.afterLogin?.settle()
            waitsForEntry = false
            goOn()
        }
        Task {
            await parts.preferences?.settle()
            waitsForPreferences = false
            goOn()
        }
        // After all pending writes.
        parts.library?.perform {
            try $0.close()
        } completion: { result in
            if case .failure(let error) = result { Log.warn("\(error)") }
            self.closeSearch()
        }
    }

    private func closeSearch() {
        let completion = { @MainActor [self] in
            waitsForLibrary = false
            goOn()
        }
        if let search = parts.search { search.close(completion) } else { completion() }
    }

    private func goOn() {
        guard !waitsForWindows, !waitsForLibrary, !waitsForEntry, !waitsForPreferences else {
            window?.show(reasons)
            return
        }
        timer?.cancel()
        window?.close()
        end()
    }

    private func explain() {
        let window = FinishingWindow(application: application)
        self.window = window
        window.show(reasons)
        window.present()
    }

    private var reasons: [String] {
        var reasons: [String] = []
        if waitsForWindows { reasons.append(localized("your windows and drafts")) }
        if waitsForLibrary { reasons.append(localized("your notes")) }
        if waitsForEntry { reasons.append(localized("the setting to open after login")) }
        if waitsForPreferences { reasons.append(localized("your preferences")) }
        return reasons
    }
}

/// Shown while the program quits and the disk is slow.
@MainActor
private final class FinishingWindow {
    private let window: Window
    private let reason = StatusPage.text("")

    init(application: Application) {
        window = Window.ofProgram(application, height: 340)
        let page = StatusPage(
            icon: "hawknotes-empty-notes-symbolic",
            heading: localized("Saving…"),
            [
                reason,
                StatusPage.remark(
                    localized("The disk is slow. Hawk Notes will quit when everything is saved.")
                ),
            ]
        )
        window.setChild(ScrolledWindow(page.root))
        // It closes by itself.
        window.onCloseRequest { true }
    }

    /// Shows what is still to be saved.
    func show(_ reasons: [String]) {
        reason.text = localized("Still to be saved: %1.", localizedList(reasons))
    }

    func present() { window.present() }

    /// Closes the window.
    func close() { window.destroy() }
}

/// Asks what to do when something cannot be saved while quitting.
@MainActor
private final class UnsavedWindow {
    /// The user's choices.
    struct Actions {
        var retry: @MainActor () -> Void
        var quit: @MainActor () -> Void
        var goOn: @MainActor () -> Void
    }

    private let window: Window

    /// - Parameter reason: why it cannot be saved.
    init(application: Application, reason: String, actions: Actions) {
        window = Window.ofProgram(application, height: 540)
        let retry = Button(localized("Try Again"), "pill", "suggested-action")
            .onClicked(actions.retry)
        let goOn = Button(localized("Go Back"), "pill").onClicked(actions.goOn)
        let quit = Button(localized("Quit Without Saving"), "pill", "destructive-action")
            .onClicked(actions.quit)
        let page = StatusPage(
            icon: "dialog-warning-symbolic",
            heading: localized("Drafts could not be saved"),
            [
                StatusPage.text(reason).selectable(),
                StatusPage.remark(
                    localized(
                        "They are safe while Hawk Notes is running. If you quit now, your latest changes are lost."
                    )
                ),
                Box(.vertical, spacing: 12).append(retry, goOn, quit).halign(.center).margin(
                    top: 12
                ),
            ]
        )
        window.setChild(ScrolledWindow(page.root))
        window.onMap { retry.grabFocus() }
        window.onCloseRequest {
            actions.goOn()
            return true
        }
    }

    func present() { window.present() }

    /// Closes the window.
    func close() { window.destroy() }
}
