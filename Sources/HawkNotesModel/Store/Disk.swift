import Foundation
import LibrarySalvage

/// The file operations around the database, as system calls: Foundation's own neither sync nor set
/// these permissions.
package enum Disk {
    /// The kind of item at a path.
    package enum Status: Equatable {
        case nothing
        /// A regular file and its size in bytes.
        case file(Int64)
        case folder
        /// A pipe, a socket, a device, or a link that leads nowhere.
        case other

        /// The size of a regular file; 0 of anything else.
        var size: Int64 { if case .file(let size) = self { size } else { 0 } }
    }

    package static func status(_ url: URL) throws -> Status {
        var status = stat()
        guard stat(url.path, &status) == 0 else {
            guard errno == ENOENT || errno == ELOOP else {
                throw failure("look at \(url.path)", url)
            }
            return lstat(url.path, &status) == 0 ? .other : .nothing
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .file(Int64(status.st_size))
        case S_IFDIR: return .folder
        default: return .other
        }
    }

    /// A version of a file; it changes when the file is written or replaced.
    struct Version: Hashable, Sendable {
        /// Its inode number.
        var number: Int64
        /// In bytes.
        var size: Int64
        /// Its last status change in nanoseconds since 1970; unlike the modification time, programs
        /// cannot set it.
        var changed: Int64
    }

    /// The device and inode of a file.
    struct Identity: Hashable, Sendable {
        var device: UInt64
        var number: UInt64
    }

    /// The identity of the file at a path; nil if there is none, or the file system does not report
    /// it.
    static func identity(_ url: URL) -> Identity? {
        var status = stat()
        return stat(url.path, &status) == 0 ? Identity(status) : nil
    }

    /// The current version of a file; nil if there is none.
    static func version(of url: URL) throws -> Version? {
        var status = stat()
        if stat(url.path, &status) == 0 { return Version(status) }
        guard errno == ENOENT else { throw failure("look at \(url.path)", url) }
        return nil
    }

    /// When a file was last written; nil if there is none.
    static func modificationDate(of url: URL) throws -> Date? {
        var status = stat()
        guard stat(url.path, &status) == 0 else {
            guard errno == ENOENT else { throw failure("look at \(url.path)", url) }
            return nil
        }
        return Date(timeIntervalSince1970: TimeInterval(status.st_mtim.tv_sec))
    }

    /// The first bytes of a file; fewer if it is shorter.
    static func read(_ url: URL, upTo limit: Int) throws -> Data {
        try withFile(url, O_RDONLY, "read") { descriptor in
            var data = Data()
            var buffer = [UInt8](repeating: 0, count: min(limit, 1 << 20))
            while data.count < limit {
                let wanted = min(buffer.count, limit - data.count)
                let count = Glibc.read(descriptor, &buffer, wanted)
                if count < 0 {
                    if errno == EINTR { continue }
                    throw failure("read \(url.path)", url)
                }
                if count == 0 { break }
                data.append(contentsOf: buffer[..<count])
            }
            return data
        }
    }

    /// The names in a folder; none when there is no folder.
    static func names(_ folder: URL) throws -> [String] {
        guard try status(folder) == .folder else { return [] }
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder.path)
        } catch {
            throw LibraryError(
                .cannotOpen,
                "Could not read the folder \(folder.path).",
                url: folder,
                underlying: error
            )
        }
    }

    /// Creates a folder and its parents for the user alone; existing ones do not change.
    package static func makeFolder(_ url: URL) throws {
        if mkdir(url.path, 0o700) == 0 { return }
        if errno == EEXIST {
            guard try status(url) != .folder else { return }
            errno = ENOTDIR
            throw failure("create the folder \(url.path)", url)
        }
        guard errno == ENOENT, url.path != "/", !url.path.isEmpty else {
            throw failure("create the folder \(url.path)", url)
        }
        try makeFolder(url.deletingLastPathComponent())
        guard mkdir(url.path, 0o700) == 0 || errno == EEXIST else {
            throw failure("create the folder \(url.path)", url)
        }
    }

    /// Writes a small file atomically.
    ///
    /// - Parameter syncs: whether to wait until the file and its name are on the disk.
    package static func replace(_ url: URL, with data: Data, syncs: Bool) throws {
        let new = URL(fileURLWithPath: url.path + ".new")
        try remove(new)
        try withFile(new, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, "write") { descriptor in
            try write(data, to: descriptor, new)
            if syncs, fsync(descriptor) != 0 { throw failure("write \(new.path)", new) }
        }
        try rename(new, to: url)
        if syncs { try syncFolder(of: url) }
    }

    /// Writes to a file unless it has content; creates it if needed.
    static func appendToEmpty(_ url: URL, _ data: Data) throws {
        try withFile(url, O_WRONLY | O_CREAT | O_APPEND, "write") { descriptor in
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { throw failure("look at \(url.path)", url) }
            if status.st_size == 0 { try write(data, to: descriptor, url) }
        }
    }

    /// Copies a file and waits until its content is on the disk. The target must not exist.
    static func copy(
        _ source: URL,
        to target: URL,
        progress: (_ bytes: Int) throws -> Void = { _ in }
    ) throws {
        try withFile(source, O_RDONLY, "read") { from in
            try withFile(target, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, "write") { to in
                var buffer = [UInt8](repeating: 0, count: 1 << 20)
                while true {
                    let count = Glibc.read(from, &buffer, buffer.count)
                    if count < 0 {
                        if errno == EINTR { continue }
                        throw failure("read \(source.path)", source)
                    }
                    if count == 0 { break }
                    try write(Data(buffer[..<count]), to: to, target)
                    try progress(count)
                }
                if fsync(to) != 0 { throw failure("write \(target.path)", target) }
            }
        }
    }

    /// Writes bytes to a file and waits until they are on the disk. The file must not exist.
    static func write(_ bytes: ByteSource, to target: URL) throws {
        try withFile(target, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, "write") { to in
            for offset in stride(from: 0, to: bytes.size, by: 1 << 20) {
                guard let part = bytes.read(offset, 1 << 20) else {
                    throw LibraryError(
                        .cannotOpen,
                        "Could not write \(target.path): the source cannot be read.",
                        url: target
                    )
                }
                try write(Data(part), to: to, target)
            }
            if fsync(to) != 0 { throw failure("write \(target.path)", target) }
        }
    }

    package static func rename(_ source: URL, to target: URL) throws {
        if Glibc.rename(source.path, target.path) != 0 {
            throw failure("rename \(source.path)", source)
        }
    }

    /// Gives a file a new name without ever replacing another one.
    ///
    /// - Returns: whether the name was free.
    static func rename(_ source: URL, toUnused target: URL) throws -> Bool {
        if link(source.path, target.path) == 0 {
            try remove(source)
            return true
        }
        if errno == EEXIST { return false }
        // FAT and some network disks have no links.
        guard try status(target) == .nothing else { return false }
        try rename(source, to: target)
        return true
    }

    /// Makes the next reader of a synced file read it from the disk, as far as the system can.
    static func forgetCachedContent(of url: URL) throws {
        try withFile(url, O_RDONLY, "read") { descriptor in
            _ = posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
        }
    }

    /// Removes a file; does nothing when there is none.
    package static func remove(_ url: URL) throws {
        if unlink(url.path) != 0, errno != ENOENT {
            throw failure("remove \(url.path)", url)
        }
    }

    /// Waits until a file's content is on the disk.
    package static func sync(_ url: URL) throws {
        try withFile(url, O_RDONLY, "sync") { descriptor in
            if fsync(descriptor) != 0 { throw failure("write \(url.path)", url) }
        }
    }

    /// Waits until the names in a file's folder are on the disk.
    package static func syncFolder(of url: URL) throws {
        try syncFolder(url.deletingLastPathComponent())
    }

    /// Waits until the names in a folder are on the disk, if its file system supports that.
    static func syncFolder(_ folder: URL) throws {
        try withFile(folder, O_RDONLY, "sync") { descriptor in
            if fsync(descriptor) != 0, !FileSystemLimits.leavesFoldersUnsynced(errno) {
                throw failure("write \(folder.path)", folder)
            }
        }
    }

    /// Waits until everything written so far is on the disks: faster than syncing many files one by
    /// one.
    package static func syncEverything() { Glibc.sync() }

    /// The free space in bytes on the disk of a folder, or of its nearest existing parent.
    static func freeSpace(at folder: URL) throws -> Int64 {
        var folder = folder
        while try status(folder) == .nothing, folder.path != "/" {
            folder = folder.deletingLastPathComponent()
        }
        var information = statvfs()
        guard statvfs(folder.path, &information) == 0 else {
            throw failure("look at \(folder.path)", folder)
        }
        return Int64(clamping: UInt64(information.f_bavail) &* UInt64(information.f_frsize))
    }

    /// The error for a system call that has just failed.
    static func failure(_ doing: String, _ url: URL) -> LibraryError {
        let number = errno
        let code: LibraryError.Code =
            switch number {
            case ENOSPC, EDQUOT: .diskFull
            case EROFS, EACCES, EPERM: .readOnly
            default: .cannotOpen
            }
        return LibraryError(
            code,
            "Could not \(doing): \(String(cString: strerror(number))).",
            url: url,
            underlying: POSIXErrorCode(rawValue: number).map { POSIXError($0) }
        )
    }
}

extension Disk.Identity {
    init(_ status: stat) {
        device = UInt64(status.st_dev)
        number = UInt64(status.st_ino)
    }
}

extension Disk.Version {
    init(_ status: stat) {
        number = Int64(truncatingIfNeeded: status.st_ino)
        size = Int64(status.st_size)
        changed = Int64(status.st_ctim.tv_sec) * 1_000_000_000 + Int64(status.st_ctim.tv_nsec)
    }
}

extension Disk {
    private static func withFile<Result>(
        _ url: URL,
        _ flags: Int32,
        _ doing: String,
        _ body: (Int32) throws -> Result
    ) throws -> Result {
        // Not blocking: there may be a pipe.
        let descriptor = open(url.path, flags | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { throw failure("\(doing) \(url.path)", url) }
        defer { close(descriptor) }
        return try body(descriptor)
    }

    private static func write(_ data: Data, to descriptor: Int32, _ url: URL) throws {
        var rest = data[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                throw failure("write \(url.path)", url)
            }
            rest = rest.dropFirst(count)
        }
    }
}
