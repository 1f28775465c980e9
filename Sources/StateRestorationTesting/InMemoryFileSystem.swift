import Foundation
import StateRestoration

/// A file system in memory that can fail, stop or lose power at any operation.
///
/// It models the disk exactly: a file's content is only on it after `sync`, a name only after
/// `syncDirectory`; `losePower(_:)` decides about the rest. Not a general file system: it has no
/// permissions and follows no links.
public final class InMemoryFileSystem: @unchecked Sendable {
    /// A changing operation.
    public struct Operation: Sendable, Equatable {
        /// The kind of an operation.
        public enum Kind: String, Sendable, CaseIterable {
            /// A directory is made.
            case createDirectory
            /// A file is created, with its first content.
            case create
            /// Bytes are appended to a file.
            case append
            /// A file's content is synced to the disk.
            case sync
            /// A directory's names are synced to the disk.
            case syncDirectory
            /// A file or directory is renamed.
            case rename
            /// A file gets a second name.
            case link
            /// A name is removed.
            case remove
        }
        /// The kind of the operation.
        public var kind: Kind
        /// The path that it changes.
        public var path: String
        /// The second name of a rename or a link.
        public var target: String?
        /// The number of written bytes.
        public var byteCount: Int
    }

    /// A failure that replaces an operation.
    public enum Fault: Sendable {
        /// Fail with this code and change nothing. A file whose sync fails keeps its content, but
        /// no later sync writes it to the disk, as in the kernel.
        case fail(POSIXErrorCode)
        /// Write this many bytes, then fail with this code.
        case cutOff(afterBytes: Int, POSIXErrorCode)
    }

    /// The failure of a directory listing.
    public struct ListingFault: Sendable {
        /// The number of entries found before the failure; a listing of a directory with fewer
        /// succeeds.
        public var afterEntries: Int
        /// The error.
        public var code: POSIXErrorCode

        /// Makes a fault.
        public init(afterEntries: Int = 0, _ code: POSIXErrorCode = .EIO) {
            self.afterEntries = afterEntries
            self.code = code
        }
    }

    /// Recursive, because a fault may look at the files.
    private let lock = NSRecursiveLock()
    private var tree: FileTree
    private var log: [Operation] = []
    private var fault: (@Sendable (_ operation: Operation, _ index: Int) -> Fault?)?
    private var listingFault: (@Sendable (_ path: String, _ index: Int) -> ListingFault?)?
    private var listings: [String] = []
    private var processCount = 0
    /// The numbers of the processes that hold locks, by the number of the file: a file that is
    /// renamed or removed stays locked.
    private var lockHolders: [UInt64: Int] = [:]

    /// Makes an empty file system.
    public init(now: @escaping @Sendable () -> Date = { Date() }) { tree = FileTree(now: now) }

    private init(tree: FileTree) { self.tree = tree }
}

// MARK: - For tests

extension InMemoryFileSystem {
    /// The changing operations so far, including failed ones.
    public var operations: [Operation] { lock.withLock { log } }

    /// Clears the list of operations, and restarts the count at zero.
    public func resetOperations() { lock.withLock { log = [] } }

    /// Calls the body before each changing operation to decide whether it fails; `nil` ends the
    /// faults.
    ///
    /// The body may look at the files, and copy them: they are in the state before the operation.
    public func setFault(_ body: (@Sendable (_ operation: Operation, _ index: Int) -> Fault?)?) {
        lock.withLock { fault = body }
    }

    /// Calls the body before each directory listing to decide whether it fails; `nil` ends the
    /// faults. Restarts the count at zero.
    public func setListingFault(
        _ body: (@Sendable (_ path: String, _ index: Int) -> ListingFault?)?
    ) {
        lock.withLock {
            listingFault = body
            listings = []
        }
    }

    /// The directories listed since the last `setListingFault(_:)`, in order.
    public var listedDirectories: [String] { lock.withLock { listings } }

    /// The contents of all files, by path: to compare, or to start another test with.
    public var files: [String: [UInt8]] { lock.withLock { tree.files } }

    /// The number of the file of this name; changes with an atomic replace.
    public func inode(_ path: String) -> UInt64? {
        lock.withLock { (try? tree.node(path))?.number }
    }

    /// The kind of the file of this name; `nil` when it does not exist.
    public func kind(_ path: String) -> FileStatus.Kind? {
        lock.withLock { (try? tree.node(path))?.kind }
    }

    /// Writes a durable file, with the directories above it; with `nil`, removes it.
    public func setContents(_ path: String, _ bytes: [UInt8]?) {
        lock.withLock { tree.put(path, bytes == nil ? nil : .file, bytes ?? []) }
    }

    /// Durably overwrites a file in place, so that its number stays. Does nothing when it does not
    /// exist.
    public func overwrite(_ path: String, _ bytes: [UInt8]) {
        lock.withLock { tree.overwrite(path, bytes) }
    }

    /// Puts something other than a regular file at the path.
    public func setKind(_ path: String, _ kind: FileStatus.Kind) {
        lock.withLock { tree.put(path, kind) }
    }

    /// Keeps only what a power cut leaves. Ends no process: one that continues works on the rest.
    public func losePower(_ cut: PowerCut = .losingEverythingUnsynced) {
        lock.withLock {
            tree.losePower(cut)
            lockHolders = [:]
        }
    }

