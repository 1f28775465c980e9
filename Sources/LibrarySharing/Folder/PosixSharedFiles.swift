import Foundation
import Glibc

extension SharedFiles {
    /// The real disk.
    ///
    /// - Parameter root: the chosen folder, which the user may have linked. Below it, each folder is
    ///   opened in the one before: what is put there meanwhile leads nowhere else.
    package static func posix(_ root: URL) -> SharedFiles {
        let disk = PosixSharedFiles(root: root.path)
        return SharedFiles(
            list: disk.list,
            open: disk.open,
            makeFolder: disk.makeFolder,
            create: disk.create,
            append: disk.append,
            sync: disk.sync,
            syncFolder: disk.syncFolder,
            rename: disk.rename,
            remove: disk.remove
        )
    }
}

/// The system calls, which throw their errors.
private struct PosixSharedFiles: Sendable {
    let root: String

    private static func lastError() -> POSIXError {
        POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }

    private static func check(_ result: Int32) throws {
        if result != 0 { throw lastError() }
    }

    // MARK: - Opening

    /// A descriptor that is closed with its last reference.
    final class Descriptor: Sendable {
        private let number: Int32

        init(_ number: Int32) throws {
            guard number >= 0 else { throw PosixSharedFiles.lastError() }
            self.number = number
        }

        /// Otherwise, it may be closed as soon as its number was read.
        func use<Result>(_ body: (Int32) throws -> Result) rethrows -> Result {
            try withExtendedLifetime(self) { try body(number) }
        }

        deinit { close(number) }
    }

    private func openFolder(_ path: SharedPath) throws -> Descriptor {
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
        var folder = try Descriptor(Glibc.open(root, flags))
        for name in path.names {
            folder = try Self.open(name, in: folder, flags)
        }
        return folder
    }

    private static func open(
        _ name: SharedName,
        in folder: Descriptor,
        _ flags: Int32
    ) throws -> Descriptor {
        try withName(name) { name in
            // A pipe would block until it has a writer.
            let all = flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY
            return try folder.use { try Descriptor(openat($0, name, all, 0o600)) }
        }
    }

    private func openFile(_ path: SharedPath, _ flags: Int32) throws -> Descriptor {
        try withEntry(path) { folder, name in try Self.open(name, in: folder, flags) }
    }

    private func withEntry<Result>(
        _ path: SharedPath,
        _ body: (Descriptor, SharedName) throws -> Result
    ) throws -> Result {
        guard let name = path.names.last else { throw POSIXError(.EISDIR) }
        return try body(openFolder(path.parent), name)
    }

    private static func withName<Result>(
        _ name: SharedName,
        _ body: (UnsafePointer<CChar>) throws -> Result
    ) throws -> Result {
        guard name.isPlain else { throw POSIXError(.EINVAL) }
        return try (name.bytes.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer {
            guard let start = $0.baseAddress else { throw POSIXError(.EINVAL) }
            return try body(start)
        }
    }

    // MARK: - Reading

    func list(_ path: SharedPath, limit: Int) throws -> SharedListing {
        let folder = try openFolder(path)
        let copy = folder.use { dup($0) }
        guard copy >= 0, let stream = fdopendir(copy) else {
            let error = Self.lastError()
            if copy >= 0 { close(copy) }
            throw error
        }
        defer { closedir(stream) }
        var entries: [SharedEntry] = []
        while true {
            // Nothing is returned at the end and after an error; only `errno` tells which.
            errno = 0
            guard let entry = readdir(stream) else {
                if errno != 0 { throw Self.lastError() }
                return SharedListing(entries: entries, isComplete: true)
            }
            // Its own bytes, not a copy: an entry may be shorter than its type.
            let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            let name = SharedName(bytes: bytes)
            guard name.isPlain else { continue }
            guard entries.count < limit else {
                return SharedListing(entries: entries, isComplete: false)
            }
            if let found = try Self.entry(name, in: folder) { entries.append(found) }
        }
    }

    /// - Returns: nil if it has gone since.
    private static func entry(_ name: SharedName, in folder: Descriptor) throws -> SharedEntry? {
        var status = stat()
        let result = try withName(name) { name in
            folder.use { fstatat($0, name, &status, AT_SYMLINK_NOFOLLOW) }
        }
        guard result == 0 else {
            if errno == ENOENT { return nil }
            throw lastError()
        }
        let kind: SharedEntry.Kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            default: .other
            }
        let changed = Int64(status.st_ctim.tv_sec) * 1_000_000_000 + Int64(status.st_ctim.tv_nsec)
        let version = SharedEntry.Version(
            size: Int(status.st_size),
            changed: changed,
            number: UInt64(status.st_ino)
        )
        return SharedEntry(name: name, kind: kind, version: version)
    }

