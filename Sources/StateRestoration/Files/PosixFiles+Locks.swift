import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension PosixFiles {
    /// Takes the lock of this name; `nil` when another process has it.
    ///
    /// On a file system without locks that of another file is taken, in the folder that each user has
    /// for as long as they are logged in: it is on this machine, and dies with its holder just the same.
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
        // Locks may have been missing for a moment only, and another process have gone elsewhere then.
        guard let stand = try standIn(for: path, in: folder), try status(stand) != nil else {
            return lock
        }
        guard let other = try lockFile(stand, systemLock) else { return nil }
        return FileLock { withExtendedLifetime((lock, other)) { _ = unlink(stand) } }
    }

    private static func systemLock(_ descriptor: Int32, _ operation: Int32) -> Int32 {
        flock(descriptor, operation)
    }

    /// The folder that each user has for as long as they are logged in.
    private static var runtimeFolder: String? {
        ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"] ?? "/run/user/\(geteuid())"
    }

    /// The file in the other folder that stands for this one, however the path to it is written.
    private static func standIn(for path: String, in folder: String?) throws -> String? {
        guard let folder else { return nil }
        var information = stat()
        // No other user may be able to take its name.
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
        // Each turn but the last one finds that another file has just been put there.
        for _ in 0..<3 {
            let descriptor = try openPermitted(path, flags)
            var information = stat()
            guard fstat(descriptor, &information) == 0, information.st_mode & S_IFMT == S_IFREG
            else {
                close(descriptor)
                throw POSIXError(.EINVAL)
            }
            guard let lock = try lock(descriptor, flock) else { return nil }
            // The lock of a file without a name keeps no process out.
            if try status(path)?.inode == UInt64(information.st_ino) { return lock }
        }
        throw POSIXError(.EAGAIN)
    }

    static func lockDirectory(_ path: String) throws -> FileLock? {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw lastError() }
        return try lock(descriptor, systemLock)
    }

    /// Opens a file also when its mode does not permit it, but its owner may change that.
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

    /// A lock of the open file, not of the process: it also keeps a second session of the same process
    /// out, and the kernel drops it when the process dies, however it dies.
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
    /// Whether it may say that the file system has no locks, as some of those in user space and on the
    /// network.
    var meansNoLocks: Bool {
        switch code {
        case .ENOLCK, .ENOSYS, .EOPNOTSUPP: true
        default: false
        }
    }
}
