import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The POSIX calls, which throw their errors.
enum PosixFiles {
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

    fileprivate static func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws {
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

    /// The content of a regular file, and the status of the open file: the path may name another
    /// file by then.
    static func read(_ path: String, limit: Int) throws -> (bytes: [UInt8], status: FileStatus) {
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
            return (bytes, FileStatus(information))
        }
    }

    static func status(_ path: String) throws -> FileStatus? {
        var information = stat()
        guard lstat(path, &information) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw lastError()
        }
        return FileStatus(information)
    }
}

extension FileStatus {
    fileprivate init(_ information: stat) {
        let kind: Kind =
            switch information.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .directory
            case S_IFLNK: .symbolicLink
            default: .other
            }
        let modified = information.st_mtim
        self.init(
            kind: kind,
            size: Int(information.st_size),
            modificationDate: Date(
                timeIntervalSince1970: Double(modified.tv_sec) + Double(modified.tv_nsec) * 1e-9
            ),
            inode: UInt64(information.st_ino),
            device: UInt64(information.st_dev),
            permissions: Int(information.st_mode & 0o777)
        )
    }
}

// MARK: - Directories

extension PosixFiles {
    /// The names in a directory, all or none: an incomplete list would look as if the other files
    /// had been removed.
    ///
    /// - Parameter onOpen: Called with the descriptor before anything is read from it.
    static func names(
        _ directory: String,
        onOpen: (Int32) -> Void = { _ in }
    ) throws -> [String] {
        // Not `opendir`, which follows a symbolic link.
        let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw lastError() }
        guard let stream = fdopendir(descriptor) else {
            let error = lastError()
            close(descriptor)
            throw error
        }
        defer { closedir(stream) }
        onOpen(descriptor)
        var names: [String] = []
        while true {
            // `readdir` returns nothing at the end and after an error; only `errno` tells which.
            errno = 0
            guard let entry = readdir(stream) else {
                if errno != 0 { throw lastError() }
                return names
            }
            // Its own bytes, not a copy: an entry may be shorter than its type.
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { names.append(name) }
        }
    }

    /// Makes a directory for the user alone, with its parents. An existing one that the user owns
    /// is closed to others. Permissions of its parents are not changed: others may use them.
    static func createDirectory(_ path: String) throws {
        try createDirectory(path, narrowing: { chmod($0, 0o700) })
    }

    /// - Parameter narrow: Removes the permissions of others, like `chmod`.
    static func createDirectory(_ path: String, narrowing narrow: (String) -> Int32) throws {
        if mkdir(path, 0o700) == 0 { return }
        switch errno {
        case EEXIST:
            try closeToOthers(path, narrow)
        case ENOENT:
            try makeParent(of: path)
            guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw lastError() }
        default:
            throw lastError()
        }
    }

    private static func makeParent(of path: String) throws {
        let parent = (path as NSString).deletingLastPathComponent
        guard parent != path, !parent.isEmpty else { throw POSIXError(.ENOENT) }
        if mkdir(parent, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT else { throw lastError() }
        try makeParent(of: parent)
        guard mkdir(parent, 0o700) == 0 || errno == EEXIST else { throw lastError() }
    }

    private static func closeToOthers(
        _ path: String,
        _ narrow: (String) -> Int32
    ) throws {
        var information = stat()
        try check(lstat(path, &information))
        guard information.st_mode & S_IFMT == S_IFDIR else { throw POSIXError(.ENOTDIR) }
        // The superuser could change another user's folder, but should not.
        let isOurs = information.st_uid == geteuid()
        if information.st_mode & 0o777 != 0o700, isOurs || geteuid() != 0, narrow(path) != 0 {
            let error = lastError()
            guard meansNoPermissions(error.code), isOurs || !keepsOwners(path, information) else {
                throw error
            }
        }
        // It belongs to another user: the mode does not tell this user's permissions.
        let permissions = R_OK | W_OK | X_OK
        if faccessat(AT_FDCWD, path, permissions, AT_EACCESS) != 0, errno == EACCES {
            throw POSIXError(.EACCES)
        }
    }

    /// Whether an error of `chmod` may mean that the file system has no permissions, as on vfat or
    /// a Windows share.
    private static func meansNoPermissions(_ code: POSIXErrorCode) -> Bool {
        switch code {
        case .EPERM, .EOPNOTSUPP, .ENOSYS, .EINVAL: true
        default: false
        }
    }

    /// Whether files in another user's directory belong to their creator: on a file system without
    /// owners, all files have the same one.
    private static func keepsOwners(_ directory: String, _ information: stat) -> Bool {
        let probe = directory + "/probe-\(UUID().uuidString)"
        guard mkdir(probe, 0o700) == 0 else { return true }
        defer { rmdir(probe) }
        var made = stat()
        return lstat(probe, &made) != 0 || made.st_uid != information.st_uid
    }

    /// The target of a symbolic link, if the user owns both; `nil` otherwise, also for other files.
    static func ownLinkTarget(_ path: String) -> String? {
        var information = stat()
        guard lstat(path, &information) == 0, information.st_mode & S_IFMT == S_IFLNK,
            information.st_uid == geteuid(), let resolved = realpath(path, nil)
        else { return nil }
        defer { free(resolved) }
        let target = String(cString: resolved)
        guard lstat(target, &information) == 0, information.st_mode & S_IFMT == S_IFDIR,
            information.st_uid == geteuid()
        else { return nil }
        return target
    }
}

// MARK: - As a file system

extension FileSystem {
    /// The real disk, through POSIX calls.
    ///
    /// Foundation's file functions follow links, do not sync, and create files with the modes of
    /// the umask; hence the system calls.
    public static var live: FileSystem {
        FileSystem(
            status: PosixFiles.status,
            names: { try PosixFiles.names($0) },
            read: { try PosixFiles.read($0, limit: $1).bytes },
            createDirectory: { try PosixFiles.createDirectory($0) },
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
            lock: { try PosixFiles.lock($0) },
            lockDirectory: PosixFiles.lockDirectory,
            ownLinkTarget: PosixFiles.ownLinkTarget,
            readWithStatus: PosixFiles.read,
            // As many as a slow disk handles well at once.
            syncWidth: 16
        )
    }
}
