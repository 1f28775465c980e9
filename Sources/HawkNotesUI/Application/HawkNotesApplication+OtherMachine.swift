import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

// Two machines that share one home folder: what this one does while the other uses the library or
// the windows' state.

extension HawkNotesApplication {
    /// Reports that another machine is at work, or restores the windows that were stored in this
    /// machine's own folder.
    func meetOtherMachine(_ outcome: StartUp.Outcome, in windows: WindowManager) {
        let loss: @MainActor @Sendable () -> Void = { [weak self] in self?.leaveStateDirectory() }
        // Asynchronous: the lease may have been lost before this is called.
        let tell = { @Sendable in DispatchQueue.main.async { MainActor.assumeIsolated(loss) } }
        stateLoss = outcome.session.onDirectoryLoss { tell() }
        outcome.stateLease?.onLoss(tell)
        if let other = outcome.other {
            windows.notices.otherMachine = OtherMachineNotice(
                other,
                machines,
                in: windows,
                reopen: { [weak self] in self?.reopenLibrary(after: other) }
            )
        } else {
            offerOwnWindows(in: windows)
        }
        wasBesideOther = false
    }

    /// Opens the library if it is available again, otherwise a new copy of it.
    private func reopenLibrary(after other: OtherMachine) {
        guard quitting == nil else { return }
        saveAllToReopen { [weak self] in
            self?.wasBesideOther = other.hasState
            self?.reopen(problem: LibraryText.openingProblem)
        }
    }

    /// Leaves the folder with the windows' state, which another machine took while this one slept:
    /// nothing more is written there, and the windows continue in a folder of their own.
    private func leaveStateDirectory() {
        guard let windows, stateLoss != nil else { return }
        stateLoss = nil
        windows.session.leaveDirectory(for: configuration.ownStateDirectory)
        guard quitting == nil else { return }
        saveAllToReopen(.system) { [weak self] in
            let failure = windows.session.leavingError
            self?.reopen(
                after: { if let failure { throw failure } },
                problem: StorageText.openingProblem
            )
        }
    }

    /// Offers the windows in this machine's own folder; restores them at once if they were open a
    /// moment ago.
    private func offerOwnWindows(in windows: WindowManager) {
        let folder = configuration.ownStateDirectory
        if wasBesideOther { return windows.adoptWindows(of: folder) }
        Task { [weak windows] in
            let result = await Task.detached {
                Result { try RestorationSession.windowCount(in: folder) }
            }.value
            switch result {
            case .success(0): break
            case .success(let count):
                windows?.notices.offer(ownWindows: count) { [weak windows] in
                    windows?.adoptWindows(of: folder)
                }
            case .failure(let error): Log.warn("\(error)")
            }
        }
    }
}

extension WindowManager {
    /// Opens the windows of another folder, in addition to the open ones.
    func adoptWindows(of folder: URL) {
        restore { [self] in
            completeRestoration()
            Task {
                do {
                    await showWindows(of: try await session.adoptWindows(of: folder))
                } catch {
                    Log.warn("\(error)")
                    notices.report(StorageText.openingProblem(error))
                }
            }
        }
    }
}

extension WindowNotices {
    /// Says that there are windows from a time when another machine used the library.
    fileprivate func offer(ownWindows count: Int, open: @escaping @MainActor () -> Void) {
        let text = localized(
            "%1 window is left from when another computer was using your library.",
            plural: "%1 windows are left from when another computer was using your library.",
            count: count
        )
        report(Banner.Message(text: text, action: .init(title: localized("Open"), perform: open)))
    }
}

/// Says in every window that another machine uses the library or the windows' state, and when it
/// has stopped.
@MainActor
final class OtherMachineNotice {
    private let other: OtherMachine
    private let reopen: @MainActor () -> Void
    private weak var windows: WindowManager?
    private var isGone = false

    /// - Parameter reopen: opens everything again: a new copy, or the library itself.
    init(
        _ other: OtherMachine,
        _ machines: OtherMachines,
        in windows: WindowManager,
        reopen: @escaping @MainActor () -> Void
    ) {
        self.other = other
        self.windows = windows
        self.reopen = reopen
        machines.whenGone { [weak self] in
            self?.isGone = true
            self?.windows?.windows.forEach { self?.show(in: $0) }
        }
    }

    /// Shows the present state in a window; also in windows that are opened later.
    func show(in window: MainWindow) {
        window.banner.withdraw(.otherMachine)
        window.banner.show(message(inPrivateWindow: window.scene.isPrivate))
    }

    private func message(inPrivateWindow isPrivate: Bool) -> Banner.Message {
        var message = Banner.Message(topic: .otherMachine, text: text(inPrivateWindow: isPrivate))
        message.canBeDismissed = !isGone && !other.hasLibrary
        if isGone {
            let title = other.hasLibrary ? localized("Open Library") : localized("Open")
            message.action = Toast.Action(title: title, perform: reopen)
        } else if other.hasLibrary {
            message.action = Toast.Action(title: localized("Refresh"), perform: reopen)
        }
        return message
    }

    private func text(inPrivateWindow isPrivate: Bool) -> String {
        switch (isGone, other.hasLibrary) {
        case (true, true):
            localized("Your library is no longer open on “%1”.", other.name)
        case (true, false):
            localized("Your other windows are no longer open on “%1”.", other.name)
        case (false, false):
            localized("Your other windows are open on “%1”.", other.name)
        case (false, true) where isPrivate:
            localized(
                "Your library is open on “%1”, and this is a copy. New notes stay in this private window, and are lost when it closes.",
                other.name
            )
        case (false, true):
            localized(
                "Your library is open on “%1”, and this is a copy. New notes stay in their windows until you quit Hawk Notes there.",
                other.name
            )
        }
    }
}
