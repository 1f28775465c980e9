import Foundation
import GRDB

/// The index of a database's log in this process's own memory, instead of a mapped file beside it.
///
/// All users of a database map the index of its log, the file `-shm`. Some file systems cannot
/// share a mapping (9p, virtiofs, some of FUSE), and reading a mapped file that another program has
/// truncated crashes the process. SQLite's VFS `unix-excl` keeps the index on the heap: once one of
/// its connections holds the database, every connection of the same process shares that index,
/// whatever VFS it was opened with. Reads still never wait for a write. Meanwhile, other programs
/// find the database locked (sqlite.org/vfs.html, sqlite.org/wal.html, "Use of WAL Without
/// Shared-Memory").
///
/// `PRAGMA locking_mode = EXCLUSIVE` does the same for only one connection, for which every read
/// would have to wait.
final class PrivateLogIndex: Sendable {
    private let holder: DatabaseQueue

    /// Acquires the database for this process, before any other connection opens the file.
    private init(_ url: URL, busyTimeout: TimeInterval) throws {
        var configuration = Configuration()
        configuration.label = "log index"
        configuration.busyMode = .timeout(busyTimeout)
        holder = try DatabaseQueue(path: Self.path(of: url), configuration: configuration)
        // Left by the attempts to map it. The lock proves that no other process has it open.
        let file = URL(fileURLWithPath: url.path + "-shm")
        if case .file = try Disk.status(file) { try Disk.remove(file) }
    }

    /// Releases the database. Like any connection, it merges the log if it is the last one.
    func close() throws { try holder.close() }

    /// The path for opening a file that no other program uses: its index is never mapped.
    static func path(of url: URL) -> String {
        let allowed = CharacterSet(charactersIn: "/-._~").union(.alphanumerics)
        let path = url.path.addingPercentEncoding(withAllowedCharacters: allowed) ?? url.path
        return "file:\(path)?vfs=unix-excl"
    }

    /// Opens a database as usual, and uses its own index only if the file system cannot map one.
    ///
    /// - Parameter open: called again if mapping has failed: first unchanged, as a disk may fail
    ///   once, and then with the index held.
    /// - Returns: the opened database, and the index, which must be closed with it; usually nil.
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

    /// Reads a database through a connection that changes nothing, even if it is the last one to be
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
        // Closed first, because the last one would merge the log.
        try index?.close()
        try queue.close()
        return try result.get()
    }
}

extension DatabaseError {
    /// Whether the index of the log could not be mapped.
    fileprivate var meansNoSharedMapping: Bool { extendedResultCode == .SQLITE_IOERR_SHMMAP }
}
