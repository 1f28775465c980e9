import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension FileSystem {
    /// The real disk, through POSIX calls.
    ///
    /// Foundation's own file functions follow links, do not sync, and make files with the modes of
    /// the umask; hence the system calls.
    public static var live: FileSystem {
        FileSystem(
            status: PosixFiles.status,
            names: PosixFiles.names,
            read: PosixFiles.read,
            createDirectory: PosixFiles.createDirectory,
            create: { path, bytes in
                try PosixFiles.withFile(path, O_WRONLY | O_CREAT | O_EXCL) {
                    try PosixFiles.writeAll(bytes, to: $0)
                }
            },
            append: { path, bytes in
                try PosixFiles.withFile(path, O_WRONLY | O_APPEND) {
                    try PosixFiles.writeAll(bytes, to: $0)
                }
            },
            sync: { path in
                try PosixFiles.withFile(path, O_RDONLY) { try PosixFiles.check(fsync($0)) }
            },
            syncDirectory: { path in
                try PosixFiles.withFile(path, O_RDONLY | O_DIRECTORY) {
                    try PosixFiles.check(fsync($0))
                }
            },
            rename: { from, to in try PosixFiles.check(Glibc.rename(from, to)) },
            link: { from, to in try PosixFiles.check(Glibc.link(from, to)) },
            remove: { path in
                if unlink(path) == 0 { return }
                if errno == EISDIR || errno == EPERM {
                    try PosixFiles.check(rmdir(path))
                } else {
                    throw PosixFiles.lastError()
                }
            },
            lock: PosixFiles.lock,
            lockDirectory: PosixFiles.lockDirectory,
            // As many as a slow disk is glad to do in one go.
            syncWidth: 16
        )
    }
}

private enum PosixFiles {
    static func lastError() -> POSIXError {
        POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }

    static func check(_ result: Int32) throws {
        if result != 0 { throw lastError() }
    }

    static func withFile<Result>(
        _ path: String,
        _ flags: Int32,
        _ body: (Int32) throws -> Result
    ) throws -> Result {
        let descriptor = open(path, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { throw lastError() }
        defer { close(descriptor) }
        return try body(descriptor)
    }

    static func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws {
        try bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = Glibc.write(
                    descriptor,
                    UnsafeRawBufferPointer(rebasing: rest).baseAddress,
                    rest.count
                )
                if count < 0 {
                    if errno == EINTR { continue }
                    throw lastError()
                }
                rest = rest.dropFirst(count)
            }
        }
    }

    static func read(_ path: String, limit: Int) throws -> [UInt8] {
        try withFile(path, O_RDONLY) { descriptor in
            var information = stat()
            try check(fstat(descriptor, &information))
            guard information.st_mode & S_IFMT == S_IFREG else {
                throw POSIXError(information.st_mode & S_IFMT == S_IFDIR ? .EISDIR : .EINVAL)
            }
            let size = Int(information.st_size)
            guard size <= limit else { throw POSIXError(.EFBIG) }
            var failure: POSIXError?
            let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
                while filled < size {
                    let count = Glibc.read(
                        descriptor,
                        buffer.baseAddress.map { $0 + filled },
                        size - filled
                    )
                    if count < 0 {
                        if errno == EINTR { continue }
                        failure = lastError()
                        return
                    }
                    if count == 0 { return }
                    filled += count
                }
            }
            if let failure { throw failure }
            return bytes
        }
    }

    static func status(_ path: String) throws -> FileStatus? {
        var information = stat()
        guard lstat(path, &information) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw lastError()
        }
        let kind: FileStatus.Kind
        switch information.st_mode & S_IFMT {
        case S_IFREG: kind = .file
        case S_IFDIR: kind = .directory
        case S_IFLNK: kind = .symbolicLink
        default: kind = .other
        }
        let modified = information.st_mtim
        return FileStatus(
            kind: kind,
            size: Int(information.st_size),
            modificationDate: Date(
                timeIntervalSince1970: Double(modified.tv_sec) + Double(modified.tv_nsec) * 1e-9
            ),
            inode: UInt64(information.st_ino)
        )
    }

    static func names(_ directory: String) throws -> [String] {
        // Not `opendir`, which follows a symbolic link.
        let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw lastError() }
        guard let stream = fdopendir(descriptor) else {
            let error = lastError()
            close(descriptor)
            throw error
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }

    static func createDirectory(_ path: String) throws {
        if mkdir(path, 0o700) == 0 { return }
        switch errno {
        case EEXIST:
            var information = stat()
            try check(lstat(path, &information))
            guard information.st_mode & S_IFMT == S_IFDIR else { throw POSIXError(.ENOTDIR) }
            if information.st_mode & 0o777 != 0o700 { try check(chmod(path, 0o700)) }
            // Somebody else's, whose mode says nothing about us.
            let permissions = R_OK | W_OK | X_OK
            if faccessat(AT_FDCWD, path, permissions, AT_EACCESS) != 0, errno == EACCES {
                throw POSIXError(.EACCES)
            }
        case ENOENT:
            let parent = (path as NSString).deletingLastPathComponent
            guard parent != path, !parent.isEmpty else { throw POSIXError(.ENOENT) }
            try createDirectory(parent)
            try check(mkdir(path, 0o700))
        default:
            throw lastError()
        }
    }

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
