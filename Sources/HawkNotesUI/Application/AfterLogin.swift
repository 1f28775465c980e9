import GTKBridge
import HawkNotesPresentation
import Phrases

/// Opens the program after the next login, if it was open when the session ended and the user wants
/// that.
///
/// The autostart entry exists exactly while the program runs, and is removed when the user quits.
/// Nothing has to be done at the end of the session, which not every program is notified of: a kill
/// or a power cut leaves the entry in place as well.
@MainActor
final class AfterLogin {
    private let preferences: Preferences
    private let entry: LoginEntry
    /// Shows a message to the user.
    private var report: @MainActor (String) -> Void = { _ in }
    private var changes: [SignalConnection?] = []
    /// The last file operation; operations run one after another.
    private var last: Task<Void, Never>?

    init(_ preferences: Preferences, _ entry: LoginEntry) {
        self.preferences = preferences
        self.entry = entry
    }

    /// Whether the program should open after a login. Without windows to restore there is nothing
    /// to open.
    private var isWanted: Bool { preferences.opensAfterLogin && preferences.restoresWindows }

    /// Whether the program was open when the session ended, and should open again. Reads a file.
    ///
    /// Removes the entry if the user has turned this off since.
    func isDue() -> Bool {
        do {
            if isWanted { return try entry.isThere() }
            if preferences.canChange { try entry.remove() }
        } catch {
            Log.warn(LoginText.logged(error))
        }
        return false
    }

    /// Writes the entry, as the program is now open, and follows the preference.
    ///
    /// - Parameter report: shows why the entry could not be written.
    func begin(report: @escaping @MainActor (String) -> Void) {
        self.report = report
        for key in [Preferences.Key.opensAfterLogin, Preferences.Key.restoresWindows] {
            changes.append(preferences.onChange(of: key) { [weak self] in self?.update() })
        }
        if isWanted { write() }
    }

    /// Removes the entry, as the program is closing.
    func end() {
        for change in changes { change?.disconnect() }
        changes = []
        if isWanted { remove() }
    }

    /// Waits for pending file operations.
    func settle() async { await last?.value }

    private func update() {
        if isWanted { write() } else { remove() }
    }

    private func write() {
        perform { [entry] () throws(LoginEntryError) in
            try entry.write()
        } failure: { [weak self] in
            self?.report(LoginText.problem($0))
        }
    }

    private func remove() {
        // An entry that remains does no more harm than opening the program once although it was
        // closed.
        perform { [entry] () throws(LoginEntryError) in
            try entry.remove()
        } failure: { _ in
        }
    }

    private func perform(
        _ body: @escaping @Sendable () throws(LoginEntryError) -> Void,
        failure: @escaping @MainActor (LoginEntryError) -> Void
    ) {
        let previous = last
        last = Task {
            await previous?.value
            let result = await Task.detached { Result(catching: body) }.value
            guard case .failure(let error) = result else { return }
            Log.warn(LoginText.logged(error))
            failure(error)
        }
    }
}
