import Foundation
import GRDB
import Synchronization

/// Ends a search from another thread, and what SQLite is doing for it.
final class SearchCancellation: Sendable {
    private struct State {
        var isCancelled = false
        /// Counts the stages, so that a budget that has run out does not end a later one.
        var stage = 0
        /// Whether the present stage was interrupted.
        var isInterrupted = false
        /// What is at work for the search.
        var reader: SearchConnection?

        mutating func interrupt() {
            guard let reader else { return }
            isInterrupted = true
            reader.interrupt()
        }
    }

    /// For how long a stage may work.
    struct Budget {
        var seconds: TimeInterval
        /// Runs a job after this many seconds.
        var after: @Sendable (TimeInterval, @escaping @Sendable () -> Void) -> Void
    }

    private let state = Mutex(State())

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            state.interrupt()
        }
    }

    /// Works with a database; cancelling interrupts it, and so does a budget that runs out.
    ///
    /// - Parameter budget: nil for as long as it takes.
    /// - Returns: whether it has come to its end.
    func run(
        on reader: SearchConnection,
        canInterrupt: Bool,
        budget: Budget? = nil,
        _ body: () throws -> Void
    ) throws -> Bool {
        let stage = state.withLock { state -> Int? in
            guard !state.isCancelled else { return nil }
            state.stage += 1
            state.isInterrupted = false
            state.reader = canInterrupt ? reader : nil
            return state.stage
        }
        guard let stage else { return false }
        defer {
            state.withLock { state in
                state.stage += 1
                state.reader = nil
            }
        }
        if let budget, canInterrupt {
            budget.after(budget.seconds) { [weak self] in self?.endStage(stage) }
        }
        do {
            try body()
            return true
        } catch let error as DatabaseError where isInterruption(error) {
            return false
        }
    }

    /// Whether an error comes of an interruption. Not every such error says so: a table of the index that was
    /// about to be opened for the first time cannot be, which would look like damage. Another reason is
    /// still there in the next stage.
    private func isInterruption(_ error: DatabaseError) -> Bool {
        error.resultCode == .SQLITE_INTERRUPT || state.withLock { $0.isInterrupted }
    }

    private func endStage(_ stage: Int) {
        state.withLock { state in
            guard state.stage == stage else { return }
            state.interrupt()
        }
    }
}
