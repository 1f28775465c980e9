import Foundation

/// What a path names, itself and not what a symbolic link points to.
public struct FileStatus: Sendable, Equatable {
    /// What kind of thing it is.
    public enum Kind: Sendable {
        /// A regular file.
        case file
        /// A directory.
        case directory
        /// A symbolic link, wherever it leads.
        case symbolicLink
        /// A device, a pipe, a socket.
        case other
    }
    /// What kind of thing it is.
    public var kind: Kind
    /// Its size in bytes.
    public var size: Int
    /// When its content last changed.
    public var modificationDate: Date
    /// Its number on the file system: another one after an atomic replace.
    public var inode: UInt64
    /// The number of the file system that it is on.
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

/// A lock that ends with its holder, be it released or killed.
public final class FileLock: Sendable {
    /// Whether the lock is on another file system than that of the path, which has none: it keeps out
    /// the programs of this user on this machine, and no others.
    public let isElsewhere: Bool
    private let release: @Sendable () -> Void

    /// Makes a lock that is given back by the closure when the last reference goes.
    public init(isElsewhere: Bool = false, release: @escaping @Sendable () -> Void) {
        self.isElsewhere = isElsewhere
        self.release = release
    }

    deinit { release() }
}

/// The few file operations that the library needs, each one a step a crash can fall behind.
///
/// A struct of closures rather than a protocol: tests replace single operations. Paths are
/// absolute. No operation follows a symbolic link in the last component; directories are made with
/// mode 0700, files with 0600. Errors are `POSIXError`s.
public struct FileSystem: Sendable {
    /// What the path names; `nil` when there is nothing, nor can be.
    public var status: @Sendable (_ path: String) throws -> FileStatus?
    /// The names in a directory, in no particular order.
    public var names: @Sendable (_ directory: String) throws -> [String]
    /// The whole content of a regular file; fails on anything else and on files above `limit`
    /// bytes. Setting it removes `readWithStatus`, which reads the same files.
    public var read: @Sendable (_ path: String, _ limit: Int) throws -> [UInt8] {
        didSet { readWithStatus = nil }
    }
    /// The same, with the status of the very file that is read, as it was before; `nil` where only the path
    /// can be asked for it.
    public var readWithStatus:
        (@Sendable (_ path: String, _ limit: Int) throws -> (bytes: [UInt8], status: FileStatus))?
    /// Makes a directory with its parents; one that is there only gets the right mode, and those above
    /// it stay as they are.
    public var createDirectory: @Sendable (_ path: String) throws -> Void
    /// Writes a new file; fails when the name is taken.
    public var create: @Sendable (_ path: String, _ bytes: [UInt8]) throws -> Void
    /// Adds to the end of a file that is there.
    public var append: @Sendable (_ path: String, _ bytes: [UInt8]) throws -> Void
    /// Brings a file's content to the disk.
    public var sync: @Sendable (_ path: String) throws -> Void
    /// Brings a directory's names to the disk.
    public var syncDirectory: @Sendable (_ path: String) throws -> Void
    /// Gives a file or directory another name, replacing a file of that name in one step.
    public var rename: @Sendable (_ from: String, _ to: String) throws -> Void
    /// Gives a file a second name.
    public var link: @Sendable (_ from: String, _ to: String) throws -> Void
    /// Removes a name: a file's, a symbolic link's, or an empty directory's.
    public var remove: @Sendable (_ path: String) throws -> Void
    /// Takes the lock of this name, or returns `nil` when another process has it. Makes the file when
    /// there is nothing; fails when it is anything but a regular file.
    public var lock: @Sendable (_ path: String) throws -> FileLock?
    /// Takes the lock of a directory itself, or returns `nil` when another process has it.
    public var lockDirectory: @Sendable (_ path: String) throws -> FileLock?
    /// The folder to which a symbolic link leads that may be followed, because link and folder are the
    /// user's own; `nil` for any other link, and for what is none. Only asked about the state directory
    /// itself.
    public var ownLinkTarget: @Sendable (_ path: String) throws -> String?
    /// How many syncs may be underway at once; with one, everything is done in the same order each
    /// time.
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
    /// The content of a file and its status, which is that of the file read or, where only the path can be
    /// asked, of the one that had the path before: if it is another one by then, later comparisons say so.
    ///
    /// The status is `nil` when it cannot be asked for.
    func content(
        _ path: String,
        limit: Int
    ) throws -> (bytes: [UInt8], status: FileStatus?) {
        if let readWithStatus { return try readWithStatus(path, limit) }
        let status: FileStatus?
        do {
            status = try self.status(path)
        } catch {
            // Then the file counts as unknown, and what it holds is written anew.
            status = nil
        }
        return (try read(path, limit), status)
    }
}
