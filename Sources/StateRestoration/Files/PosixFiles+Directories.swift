import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension PosixFiles {
    /// The names in a directory, all of them or none: half of a directory looks like one from which the
    /// other half has been removed.
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
            // Its own bytes, not a copy: an entry may be shorter than the type says.
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { names.append(name) }
        }
    }

    /// Makes a directory for the user alone, with those above it; one that is there and belongs to the
    /// user is closed to others. No right of those above it is changed: they are anybody's.
    static func createDirectory(_ path: String) throws {
        try createDirectory(path, narrowing: { chmod($0, 0o700) })
    }

    /// - Parameter narrow: Takes the rights of others away, as `chmod` does.
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
        // The superuser may change what belongs to another person, and has no business to.
        let isOurs = information.st_uid == geteuid()
        if information.st_mode & 0o777 != 0o700, isOurs || geteuid() != 0, narrow(path) != 0 {
            let error = lastError()
            guard meansNoPermissions(error.code), isOurs || !keepsOwners(path, information) else {
                throw error
            }
        }
        // It belongs to another user; its mode says nothing about this one.
        let permissions = R_OK | W_OK | X_OK
        if faccessat(AT_FDCWD, path, permissions, AT_EACCESS) != 0, errno == EACCES {
            throw POSIXError(.EACCES)
        }
    }

    /// Whether an error of `chmod` may say that the file system keeps no rights, as on vfat or a share
    /// of Windows.
    private static func meansNoPermissions(_ code: POSIXErrorCode) -> Bool {
        switch code {
        case .EPERM, .EOPNOTSUPP, .ENOSYS, .EINVAL: true
        default: false
        }
    }

    /// Whether what is made in a directory of another user belongs to the one who makes it: on a file
    /// system without owners everything belongs to the same one.
    private static func keepsOwners(_ directory: String, _ information: stat) -> Bool {
        let probe = directory + "/probe-\(UUID().uuidString)"
        guard mkdir(probe, 0o700) == 0 else { return true }
        defer { rmdir(probe) }
        var made = stat()
        return lstat(probe, &made) != 0 || made.st_uid != information.st_uid
    }

    /// Where a symbolic link leads, if both the link and what it leads to are the user's own; `nil`
    /// otherwise, also for what is no link.
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
