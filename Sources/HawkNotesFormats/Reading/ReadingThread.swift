import Foundation

/// A thread for one reading: it may take long, and strangers' files may lie deep in themselves.
package enum ReadingThread {
    /// Does something on a thread of its own.
    ///
    /// - Parameter work: Asks now and then whether the task has been cancelled.
    /// - Throws: what `work` throws.
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

/// Set on any thread, read on the reading one.
private final class Cancellation: @unchecked Sendable {
    // Unchecked, because the lock is what makes it so.
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
