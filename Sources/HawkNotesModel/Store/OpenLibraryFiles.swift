import Foundation
import Synchronization

/// The difference between the files at a library's path and the open ones.
enum LibraryDifference: Hashable, Sendable {
    /// There is no file.
    case missing
    /// There is another file with the same commit.
    case copied
    /// There is another library, or another state of this one.
    case replaced
    /// The file is the same, but its log or shared memory is not.
    case logReplaced
    /// Another machine, of this name, uses the files.
    case heldElsewhere(String)
}

/// The open files of a store, compared with those at their paths.
///
/// A different inode is a reason to check, never a proof: file systems reuse inodes, and some
/// change a file's inode now and then. The stamp in the file decides. A different file at the path
/// is kept open from the first check on, as closing it might drop locks.
///
/// Must be used while nothing is written: on the queue of the writer.
final class OpenLibraryFiles: Sendable {
    private struct State {
        /// The database as it was when the log was last merged.
        var version: Disk.Version?
        /// Its stamp then.
        var stamp: CommitStamp?
        /// The commits since; another program may have merged some of them.
        var later: Set<CommitStamp> = []
        /// The last of these commits.
        var latest: CommitStamp?
        /// The minimum size of the log.
        var logSize: Int64 = 0
        var sharedMemory: Disk.Identity?
        /// Other files found at the path.
        var strangers: [Disk.Identity: HeldFile] = [:]

        /// Whether the open library has had this stamp since it was last merged.
        func isOwn(_ other: CommitStamp?) -> Bool {
            other == stamp || other.map(later.contains) == true
        }
    }

    let database: HeldFile
    let log: HeldFile
    private let files: LibraryFiles
    private let state = Mutex(State())

    /// Opens the files beside SQLite's own connection.
    ///
    /// - Parameter database: opened before that connection, so that it cannot be another file.
    init(_ files: LibraryFiles, database: HeldFile) throws {
        self.files = files
        self.database = database
        log = try HeldFile(files.log)
        guard Disk.identity(files.database) == database.identity else {
            throw LibraryError(
                .cannotOpen,
                "Could not open the library: \(files.database.path) is being replaced.",
                url: files.database
            )
        }
        recordFoldIn()
    }

    /// Whether the database at the path is the open one; new connections need that.
    var isDatabaseInPlace: Bool { Disk.identity(files.database) == database.identity }

    /// Whether the log at the path is the open one.
    var isLogInPlace: Bool { Disk.identity(files.log) == log.identity }

    /// Records the current state of the files as the expected one: after the log was merged, as far
    /// as possible.
    func recordFoldIn() {
        let stamp = CommitStamp.stored(in: database.bytes)
        state.withLock { state in
            state.version = database.version
            state.stamp = stamp
            state.later = []
            state.latest = stamp
            record(&state)
        }
    }

    /// Records a commit.
    func recordCommit(_ stamp: CommitStamp?) {
        state.withLock { state in
            if let stamp {
                state.later.insert(stamp)
                state.latest = stamp
            }
            record(&state)
        }
    }

    private func record(_ state: inout State) {
        state.logSize = log.version?.size ?? 0
        if state.sharedMemory == nil { state.sharedMemory = Disk.identity(files.sharedMemory) }
    }

    /// Compares the files; nil if nothing differs, or the file system can't tell.
    func difference() -> LibraryDifference? {
        state.withLock { state -> LibraryDifference? in
            var status = stat()
            guard stat(files.database.path, &status) == 0 else {
                return errno == ENOENT ? .missing : nil
            }
            let there = Disk.Identity(status)
            guard there == database.identity else { return stranger(there, &state) }
            let version = Disk.Version(status)
            if version != state.version {
                // Written to by another program, or merely touched.
                let stamp = CommitStamp.stored(in: database.bytes)
                guard state.isOwn(stamp) else { return .replaced }
                state.version = version
            }
            return isLogDifferent(state) ? .logReplaced : nil
        }
    }

    private func stranger(
        _ identity: Disk.Identity,
        _ state: inout State
    ) -> LibraryDifference? {
        var file = state.strangers[identity]
        if file == nil {
            do { file = try HeldFile(files.database) } catch { return .replaced }
            // It may have been replaced again.
            guard let file, file.identity == identity else { return .replaced }
            state.strangers[identity] = file
        }
        guard let file, let stamp = CommitStamp.stored(in: file.bytes), state.isOwn(stamp) else {
            return .replaced
        }
        return .copied
    }

    private func isLogDifferent(_ state: State) -> Bool {
        var status = stat()
        if stat(files.log.path, &status) == 0 {
            guard Disk.Identity(status) == log.identity else { return true }
            // Another program may have merged and truncated all of it.
            if Int64(status.st_size) < state.logSize,
                CommitStamp.stored(in: database.bytes) != state.latest
            {
                return true
            }
        } else if errno == ENOENT {
            return true
        }
        guard let sharedMemory = state.sharedMemory else { return false }
        if stat(files.sharedMemory.path, &status) == 0 {
            return Disk.Identity(status) != sharedMemory
        }
        return errno == ENOENT
    }
}
