import Foundation

/// A thread for one import: it may take long, and untrusted files may be deeply nested.
package enum ReadingThread {
    /// Runs a closure on a thread of its own.
    ///
    /// - Parameter work: Checks regularly whether the task was cancelled.
    /// - Throws: errors of `work`.
    package static func run<Value: Sendable>(
        _ work: @escaping @Sendable (_ isCancelled: @escaping @Sendable () -> Bool) throws -> Value
    ) async throws -> Value {
        let cancellation = Cancellation()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let thread = Thread {
                    continuation.resume(
                        with: Result { try work { cancellation.isCancelled } }
                    )
                }
                thread.name = "import"
                thread.stackSize = 4 << 20
                thread.start()
            }
        } onCancel: {
            cancellation.cancel()
        }
    }
}

/// Set on any thread, read on the reading thread.
private final class Cancellation: @unchecked Sendable {
    // Unchecked, because the lock provides the safety.
    private let lock = NSLock()
    private var value = false

    var isCancelled: Bool {
        lock.lock()
        defer { lock.unlock() }
        return value
    }

    func cancel() {
        lock.lock()
        defer { lock.unlock() }
        value = true
    }
}
