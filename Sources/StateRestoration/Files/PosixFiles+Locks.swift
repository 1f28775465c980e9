import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension PosixFiles {
    static func lock(_ path: String) throws -> FileLock? {
        let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
        // Each turn but the last one finds that somebody has just put another file there.
        for _ in 0..<3 {
            let descriptor = try openPermitted(path, flags)
            var information = stat()
            guard fstat(descriptor, &information) == 0, information.st_mode & S_IFMT == S_IFREG
            else {
                close(descriptor)
                throw POSIXError(.EINVAL)
            }
            guard let lock = try lock(descriptor) else { return nil }
            // The lock of a file that has no name any more keeps nobody out.
            if try status(path)?.inode == UInt64(information.st_ino) { return lock }
        }
        throw POSIXError(.EAGAIN)
    }

    static func lockDirectory(_ path: String) throws -> FileLock? {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw lastError() }
        return try lock(descriptor)
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
    private static func lock(_ descriptor: Int32) throws -> FileLock? {
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let error = lastError()
            close(descriptor)
            if error.code == .EWOULDBLOCK { return nil }
            throw error
        }
        return FileLock { close(descriptor) }
    }
}
