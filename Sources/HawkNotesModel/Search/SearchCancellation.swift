import Foundation
import GRDB
import Synchronization

/// Ends a search from another thread, and what SQLite is doing for it.
final class SearchCancellation: Sendable {
    private struct State {
        var isCancelled = false
        /// Counts the stages, so that a budget that has run out does not end a later one.
        var stage = 0
        /// What is at work for the search.
        var reader: SearchConnection?
    }

    private let state = Mutex(State())

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            state.reader?.interrupt()
        }
    }

    /// Works with a database; cancelling interrupts it, and so does a budget that runs out.
    ///
    /// - Parameter budget: in seconds; nil for as long as it takes.
    /// - Returns: whether it has come to its end.
    func run(
        on reader: SearchConnection,
        canInterrupt: Bool,
        budget: TimeInterval? = nil,
        _ body: () throws -> Void
    ) throws -> Bool {
        let stage = state.withLock { state -> Int? in
            guard !state.isCancelled else { return nil }
            state.stage += 1
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
            DispatchQueue.global(qos: .userInteractive).asyncAfter(deadline: .now() + budget) {
                [weak self] in
                self?.endStage(stage)
            }
        }
        do {
            try body()
            return true
        } catch let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT {
            return false
        }
    }

    private func endStage(_ stage: Int) {
        state.withLock { state in
            guard state.stage == stage else { return }
            state.reader?.interrupt()
        }
    }
}
