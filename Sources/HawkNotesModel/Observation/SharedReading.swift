import Dispatch
import Synchronization

/// One read for several callers that want the same value.
///
/// The main thread waits for it, but only briefly: from memory it takes microseconds, so that a
/// page is not drawn empty first; a slow disk blocks nothing.
final class SharedReading<Value: Sendable>: Sendable {
    private struct State {
        var result: Result<Value, LibraryError>?
        /// Whether a caller is waiting for the result, or is about to.
        var isAwaited: Bool
        var isPatienceSpent = false
    }

    /// The minimum number of writes that the read includes.
    let writeCount: Int
    private let state: Mutex<State>
    private let isFinished = DispatchSemaphore(value: 0)

    init(writeCount: Int, isAwaited: Bool) {
        self.writeCount = writeCount
        state = Mutex(State(isAwaited: isAwaited))
    }

    /// Stores the result; returns whether a caller is waiting for it.
    func finish(_ result: Result<Value, LibraryError>) -> Bool {
        defer { isFinished.signal() }
        return state.withLock { state in
            state.result = result
            return state.isAwaited
        }
    }

    /// The result, if it is ready within a number of seconds; after one caller has waited in vain,
    /// later ones don't wait.
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
