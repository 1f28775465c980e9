import Foundation

/// The right to write in the state directory, which this process has, or hopes to get.
///
/// Used by the thread that opens the session, then by the writer's queue alone, but for what is guarded
/// by the lock.
final class DirectoryAccess: @unchecked Sendable {
    private let directory: StateDirectory
    /// What the application says of it.
    let hold: DirectoryHold
    /// When the last run that died of its own fault did so.
    private let lastFault: Date?
    private let guarded = NSLock()
    private var lock: FileLock?
    /// What the directory and its lock were when they were taken.
    private var root: FileIdentity?
    private var lockFile: FileIdentity?
    private var setAside: [String] = []
    private var found: LoadedSession?
    private var wasReleased = false

    init(_ directory: StateDirectory, hold: DirectoryHold, lastFault: Date?) {
        self.directory = directory
        self.hold = hold
        self.lastFault = lastFault
    }

    var isHeld: Bool { guarded.withLock { lock != nil } }

    /// Whether the session has ended and given the directory back.
    var isReleased: Bool { guarded.withLock { wasReleased } }

    /// Returns the paths of what stood in the place of the directory or its lock and was set aside, once.
    func drainSetAside() -> [String] {
        guarded.withLock {
            defer { setAside = [] }
            return setAside
        }
    }

    /// Returns what the directory held when it was acquired late, once.
    func drainFoundSession() -> LoadedSession? {
        guarded.withLock {
            defer { found = nil }
            return found
        }
    }

    /// Takes the directory.
    ///
    /// - Throws: `RestorationError` with code `.alreadyInUse` when another process has the directory,
    ///   `.cannotWrite` when it cannot be had for now.
    func acquire() throws(RestorationError) {
        let url = directory.url(directory.path)
        do {
            // Not `makeFolder`: nothing is set aside in a directory that another process may have.
            let root = try directory.makeRoot()
            if let lock = try directory.acquireLock() {
                let (place, lockFile) = (directory.place, directory.identity(directory.lock))
                return guarded.withLock {
                    self.lock = wasReleased ? nil : lock
                    (self.root, self.lockFile) = (place, lockFile)
                    if let root { setAside.append(root) }
                }
            }
        } catch let error as POSIXError where error.meansNoLocks {
            throw RestorationError(
                .cannotWrite,
                "The file system of the state directory has no locks.",
                url: url,
                underlying: error
            )
        } catch {
            throw RestorationError(
                .cannotWrite,
                "The state directory cannot be used.",
                url: url,
                underlying: error
            )
        }
        throw RestorationError(
            .alreadyInUse,
            "Another process is using the state directory.",
            url: url
        )
    }

    /// How the directory can be lost while this process uses it.
    enum Loss {
        /// There is another one in its place, or none.
        case directory
        /// There is another lock in the place of its own, or none.
        case lock
    }

    /// Whether the directory that is there is still the one that was taken; `nil` when it is.
    func loss() -> Loss? {
        let taken = guarded.withLock { lock == nil ? nil : (root: root, lockFile: lockFile) }
        guard let taken, let root = taken.root, let lockFile = taken.lockFile else { return nil }
        do {
            let status = try directory.fileSystem.status(directory.lock)
            if let status, FileIdentity(status).isSameFile(as: lockFile) { return nil }
        } catch {
            // A disk that fails is no other program.
            return nil
        }
        guard let place = directory.place, place.isSameFile(as: root) else { return .directory }
        return .lock
    }

    /// Takes the directory that is there now instead of the one that this process had.
    func reacquire() throws(RestorationError) {
        // What it had would keep it out, too.
        guarded.withLock { lock = nil }
        try acquire()
    }

    /// Takes the directory some time after the start, and sees what is there by then.
    func acquireLate() throws(RestorationError) {
        try acquire()
        let marker = LaunchMarker.read(directory, fault: lastFault)
        let problem = LaunchMarker.leave(after: marker, in: directory)
        var session = SessionLoader.load(directory, after: marker)
        session.markerProblem = problem
        session.report.addSetAside(drainSetAside(), in: directory)
        guarded.withLock { found = session }
    }

    /// Gives the directory back, so that another process can have it.
    func release() {
        guarded.withLock {
            lock = nil
            wasReleased = true
        }
    }
}

extension StateDirectory {
    /// Which folder it is that stands at the path.
    fileprivate var place: FileIdentity? {
        do {
            guard let status = try fileSystem.status(path), status.kind == .directory else {
                return nil
            }
            return FileIdentity(status)
        } catch {
            return nil
        }
    }

    /// Makes the state directory itself; something else of its name gets another one.
    ///
    /// - Returns: The other one.
    fileprivate func makeRoot() throws -> String? {
        var aside: String?
        if let status = try fileSystem.status(path), status.kind != .directory {
            aside = try unusedName(path + "-aside")
            try setAside(path)
        }
        try fileSystem.createDirectory(path)
        if let permissions = try fileSystem.status(path)?.permissions, permissions & 0o077 != 0 {
            gaps.add(.permissions)
        }
        return aside
    }

    /// Takes the lock, after setting aside what cannot be one; `nil` when another process has it.
    ///
    /// The directory itself is locked as well, for as long: so anything odd in the lock's place is known
    /// to be held by no process, nor just made by one. A file system that cannot lock directories, such
    /// as NFS, has the file alone; there nothing is set aside.
    fileprivate func acquireLock() throws -> FileLock? {
        let directoryLock: FileLock?
        var isAlone = true
        do {
            directoryLock = try fileSystem.lockDirectory(path)
            if directoryLock == nil { return nil }
        } catch {
            directoryLock = nil
            isAlone = false
        }
        if let status = try fileSystem.status(lock), status.kind != .file {
            guard isAlone else { throw POSIXError(.EAGAIN) }
            try setAside(lock)
        }
        guard let fileLock = try acquireFileLock(isAlone: isAlone) else { return nil }
        return FileLock { withExtendedLifetime((fileLock, directoryLock)) {} }
    }

    /// Locks the file; one of another user that cannot be opened is set aside.
    private func acquireFileLock(isAlone: Bool) throws -> FileLock? {
        do {
            return try fileSystem.lock(lock)
        } catch let error as POSIXError where error.code == .EACCES && isAlone {
            try setAside(lock)
            return try fileSystem.lock(lock)
        }
    }
}

extension RestorationReport {
    /// Says of what stood where the state directory should where it is now.
    mutating func addSetAside(_ paths: [String], in directory: StateDirectory) {
        for path in paths {
            add(
                .partial,
                .setAside,
                subject: (directory.path as NSString).lastPathComponent,
                reason: "What stood at \(directory.path) was no folder, or a link that is not "
                    + "followed: only one of your own is, to a folder that holds state or nothing. It "
                    + "is now at \(path).",
                file: path
            )
        }
    }
}
