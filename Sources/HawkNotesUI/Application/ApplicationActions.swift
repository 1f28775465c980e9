import GTKBridge
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The program's actions: for menus and keys, and on the session bus for scripts and other
/// processes.
@MainActor
final class ApplicationActions {
    private unowned let owner: HawkNotesApplication
    private let application: Application
    private let windows = Action(.windows, state: .strings([]))
    private let workspaces = Action(.workspaces, state: .strings([]))
    private let currentActivity = Action(.currentActivity, state: .dictionary([:]))
    private var reopen: Action?
    private var orphans: Action?
    private var previousSession: Action?
    private var told = ProgramStatus()
    private var toldActivity: UserActivity?
    private var isWaiting = false

    init(_ owner: HawkNotesApplication, _ application: Application) {
        self.owner = owner
        self.application = application
        addWindows()
        addProgram()
        addRequests()
        setKeys()
    }

    /// Enables the actions that are currently possible.
    func update() {
        guard let windows = owner.windows else { return }
        reopen?.isEnabled = windows.canReopenClosed
        orphans?.isEnabled = windows.hasOrphanedDrafts
        previousSession?.isEnabled = windows.canRestorePreviousSession
    }

    /// Publishes the list of windows when idle.
    func statusDidChange() {
        guard !isWaiting else { return }
        isWaiting = true
        MainLoop.whenIdle { [weak self] in
            self?.isWaiting = false
            self?.tellStatus()
        }
    }

    private func tellStatus() {
        let activity = owner.windows?.currentActivity
        if activity != toldActivity {
            toldActivity = activity
            currentActivity.setState(.dictionary(activity?.busValues ?? [:]))
        }
        let status = owner.windows?.status ?? ProgramStatus()
        guard status != told else { return }
        told = status
        windows.setState(.strings(status.windows))
        workspaces.setState(.strings(status.workspaces))
    }

    private func setKeys() {
        for command in Command.allCases where command != .selectTabNumber {
            let keys = command.entry.accelerators
            if !keys.isEmpty { application.setKeys(keys, for: command.rawValue) }
        }
        // Each of these keys selects another tab.
        for (index, key) in Command.selectTabNumber.entry.accelerators.enumerated() {
            let number = index + 1
            application.setKeys([key], for: "\(Command.selectTabNumber.rawValue)('\(number)')")
        }
    }

    private func addWindows() {
        add(.newWindow) { $0.perform(.newWindow) }
        add(.newPrivateWindow) { $0.perform(.newPrivateWindow) }
        add(.newNote) { $0.perform(.newNote) }
        reopen = add(.reopenClosedWindow) {
            $0.withWindows { $0.reopenClosed() }
        }
        previousSession = add(.restorePreviousSession) {
            $0.withWindows { $0.restorePreviousSession() }
        }
        add(.startFresh) { $0.withWindows { $0.startFresh() } }
        add(.showHistory) { $0.withWindows { $0.showHistory() } }
        orphans = add(.showOrphanedDrafts) { $0.withWindows { $0.showHistory(.drafts) } }
        orphans?.isEnabled = false
    }

    private func addProgram() {
        add(.preferences) { $0.withWindows { $0.showDialog(.preferences) } }
        add(.largerNoteText) { $0.preferences.noteTextSize += Preferences.noteTextStep }
        add(.smallerNoteText) { $0.preferences.noteTextSize -= Preferences.noteTextStep }
        add(.normalNoteText) { $0.preferences.noteTextSize = 100 }
        add(.quit) { $0.perform(.quit) }
        add(.shortcuts) { $0.windows?.showShortcuts() }
        add(.help) { $0.withWindows { $0.showDialog(.help) } }
        add(.about) { $0.showAbout() }
    }

    private func addRequests() {
        add(.openActivity) { $0.perform(.open([$1], isPrivate: false)) }
        add(.searchFor) { $0.perform(.search($1, isPrivate: false)) }
        add(.openWorkspace) { $0.perform(.openWorkspace($1)) }
        add(.request) { $0.follow($1) }
        application.add(windows)
        application.add(workspaces)
        application.add(currentActivity)
    }

    @discardableResult
    private func add(
        _ command: Command,
        _ body: @escaping @MainActor (HawkNotesApplication) -> Void
    ) -> Action {
        let action = Action(command) { [weak owner] in if let owner { body(owner) } }
        application.add(action)
        return action
    }

    private func add(
        _ command: Command,
        _ body: @escaping @MainActor (HawkNotesApplication, String) -> Void
    ) {
        application.add(
            Action(command, performWithString: { [weak owner] in if let owner { body(owner, $0) } })
        )
    }
}

extension HawkNotesApplication {
    /// Shows the about window.
    fileprivate func showAbout() {
        Desktop.showAbout(
            parent: windows?.frontWindow?.window,
            name: "Hawk Notes",
            version: configuration.version,
            icon: configuration.identifier,
            comments: localized("Notes on the books you read"),
            copyright: "© 2026 The Hawk Notes developers"
        )
    }
}
