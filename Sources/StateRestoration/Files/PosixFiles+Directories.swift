import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension PosixFiles {
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
        return try names(of: stream)
    }

    /// The names that are left in an open directory, all of them or none: half of a directory looks
    /// like one from which the other half has been removed.
    static func names(of stream: OpaquePointer) throws -> [String] {
        var names: [String] = []
        while true {
            // `readdir` returns nothing at the end and after an error; only `errno` tells which.
            errno = 0
            guard let entry = readdir(stream) else {
                if errno != 0 { throw lastError() }
                return names
            }
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
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
}
