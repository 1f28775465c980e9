import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What the POSIX calls do, with their errors thrown.
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

    /// The content of a regular file, and the status of what was opened: another file may have its name by
    /// the time that the path could be asked.
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
