import GTKBridge
import HawkNotesPresentation
import Phrases

/// Sees to it that the program opens after the next login, if it was open when the session ended, and the
/// person wants it.
///
/// The entry that the session goes by is there exactly while the program runs, and goes when a person
/// quits it. Nothing has to be done at the end of the session, of which not every program is told: it may
/// be a kill, or a power cut, and all of them leave the entry where it is.
@MainActor
final class AfterLogin {
    private let preferences: Preferences
    private let entry: LoginEntry
    /// Shows what a person should know.
    private var report: @MainActor (String) -> Void = { _ in }
    private var changes: [SignalConnection?] = []
    /// What has been asked of the disk last; one thing is done after another.
    private var last: Task<Void, Never>?

    init(_ preferences: Preferences, _ entry: LoginEntry) {
        self.preferences = preferences
        self.entry = entry
    }

    /// Whether the program is to open after a login. Without windows to restore there is nothing to open.
    private var isWanted: Bool { preferences.opensAfterLogin && preferences.restoresWindows }

    /// Whether the program was open when the session ended, and is to be opened again. Reads a file.
    ///
    /// Removes the entry, if there is one although the person does not want it any more.
    func isDue() -> Bool {
        do {
            if isWanted { return try entry.isThere() }
            if preferences.canChange { try entry.remove() }
        } catch {
            Log.warn(LoginText.logged(error))
        }
        return false
    }

    /// Writes the entry, as the program is open now, and follows what the person chooses.
    ///
    /// - Parameter report: shows why it could not be written.
    func begin(report: @escaping @MainActor (String) -> Void) {
        self.report = report
        for key in [Preferences.Key.opensAfterLogin, Preferences.Key.restoresWindows] {
            changes.append(preferences.onChange(of: key) { [weak self] in self?.update() })
        }
        if isWanted { write() }
    }

    /// Removes the entry, as the program is not going to be open any more.
    func end() {
        for change in changes { change?.disconnect() }
        changes = []
        if isWanted { remove() }
    }

    /// Waits until the disk has what was asked of it.
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
        // One that stays does no more harm than that the program is open once when it was closed.
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
