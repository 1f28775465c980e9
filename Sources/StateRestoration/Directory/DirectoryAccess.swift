import Foundation

/// The exclusive right to write to the state directory.
///
/// Used by the thread that opens the session, then only on the writer's queue; the lock guards the
/// rest.
final class DirectoryAccess: @unchecked Sendable {
    private let directory: StateDirectory
    /// The application's view of the access.
    let hold: DirectoryHold
    /// The time of the last run that crashed by its own fault.
    private let lastFault: Date?
    private let guarded = NSLock()
    private var lock: FileLock?
    /// The identity of the directory and its lock when they were acquired.
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

    /// Whether the session has ended and released the directory.
    var isReleased: Bool { guarded.withLock { wasReleased } }

    /// Returns, once, the paths of foreign files that were set aside from the place of the
    /// directory or its lock.
    func drainSetAside() -> [String] {
        guarded.withLock {
            defer { setAside = [] }
            return setAside
        }
    }

    /// Returns, once, the content of a directory that was acquired late.
    func drainFoundSession() -> LoadedSession? {
        guarded.withLock {
            defer { found = nil }
            return found
        }
    }

    /// Acquires the directory.
    ///
    /// - Throws: `RestorationError` with code `.alreadyInUse` when another process has the directory,
    ///   `.cannotWrite` when it is unavailable for now.
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
        /// The directory was replaced or removed.
        case directory
        /// Its lock was replaced or removed.
        case lock
    }

    /// How the directory was lost; `nil` when it is still the acquired one.
    func loss() -> Loss? {
        let taken = guarded.withLock { lock == nil ? nil : (root: root, lockFile: lockFile) }
        guard let taken, let root = taken.root, let lockFile = taken.lockFile else { return nil }
        do {
            let status = try directory.fileSystem.status(directory.lock)
            if let status, FileIdentity(status).isSameFile(as: lockFile) { return nil }
        } catch {
            // A failing disk is not another program.
            return nil
        }
        guard let place = directory.place, place.isSameFile(as: root) else { return .directory }
        return .lock
    }

    /// Acquires the directory that exists now instead of the lost one.
    func reacquire() throws(RestorationError) {
        // Its own lock would keep it out, too.
        guarded.withLock { lock = nil }
        try acquire()
    }

    /// Acquires the directory after the start, and reads its content.
    func acquireLate() throws(RestorationError) {
        try acquire()
        let marker = LaunchMarker.read(directory, fault: lastFault)
        let problem = LaunchMarker.leave(after: marker, in: directory)
        var session = SessionLoader.load(directory, after: marker)
        session.markerProblem = problem
        session.report.addSetAside(drainSetAside(), in: directory)
        guarded.withLock { found = session }
    }

    /// Releases the directory, so that another process can acquire it.
    func release() {
        guarded.withLock {
            lock = nil
            wasReleased = true
        }
    }
}

extension StateDirectory {
    /// The identity of the folder at the path.
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

    /// Makes the state directory; anything else at its path is renamed.
    ///
    /// - Returns: The new path of the other file.
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

    /// Acquires the lock, after setting aside what cannot be one; `nil` when another process has
    /// it.
    ///
    /// The directory itself is locked as well, for the same time. Therefore a foreign file in the
    /// lock's place is known to be neither held nor just created by another process. File systems
    /// that cannot lock directories, such as NFS, have only the file; there nothing is set aside.
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

    /// Locks the file; sets aside another user's file that cannot be opened.
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
    /// Adds lines about files that were set aside from the state directory's place, with their
    /// present paths.
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
