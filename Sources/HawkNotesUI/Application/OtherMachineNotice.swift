import GTKBridge
import HawkNotesPresentation
import Phrases

/// Tells in every window that another machine has the library, or the windows' state, and when it has them no
/// more.
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

    /// Shows in a window what is known now; also in those that are opened later.
    func show(in window: MainWindow) {
        window.banner.withdraw(.otherMachine)
        window.banner.show(message(inPrivateWindow: window.scene.isPrivate))
    }

    private func message(inPrivateWindow isPrivate: Bool) -> Banner.Message {
        var message = Banner.Message(topic: .otherMachine, text: text(inPrivateWindow: isPrivate))
        message.mayCoverPage = false
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
