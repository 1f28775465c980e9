import Foundation
import Synchronization

/// How what lies at a library's path differs from what is open.
enum LibraryDifference: Hashable, Sendable {
    /// Nothing lies there.
    case missing
    /// Another file lies there, with the same commit in it.
    case copied
    /// Another library, or another state of this one.
    case replaced
    /// The file is the same one, but its log or shared memory is not.
    case logReplaced
    /// Another machine, which has this name, uses the files.
    case heldElsewhere(String)
}

/// The files that a store has open, compared with those that lie at their paths.
///
/// An inode is a reason to look, never a proof: file systems give the same one again, and some give a file
/// another one now and then. What counts is the stamp in the file. A file at the path that is another one
/// is kept open from the first look on, as closing it might drop locks.
///
/// To be used where nothing is written meanwhile: on the queue of the writer.
final class OpenLibraryFiles: Sendable {
    private struct State {
        /// The database as it was when the log was last folded in.
        var version: Disk.Version?
        /// What stood in it then.
        var stamp: CommitStamp?
        /// The commits since; another program may have folded some of them in.
        var later: Set<CommitStamp> = []
        /// The last of them.
        var latest: CommitStamp?
        /// The least size that the log must have.
        var logSize: Int64 = 0
        var sharedMemory: Disk.Identity?
        /// Other files that have lain at the path.
        var strangers: [Disk.Identity: HeldFile] = [:]

        /// Whether the open library has had this stamp since it was last folded in.
        func isOwn(_ other: CommitStamp?) -> Bool {
            other == stamp || other.map(later.contains) == true
        }
    }

    let database: HeldFile
    let log: HeldFile
    private let files: LibraryFiles
    private let state = Mutex(State())

    /// Opens them beside SQLite's own connection.
    ///
    /// - Parameter database: opened before that connection was, so that it cannot be another file.
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

    /// Whether the database at the path is the one that is open: what a new connection has to ask.
    var isDatabaseInPlace: Bool { Disk.identity(files.database) == database.identity }

    /// Whether the log at the path is the one that is open.
    var isLogInPlace: Bool { Disk.identity(files.log) == log.identity }

    /// Takes the files as they are now for what they are to be: after the log was folded in, as far as it
    /// could be.
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

    /// Takes note of a commit.
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

    /// Compares; nil where nothing differs, or the file system does not say.
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
            // It may have been replaced once more.
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
            // Another program may have folded all of it in, and cut it.
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