    func open(_ path: SharedPath) throws -> SharedBytes? {
        let file: Descriptor
        do {
            file = try openFile(path, O_RDONLY)
        } catch let error as POSIXError
            where [.ENOENT, .ELOOP, .ENXIO, .ENOTDIR].contains(error.code)
        {
            return nil
        }
        var status = stat()
        try file.use { try Self.check(fstat($0, &status)) }
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        return SharedBytes(size: Int(status.st_size)) { offset, count in
            try Self.read(file, offset, count)
        }
    }

    private static func read(_ file: Descriptor, _ offset: Int, _ count: Int) throws -> [UInt8] {
        var failure: POSIXError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let start = buffer.baseAddress.map { $0 + filled }
                let got = file.use { pread($0, start, count - filled, off_t(offset + filled)) }
                if got < 0 {
                    if errno == EINTR { continue }
                    failure = lastError()
                    return
                }
                if got == 0 { return }
                filled += got
            }
        }
        if let failure { throw failure }
        return bytes
    }

    // MARK: - Writing

    func makeFolder(_ path: SharedPath) throws {
        try withEntry(path) { folder, name in
            try Self.withName(name) { name in
                let result = folder.use { mkdirat($0, name, 0o700) }
                if result != 0, errno != EEXIST { throw Self.lastError() }
            }
        }
        // Something else may have the name.
        _ = try openFolder(path)
    }

    func create(_ path: SharedPath) throws {
        _ = try openFile(path, O_WRONLY | O_CREAT | O_EXCL)
    }

    func append(_ path: SharedPath, _ bytes: [UInt8]) throws {
        let file = try openFile(path, O_WRONLY | O_APPEND)
        try bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let part = UnsafeRawBufferPointer(rebasing: rest)
                let count = file.use { write($0, part.baseAddress, part.count) }
                if count < 0 {
                    if errno == EINTR { continue }
                    throw Self.lastError()
                }
                rest = rest.dropFirst(count)
            }
        }
    }

    func sync(_ path: SharedPath) throws {
        try openFile(path, O_WRONLY).use { try Self.check(fsync($0)) }
    }

    func syncFolder(_ path: SharedPath) throws {
        guard try openFolder(path).use({ fsync($0) }) != 0 else { return }
        let error = Self.lastError()
        // Shared folders of SMB and VirtualBox can't, and there is no other way to wait.
        guard [.EINVAL, .EOPNOTSUPP, .ENOSYS, .EBADF].contains(error.code) else { throw error }
    }

    func rename(_ path: SharedPath, to name: SharedName) throws {
        try withEntry(path) { folder, old in
            try Self.withName(old) { old in
                try Self.withName(name) { new in
                    try folder.use { try Self.check(renameat($0, old, $0, new)) }
                }
            }
        }
    }

    func remove(_ path: SharedPath) throws {
        try withEntry(path) { folder, name in
            try Self.withName(name) { name in
                let result = folder.use { unlinkat($0, name, 0) }
                if result != 0, errno != ENOENT { throw Self.lastError() }
            }
        }
    }
}
