import Foundation
import HawkNotesModel
import Phrases

/// The files in use by another machine that shares them with this one.
package struct OtherMachine: Hashable, Sendable {
    /// Its name, for the user.
    package var name: String
    /// Whether it has the library open: then this machine reads a copy.
    package var hasLibrary: Bool
    /// Whether it stores its windows in the folder of the windows' state: then this machine stores
    /// its own elsewhere.
    package var hasState: Bool
}

/// Detects other machines that use the library or the windows' state.
///
/// It remembers how long another machine has been silent: keep one instance for as long as the
/// program runs.
@MainActor
package final class OtherMachines {
    /// The time between two checks.
    private static let interval: Duration = .seconds(2)

    package let leases: LeaseWatch
    private let library: URL
    private let state: URL
    private var timer: LoopSource?
    /// Counts the waits: a check that was begun for an earlier one is ignored.
    private var waits = 0

    package init(_ configuration: ApplicationConfiguration) {
        leases = LeaseWatch(environment: configuration.libraryEnvironment)
        library = configuration.libraryLease
        state = configuration.stateLease
    }

    /// The machine that currently uses something; nil if there is none. Reads two small files.
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

    /// Calls back once no other machine uses anything, unless another call replaces this one.
    package func whenGone(_ body: @escaping @MainActor () -> Void) {
        stop()
        wait(waits, body)
    }

    /// Stops waiting.
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
