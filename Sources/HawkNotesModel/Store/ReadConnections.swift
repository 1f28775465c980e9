import Dispatch
import GRDB
import Synchronization

/// The read-only connections of a pool, so that the writing one can be closed last.
///
/// SQLite removes the log with the last connection, unless that one is read-only. GRDB closes the
/// writing one first, and a thread that has read returns its connection to the pool a moment before
/// it releases it: without this type, an empty log would sometimes be left behind, and look like
/// notes that are not in the library yet.
final class ReadConnections: Sendable {
    /// The maximum number of seconds that ``waitUntilClosed()`` waits; normally it takes
    /// microseconds.
    private static let longestWait: Double = 5

    private let open = DispatchGroup()
    private let isClosed = Mutex(false)

    /// A connection, for as long as SQLite has its files open.
    private final class Connection: Sendable {
        private let open: DispatchGroup

        init(_ open: DispatchGroup) {
            self.open = open
            open.enter()
        }

        deinit { open.leave() }
    }

    /// Counts a connection from its opening until it is closed.
    ///
    /// - Throws: GRDB's error for a closed pool, after ``refuse()``.
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

    /// Returns when the last connection is closed; no read may be running.
    func waitUntilClosed() {
        _ = open.wait(timeout: .now() + Self.longestWait)
    }
}
