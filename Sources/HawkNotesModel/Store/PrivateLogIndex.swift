import Foundation
import GRDB

/// The index of a database's log in this program's own memory, instead of a mapped file beside it.
///
/// All who use a database map the index of its log, the file `-shm`. Some file systems cannot share a
/// mapping (9p, virtiofs, some of FUSE), and reading a mapped file that another program has cut ends
/// the process. SQLite's VFS `unix-excl` keeps the index on the heap: once a connection of it holds the
/// database, every connection of the same process shares that index, whatever VFS it was opened with.
/// Reads still never wait for a write. Other programs find the database locked meanwhile
/// (sqlite.org/vfs.html, sqlite.org/wal.html, "Use of WAL Without Shared-Memory").
///
/// `PRAGMA locking_mode = EXCLUSIVE` does the same for one connection only, for which every read would
/// have to wait.
final class PrivateLogIndex: Sendable {
    private let holder: DatabaseQueue

    /// Takes the database for this process, before anything else in it opens the file.
    private init(_ url: URL, busyTimeout: TimeInterval) throws {
        var configuration = Configuration()
        configuration.label = "log index"
        configuration.busyMode = .timeout(busyTimeout)
        holder = try DatabaseQueue(path: Self.path(of: url), configuration: configuration)
        // Left by the attempts to map it. The lock shows that no other process has it open.
        let file = URL(fileURLWithPath: url.path + "-shm")
        if case .file = try Disk.status(file) { try Disk.remove(file) }
    }

    /// Lets go of the database. As any connection, it folds the log in if it is the last one.
    func close() throws { try holder.close() }

    /// What to open a file as that no other program has any business with: its index is never mapped.
    static func path(of url: URL) -> String {
        let allowed = CharacterSet(charactersIn: "/-._~").union(.alphanumerics)
        let path = url.path.addingPercentEncoding(withAllowedCharacters: allowed) ?? url.path
        return "file:\(path)?vfs=unix-excl"
    }

    /// Opens a database as usual, and with an index of its own only where the file system cannot map one.
    ///
    /// - Parameter open: called again when mapping has failed: once more as before, as a disk may fail
    ///   once, and then with the index held.
    /// - Returns: what was opened, and the index, which is to be closed with it; nil as a rule.
    static func open<Value>(
        _ url: URL,
        busyTimeout: TimeInterval,
        _ open: () throws -> Value
    ) throws -> (Value, PrivateLogIndex?) {
        for _ in 1...2 {
            do {
                return (try open(), nil)
            } catch let error as DatabaseError where error.meansNoSharedMapping {
                continue
            }
        }
        let index = try PrivateLogIndex(url, busyTimeout: busyTimeout)
        do {
            return (try open(), index)
        } catch {
            try index.close()
            throw error
        }
    }

    /// Reads a database through a connection that changes nothing, not even when it is the last one to be
    /// closed.
    static func read<Value>(
        _ url: URL,
        _ configuration: Configuration,
        busyTimeout: TimeInterval = 2,
        _ body: (Database) throws -> Value
    ) throws -> Value {
        var configuration = configuration
        configuration.readonly = true
        let (queue, index) = try open(url, busyTimeout: busyTimeout) {
            try DatabaseQueue(path: url.path, configuration: configuration)
        }
        let result = Result { try queue.unsafeRead(body) }
        // First, so that it is not the last: it would fold the log in.
        try index?.close()
        try queue.close()
        return try result.get()
    }
}

extension DatabaseError {
    /// Whether the index of the log could not be mapped.
    fileprivate var meansNoSharedMapping: Bool { extendedResultCode == .SQLITE_IOERR_SHMMAP }
}
