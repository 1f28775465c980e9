import Foundation
import HawkNotesModel
import Phrases

/// What another machine has that shares this one's files.
package struct OtherMachine: Hashable, Sendable {
    /// Its name, for people.
    package var name: String
    /// Whether it has the library open: this one reads a copy then.
    package var hasLibrary: Bool
    /// Whether it keeps its windows in the folder of the windows' state: this one keeps its own elsewhere then.
    package var hasState: Bool
}

/// Knows of other machines that use the library or the windows' state.
///
/// It remembers for how long one has been silent: there is one of these for as long as the program runs.
@MainActor
package final class OtherMachines {
    /// The time between two looks.
    private static let interval: Duration = .seconds(2)

    package let leases: LeaseWatch
    private let library: URL
    private let state: URL
    private var timer: LoopSource?
    /// Counts the waits: a look that was begun for an earlier one is of no use.
    private var waits = 0

    package init(_ configuration: ApplicationConfiguration) {
        leases = LeaseWatch(environment: configuration.libraryEnvironment)
        library = configuration.libraryLease
        state = configuration.stateLease
    }

    /// The one that has something now; nil when none has. Reads two small files.
    package func present() -> OtherMachine? { Self.look(leases, library, state) }

    private nonisolated static func look(
        _ leases: LeaseWatch,
        _ library: URL,
        _ state: URL
    ) -> OtherMachine? {
        let (ofLibrary, ofState) = (leases.holder(of: library), leases.holder(of: state))
        return (ofLibrary ?? ofState).map {
            OtherMachine(name: $0, hasLibrary: ofLibrary != nil, hasState: ofState != nil)
        }
    }

    /// Calls back as soon as no other machine has anything, unless it is asked for something else before.
    package func whenGone(_ body: @escaping @MainActor () -> Void) {
        stop()
        wait(waits, body)
    }

    /// Ends the waiting.
    package func stop() {
        waits += 1
        timer?.cancel()
        timer = nil
    }

    private func wait(_ number: Int, _ body: @escaping @MainActor () -> Void) {
        timer = MainLoop.after(Self.interval) { [weak self] in
            guard let self else { return }
            let (leases, library, state) = (leases, library, state)
            Task { [weak self] in
                // The folder may be on a network that does not answer.
                let other = await Task.detached { Self.look(leases, library, state) }.value
                guard let self, waits == number else { return }
                if other == nil { body() } else { wait(number, body) }
            }
        }
    }
}
