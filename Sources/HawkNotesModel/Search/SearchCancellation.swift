import Foundation
import GRDB
import Synchronization

/// Cancels a search from another thread, and SQLite's work for it.
final class SearchCancellation: Sendable {
    private struct State {
        var isCancelled = false
        /// Counts the stages, so that a budget that has run out does not end a later one.
        var stage = 0
        /// Whether the present stage was interrupted.
        var isInterrupted = false
        /// The connection that works for the search.
        var reader: SearchConnection?

        mutating func interrupt() {
            guard let reader else { return }
            isInterrupted = true
            reader.interrupt()
        }
    }

    /// The time that a stage may take.
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

    /// Works with a database; cancellation and an exceeded budget interrupt it.
    ///
    /// - Parameter budget: nil for no limit.
    /// - Returns: whether it finished.
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

    /// Whether an interruption caused an error. Not every such error says so: a table of the index
    /// that was being opened for the first time looks damaged. Other errors recur in the next
    /// stage.
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
