import Foundation
import GRDB
import Synchronization

/// A connection to the index that may be closed during a search: later calls throw.
///
/// GRDB passes SQLite a freed connection when a closed queue is read, and SQLite crashes.
final class SearchConnection: Sendable {
    private enum Phase {
        case open
        /// Refuses new searches; running ones can be interrupted.
        case closing
        case closed
    }

    private let queue: DatabaseQueue
    private let state = Mutex((phase: Phase.open, userCount: 0))
    private let users = DispatchGroup()

    init(_ queue: DatabaseQueue) { self.queue = queue }

    /// Reads in a transaction.
    ///
    /// - Throws: a `DatabaseError`, also after the connection was closed, and errors of `body`.
    func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try use { try $0.read(body) }
    }

    /// Writes in a transaction, likewise.
    func write<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try use { try $0.write(body) }
    }

    /// Works without a transaction, likewise.
    func writeWithoutTransaction<Result>(
        _ body: (Database) throws -> Result
    ) throws -> Result {
        try use { try $0.writeWithoutTransaction(body) }
    }

    /// Whether others wait for the current user of the connection.
    var isWanted: Bool { state.withLock { $0.userCount > 1 } }

    /// Interrupts the current work.
    func interrupt() {
        // Not while it is being closed: the connection may be freed before the call.
        state.withLock { if $0.phase != .closed { queue.interrupt() } }
    }

    /// Waits for running work and closes the connection.
    func close() throws {
        let isFirst = state.withLock { state in
            defer { if state.phase == .open { state.phase = .closing } }
            return state.phase == .open
        }
        guard isFirst else { return }
        users.wait()
        state.withLock { $0.phase = .closed }
        try queue.close()
    }

    private func use<Result>(_ body: (DatabaseQueue) throws -> Result) throws -> Result {
        let isOpen = state.withLock { state in
            guard state.phase == .open else { return false }
            users.enter()
            state.userCount += 1
            return true
        }
        guard isOpen else {
            throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "the index was closed")
        }
        defer {
            state.withLock { $0.userCount -= 1 }
            users.leave()
        }
        return try body(queue)
    }
}
