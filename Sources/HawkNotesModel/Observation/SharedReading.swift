import Dispatch
import Synchronization

/// One reading for several callers that want the same value.
///
/// What the main thread waits for, but not for long: from memory it takes microseconds, and a page is
/// not drawn empty first; a slow disk holds nothing up.
final class SharedReading<Value: Sendable>: Sendable {
    private struct State {
        var result: Result<Value, LibraryError>?
        /// Whether a caller waits for the result, or is about to.
        var isAwaited: Bool
        var isPatienceSpent = false
    }

    /// How many writes the reading sees at least.
    let writeCount: Int
    private let state: Mutex<State>
    private let isFinished = DispatchSemaphore(value: 0)

    init(writeCount: Int, isAwaited: Bool) {
        self.writeCount = writeCount
        state = Mutex(State(isAwaited: isAwaited))
    }

    /// Stores the result; returns whether a caller waits for it.
    func finish(_ result: Result<Value, LibraryError>) -> Bool {
        defer { isFinished.signal() }
        return state.withLock { state in
            state.result = result
            return state.isAwaited
        }
    }

    /// The result, if it comes within so many seconds; those who come after one who has waited in
    /// vain do not wait.
    @MainActor
    func wait(_ seconds: Double) -> Result<Value, LibraryError>? {
        let mustWait = state.withLock { state in
            guard state.result == nil, !state.isPatienceSpent else { return false }
            state.isAwaited = true
            return true
        }
        if mustWait { _ = isFinished.wait(timeout: .now() + seconds) }
        return state.withLock { state in
            state.isAwaited = false
            state.isPatienceSpent = true
            return state.result
        }
    }
}
