import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension PosixFiles {
    /// Acquires the lock of this name; `nil` when another process has it.
    ///
    /// On a file system without locks, locks another file instead, in the user's runtime folder:
    /// that is on this machine, and the lock is released with its holder just the same.
    ///
    /// - Parameters:
    ///   - folder: That folder; `nil` when there is none.
    ///   - flock: Locks an open file, as the system's function does.
    static func lock(
        _ path: String,
        elsewhere folder: String? = runtimeFolder,
        by flock: (_ descriptor: Int32, _ operation: Int32) -> Int32 = systemLock
    ) throws -> FileLock? {
        let lock: FileLock
        do {
            guard let found = try lockFile(path, flock) else { return nil }
            lock = found
        } catch let error as POSIXError where error.meansNoLocks {
            guard let stand = try standIn(for: path, in: folder) else { throw error }
            guard let lock = try lockFile(stand, systemLock) else { return nil }
            return FileLock(isElsewhere: true) { withExtendedLifetime(lock) { _ = unlink(stand) } }
        }
        // Locks may have been unavailable only briefly, and another process may have used the other
        // file.
        guard let stand = try standIn(for: path, in: folder), try status(stand) != nil else {
            return lock
        }
        guard let other = try lockFile(stand, systemLock) else { return nil }
        return FileLock { withExtendedLifetime((lock, other)) { _ = unlink(stand) } }
    }

    private static func systemLock(_ descriptor: Int32, _ operation: Int32) -> Int32 {
        flock(descriptor, operation)
    }

    /// The user's runtime folder, which exists while they are logged in.
    private static var runtimeFolder: String? {
        ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"] ?? "/run/user/\(geteuid())"
    }

    /// The file in the runtime folder that replaces this one, however its path is written.
    private static func standIn(for path: String, in folder: String?) throws -> String? {
        guard let folder else { return nil }
        var information = stat()
        // No other user may be able to create the name.
        guard lstat(folder, &information) == 0, information.st_mode & S_IFMT == S_IFDIR,
            information.st_uid == geteuid(), information.st_mode & 0o077 == 0
        else { return nil }
        try check(lstat((path as NSString).deletingLastPathComponent, &information))
        return folder + "/state-restoration-\(information.st_dev)-\(information.st_ino).lock"
    }

    private static func lockFile(
        _ path: String,
        _ flock: (_ descriptor: Int32, _ operation: Int32) -> Int32
    ) throws -> FileLock? {
        let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
        // Each turn but the last one finds that the file has just been replaced.
        for _ in 0..<3 {
            let descriptor = try openPermitted(path, flags)
            var information = stat()
            guard fstat(descriptor, &information) == 0, information.st_mode & S_IFMT == S_IFREG
            else {
                close(descriptor)
                throw POSIXError(.EINVAL)
            }
            guard let lock = try lock(descriptor, flock) else { return nil }
            // The lock of an unlinked file keeps no process out.
            if try status(path)?.inode == UInt64(information.st_ino) { return lock }
        }
        throw POSIXError(.EAGAIN)
    }

    static func lockDirectory(_ path: String) throws -> FileLock? {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw lastError() }
        return try lock(descriptor, systemLock)
    }

    /// Opens a file even if its mode does not permit it, if its owner may change the mode.
    private static func openPermitted(_ path: String, _ flags: Int32) throws -> Int32 {
        var descriptor = open(path, flags, 0o600)
        if descriptor < 0, errno == EACCES {
            var information = stat()
            guard lstat(path, &information) == 0, information.st_mode & S_IFMT == S_IFREG,
                chmod(path, 0o600) == 0
            else { throw POSIXError(.EACCES) }
            descriptor = open(path, flags, 0o600)
        }
        guard descriptor >= 0 else { throw lastError() }
        return descriptor
    }

    /// A lock of the open file, not of the process: it also keeps out a second session of the same
    /// process, and the kernel releases it however the process dies.
    private static func lock(
        _ descriptor: Int32,
        _ flock: (_ descriptor: Int32, _ operation: Int32) -> Int32
    ) throws -> FileLock? {
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let error = lastError()
            close(descriptor)
            if error.code == .EWOULDBLOCK { return nil }
            throw error
        }
        return FileLock { close(descriptor) }
    }
}

extension POSIXError {
    /// Whether the error may mean that the file system has no locks, like some network and
    /// user-space file systems.
    var meansNoLocks: Bool {
        switch code {
        case .ENOLCK, .ENOSYS, .EOPNOTSUPP: true
        default: false
        }
    }
}
