import GTKBridge
import Phrases
import StateRestoration

/// The program's actions: for its menus and keys, and on the session bus for scripts and other processes.
@MainActor
final class ApplicationActions {
    private unowned let owner: HawkNotesApplication
    private let application: Application
    private let windows = Action(RemoteAction.windows, state: .strings([]))
    private let workspaces = Action(RemoteAction.workspaces, state: .strings([]))
    private let currentActivity = Action(RemoteAction.currentActivity, state: .dictionary([:]))
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
        for (action, keys) in WindowActions.keys { application.setKeys(keys, for: action) }
        for number in 1...9 {
            application.setKeys(["<Alt>\(number)"], for: "win.select-tab-number('\(number)')")
        }
    }

    /// Enables what can be done now.
    func update() {
        guard let windows = owner.windows else { return }
        reopen?.isEnabled = windows.canReopenClosed
        orphans?.isEnabled = windows.hasOrphanedDrafts
        previousSession?.isEnabled = windows.canRestorePreviousSession
    }

    /// Tells others what windows there are, as soon as there is nothing more urgent.
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

    private func addWindows() {
        add("new-window", keys: ["<Control>n"]) { $0.perform(.newWindow) }
        add("new-private-window", keys: ["<Control><Shift>p"]) { $0.perform(.newPrivateWindow) }
        add("new-note") { $0.perform(.newNote) }
        reopen = add("reopen-closed-window", keys: ["<Control><Shift>t"]) {
            $0.withWindows { $0.reopenClosed() }
        }
        previousSession = add("restore-previous-session") {
            $0.withWindows { $0.restorePreviousSession() }
        }
        add("start-fresh") { $0.withWindows { $0.startFresh() } }
        orphans = add("show-orphaned-drafts") { $0.withWindows { $0.show(.orphans) } }
        orphans?.isEnabled = false
    }

    private func addProgram() {
        add("preferences", keys: ["<Control>comma"]) { $0.withWindows { $0.show(.preferences) } }
        add("larger-note-text") { $0.preferences.noteTextSize += Preferences.noteTextStep }
        add("smaller-note-text") { $0.preferences.noteTextSize -= Preferences.noteTextStep }
        add("normal-note-text") { $0.preferences.noteTextSize = 100 }
        add("quit", keys: ["<Control>q"]) { $0.perform(.quit) }
        add("shortcuts", keys: ["<Control>question", "F1"]) { $0.windows?.showShortcuts() }
        add("about") { $0.showAbout() }
    }

    private func addRequests() {
        add("open-activity") { $0.perform(.open([$1], isPrivate: false)) }
        add("search") { $0.perform(.search($1, isPrivate: false)) }
        add("open-workspace") { $0.perform(.openWorkspace($1)) }
        add(RemoteAction.request) { $0.follow($1) }
        application.add(windows)
        application.add(workspaces)
        application.add(currentActivity)
    }

    @discardableResult
    private func add(
        _ name: String,
        keys: [String] = [],
        _ body: @escaping @MainActor (HawkNotesApplication) -> Void
    ) -> Action {
        let action = Action(name) { [weak owner] in if let owner { body(owner) } }
        application.add(action)
        if !keys.isEmpty { application.setKeys(keys, for: "app." + name) }
        return action
    }

    private func add(
        _ name: String,
        _ body: @escaping @MainActor (HawkNotesApplication, String) -> Void
    ) {
        application.add(
            Action(name, performWithString: { [weak owner] in if let owner { body(owner, $0) } })
        )
    }
}
