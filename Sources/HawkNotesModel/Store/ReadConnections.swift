import Dispatch
import GRDB
import Synchronization

/// The connections of a pool that only read, so that the one that writes can be closed last.
///
/// SQLite removes the log with the last connection, unless that one only reads. GRDB closes the writing one
/// first, and a thread that has read gives its connection back to the pool a moment before it lets go of it:
/// without this an empty log stays behind now and then, and looks like notes that are not in the library yet.
final class ReadConnections: Sendable {
    /// How many seconds ``waitUntilClosed()`` waits at most; what is waited for takes microseconds.
    private static let longestWait: Double = 5

    private let open = DispatchGroup()
    private let isClosed = Mutex(false)

    /// One connection, for as long as SQLite has its files open.
    private final class Connection: Sendable {
        private let open: DispatchGroup

        init(_ open: DispatchGroup) {
            self.open = open
            open.enter()
        }

        deinit { open.leave() }
    }

    /// Counts a connection that is being opened until it is closed.
    ///
    /// - Throws: what GRDB throws for a pool that is closed, after ``refuse()``.
    func add(_ db: Database) throws {
        guard !isClosed.withLock({ $0 }) else {
            throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "Connection is closed")
        }
        let connection = Connection(open)
        // SQLite releases the functions of a connection right after it has closed its files.
        db.add(
            function: DatabaseFunction("hawkNotesConnection", argumentCount: 0) { _ in
                withExtendedLifetime(connection) { nil }
            }
        )
    }

    /// Refuses every connection from now on.
    func refuse() { isClosed.withLock { $0 = true } }

    /// Returns when the last connection is closed; no read may be under way.
    func waitUntilClosed() {
        _ = open.wait(timeout: .now() + Self.longestWait)
    }
}