    /// A copy of the files, including their state on the disk, without processes and faults: the
    /// state that remains if every process ends now.
    public func copy() -> InMemoryFileSystem {
        lock.withLock { InMemoryFileSystem(tree: tree.copy()) }
    }

    /// A file system for one process on these files; `end` kills that process.
    public func makeProcess() -> (fileSystem: FileSystem, end: @Sendable () -> Void) {
        let process = lock.withLock {
            processCount += 1
            return FileProcess(number: processCount)
        }
        return (
            fileSystem(of: process),
            { [self] in
                lock.withLock {
                    process.hasEnded = true
                    lockHolders = lockHolders.filter { $0.value != process.number }
                }
            }
        )
    }

    /// A file system of a process that never ends.
    public var fileSystem: FileSystem { makeProcess().fileSystem }
}

/// A process on the files; its operations fail after its end. Guarded by the files' lock.
private final class FileProcess: @unchecked Sendable {
    let number: Int
    var hasEnded = false

    init(number: Int) { self.number = number }

    func check() throws {
        if hasEnded { throw POSIXError(.ESRCH) }
    }
}

// MARK: - The operations

extension InMemoryFileSystem {
    private func fileSystem(of process: FileProcess) -> FileSystem {
        FileSystem(
            status: { [self] path in
                try reading(process) { tree in
                    do {
                        return try tree.node(path)?.status
                    } catch let error as POSIXError where error.code == .ENOTDIR {
                        return nil
                    }
                }
            },
            names: { [self] path in try list(path, process) },
            read: { [self] path, limit in
                try reading(process) { try read(path, limit, in: $0).bytes }
            },
            createDirectory: { [self] path in
                try changing(process, .createDirectory, path) { tree, _ in
                    try tree.createDirectory(path)
                }
            },
            create: { [self] path, bytes in
                try changing(process, .create, path, bytes: bytes) { tree, bytes in
                    try tree.make(.file, path)
                    try tree.append(path, bytes)
                }
            },
            append: { [self] path, bytes in
                try changing(process, .append, path, bytes: bytes) { try $0.append(path, $1) }
            },
            sync: { [self] path in
                try changing(process, .sync, path) { tree, _ in try tree.file(path).sync() }
            },
            syncDirectory: { [self] path in
                try changing(process, .syncDirectory, path) { tree, _ in
                    try tree.syncDirectory(path)
                }
            },
            rename: { [self] from, to in
                try changing(process, .rename, from, target: to) { tree, _ in
                    try tree.rename(from, to)
                }
            },
            link: { [self] from, to in
                try changing(process, .link, from, target: to) { tree, _ in
                    try tree.link(from, to)
                }
            },
            remove: { [self] path in
                try changing(process, .remove, path) { tree, _ in try tree.remove(path) }
            },
            lock: { [self] path in
                try acquireLock(path, process) { tree in
                    if try tree.node(path) == nil { try tree.make(.file, path) }
                    _ = try tree.file(path)
                }
            },
            lockDirectory: { [self] path in
                try acquireLock(path, process) { _ = try $0.directory(path) }
            },
            readWithStatus: { [self] path, limit in
                try reading(process) { try read(path, limit, in: $0) }
            }
        )
    }

    private func reading<Result>(
        _ process: FileProcess,
        _ body: (FileTree) throws -> Result
    ) throws -> Result {
        try lock.withLock {
            try process.check()
            return try body(tree)
        }
    }

    private func read(
        _ path: String,
        _ limit: Int,
        in tree: FileTree
    ) throws -> (bytes: [UInt8], status: FileStatus) {
        let file = try tree.file(path)
        guard file.bytes.count <= limit else { throw POSIXError(.EFBIG) }
        return (file.bytes, file.status)
    }

    private func list(_ path: String, _ process: FileProcess) throws -> [String] {
        try reading(process) { tree in
            let fault = listingFault?(path, listings.count)
            listings.append(path)
            let names = Array(try tree.directory(path).entries.keys)
            if let fault, names.count >= fault.afterEntries { throw POSIXError(fault.code) }
            return names
        }
    }

    private func changing(
        _ process: FileProcess,
        _ kind: Operation.Kind,
        _ path: String,
        target: String? = nil,
        bytes: [UInt8] = [],
        _ body: (_ tree: inout FileTree, _ bytes: [UInt8]) throws -> Void
    ) throws {
        try lock.withLock {
            try process.check()
            let operation = Operation(
                kind: kind,
                path: path,
                target: target,
                byteCount: bytes.count
            )
            let fault = fault?(operation, log.count)
            log.append(operation)
            switch fault {
            case nil:
                try body(&tree, bytes)
            case .fail(let code):
                if kind == .sync { try tree.file(path).failSync() }
                throw POSIXError(code)
            case .cutOff(let count, let code):
                try body(&tree, Array(bytes.prefix(count)))
                throw POSIXError(code)
            }
        }
    }

    private func acquireLock(
        _ path: String,
        _ process: FileProcess,
        _ prepare: (_ tree: inout FileTree) throws -> Void
    ) throws -> FileLock? {
        try lock.withLock {
            try process.check()
            try prepare(&tree)
            guard let file = try tree.node(path)?.number, lockHolders[file] == nil else {
                return nil
            }
            lockHolders[file] = process.number
            return FileLock { [self] in
                lock.withLock {
                    if lockHolders[file] == process.number { lockHolders[file] = nil }
                }
            }
        }
    }
}
