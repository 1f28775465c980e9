import Foundation

/// The status of a path itself; a symbolic link is not followed.
public struct FileStatus: Sendable, Equatable {
    /// The kind of a file.
    public enum Kind: Sendable {
        /// A regular file.
        case file
        /// A directory.
        case directory
        /// A symbolic link, whatever its target.
        case symbolicLink
        /// A device, a pipe, a socket.
        case other
    }
    /// The kind of the file.
    public var kind: Kind
    /// Its size in bytes.
    public var size: Int
    /// When its content last changed.
    public var modificationDate: Date
    /// The number of the file on its file system; changes with an atomic replace.
    public var inode: UInt64
    /// The number of the file's file system.
    public var device: UInt64
    /// The permission bits of its mode; `nil` when there are none.
    public var permissions: Int?

    /// Makes a status.
    public init(
        kind: Kind,
        size: Int,
        modificationDate: Date,
        inode: UInt64,
        device: UInt64 = 0,
        permissions: Int? = nil
    ) {
        self.kind = kind
        self.size = size
        self.modificationDate = modificationDate
        self.inode = inode
        self.device = device
        self.permissions = permissions
    }
}

/// A lock that is released with its holder, even if that is killed.
public final class FileLock: Sendable {
    /// Whether the lock is on another file system than the path, which does not support locks: it
    /// only keeps out programs of this user on this machine.
    public let isElsewhere: Bool
    private let release: @Sendable () -> Void

    /// Makes a lock that the closure releases when the last reference is gone.
    public init(isElsewhere: Bool = false, release: @escaping @Sendable () -> Void) {
        self.isElsewhere = isElsewhere
        self.release = release
    }

    deinit { release() }
}

/// The few file operations that the library needs; a crash can happen between any two.
///
/// A struct of closures rather than a protocol: tests replace single operations. Paths are
/// absolute. No operation follows a symbolic link in the last component; directories are made with
/// mode 0700, files with 0600. Errors are `POSIXError`s.
public struct FileSystem: Sendable {
    /// The status of the path; `nil` when nothing exists there, or can exist.
    public var status: @Sendable (_ path: String) throws -> FileStatus?
    /// The names in a directory, in no particular order.
    public var names: @Sendable (_ directory: String) throws -> [String]
    /// The whole content of a regular file; fails on anything else and on files above `limit`
    /// bytes. Setting it removes `readWithStatus`, which reads the same files.
    public var read: @Sendable (_ path: String, _ limit: Int) throws -> [UInt8] {
        didSet { readWithStatus = nil }
    }
    /// The same, with the status of the open file before it was read; `nil` if only the path's
    /// status is available.
    public var readWithStatus:
        (@Sendable (_ path: String, _ limit: Int) throws -> (bytes: [UInt8], status: FileStatus))?
    /// Makes a directory with its parents. An existing one only gets the right mode, and its
    /// parents are left unchanged.
    public var createDirectory: @Sendable (_ path: String) throws -> Void
    /// Writes a new file; fails when the name exists.
    public var create: @Sendable (_ path: String, _ bytes: [UInt8]) throws -> Void
    /// Appends to an existing file.
    public var append: @Sendable (_ path: String, _ bytes: [UInt8]) throws -> Void
    /// Syncs a file's content to the disk.
    public var sync: @Sendable (_ path: String) throws -> Void
    /// Syncs a directory's names to the disk.
    public var syncDirectory: @Sendable (_ path: String) throws -> Void
    /// Renames a file or directory, atomically replacing a file of that name.
    public var rename: @Sendable (_ from: String, _ to: String) throws -> Void
    /// Gives a file a second name.
    public var link: @Sendable (_ from: String, _ to: String) throws -> Void
    /// Removes a file, a symbolic link or an empty directory.
    public var remove: @Sendable (_ path: String) throws -> Void
    /// Acquires the lock of this name, or returns `nil` when another process has it. Creates a
    /// missing file; fails when it is not a regular file.
    public var lock: @Sendable (_ path: String) throws -> FileLock?
    /// Acquires the lock of a directory itself, or returns `nil` when another process has it.
    public var lockDirectory: @Sendable (_ path: String) throws -> FileLock?
    /// The target of a symbolic link that may be followed, because link and target are the user's
    /// own; `nil` for other links and other files. Only used for the state directory itself.
    public var ownLinkTarget: @Sendable (_ path: String) throws -> String?
    /// The maximum number of concurrent syncs; with one, everything always happens in the same
    /// order.
    public var syncWidth: Int

    /// Makes a file system.
    public init(
        status: @escaping @Sendable (String) throws -> FileStatus?,
        names: @escaping @Sendable (String) throws -> [String],
        read: @escaping @Sendable (String, Int) throws -> [UInt8],
        createDirectory: @escaping @Sendable (String) throws -> Void,
        create: @escaping @Sendable (String, [UInt8]) throws -> Void,
        append: @escaping @Sendable (String, [UInt8]) throws -> Void,
        sync: @escaping @Sendable (String) throws -> Void,
        syncDirectory: @escaping @Sendable (String) throws -> Void,
        rename: @escaping @Sendable (String, String) throws -> Void,
        link: @escaping @Sendable (String, String) throws -> Void,
        remove: @escaping @Sendable (String) throws -> Void,
        lock: @escaping @Sendable (String) throws -> FileLock?,
        lockDirectory: @escaping @Sendable (String) throws -> FileLock?,
        ownLinkTarget: @escaping @Sendable (String) throws -> String? = { _ in nil },
        readWithStatus: (@Sendable (String, Int) throws -> (bytes: [UInt8], status: FileStatus))? =
            nil,
        syncWidth: Int = 1
    ) {
        self.status = status
        self.names = names
        self.read = read
        self.readWithStatus = readWithStatus
        self.createDirectory = createDirectory
        self.create = create
        self.append = append
        self.sync = sync
        self.syncDirectory = syncDirectory
        self.rename = rename
        self.link = link
        self.remove = remove
        self.lock = lock
        self.lockDirectory = lockDirectory
        self.ownLinkTarget = ownLinkTarget
        self.syncWidth = syncWidth
    }
}

extension FileSystem {
    /// The content of a file and its status. That is the status of the open file, or if
    /// unavailable, the status of the path before: if the file was replaced since, later
    /// comparisons notice.
    ///
    /// The status is `nil` when it is unavailable.
    func content(
        _ path: String,
        limit: Int
    ) throws -> (bytes: [UInt8], status: FileStatus?) {
        if let readWithStatus { return try readWithStatus(path, limit) }
        let status: FileStatus?
        do {
            status = try self.status(path)
        } catch {
            // Then the file counts as unknown, and its content is rewritten.
            status = nil
        }
        return (try read(path, limit), status)
    }
}
