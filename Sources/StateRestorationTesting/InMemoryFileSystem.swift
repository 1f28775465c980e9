import Foundation
import StateRestoration

/// A file system in memory that can fail, stop and lose power at any operation.
///
/// It is exact about what is on the disk: a file's content only after `sync`, a name only after
/// `syncDirectory`; `losePower(_:)` decides about the rest. Not a general file system: no
/// permissions, no links followed.
public final class InMemoryFileSystem: @unchecked Sendable {
    /// An operation that changes something.
    public struct Operation: Sendable, Equatable {
        /// What is done.
        public enum Kind: String, Sendable, CaseIterable {
            /// A directory is made.
            case createDirectory
            /// A file is made, with its first content.
            case create
            /// Bytes are added to a file.
            case append
            /// A file's content is brought to the disk.
            case sync
            /// A directory's names are brought to the disk.
            case syncDirectory
            /// Something gets another name.
            case rename
            /// A file gets a second name.
            case link
            /// A name is removed.
            case remove
        }
        /// What is done.
        public var kind: Kind
        /// To what.
        public var path: String
        /// The second name of a rename or a link.
        public var target: String?
        /// How many bytes are written.
        public var byteCount: Int
    }

    /// What to do with an operation instead of carrying it out.
    public enum Fault: Sendable {
        /// Fail with this code and change nothing. A file whose sync fails keeps what it has, and
        /// no later sync brings it to the disk: so does the kernel.
        case fail(POSIXErrorCode)
        /// Write so many bytes, then fail with this code.
        case cutOff(afterBytes: Int, POSIXErrorCode)
    }

    /// How the listing of a directory fails.
    public struct ListingFault: Sendable {
        /// How many entries are found before; with fewer in the directory the listing does not fail.
        public var afterEntries: Int
        /// The error.
        public var code: POSIXErrorCode

        /// Makes a fault.
        public init(afterEntries: Int = 0, _ code: POSIXErrorCode = .EIO) {
            self.afterEntries = afterEntries
            self.code = code
        }
    }

    /// Recursive, as a fault may look at the files.
    private let lock = NSRecursiveLock()
    private var tree: FileTree
    private var log: [Operation] = []
    private var fault: (@Sendable (_ operation: Operation, _ index: Int) -> Fault?)?
    private var listingFault: (@Sendable (_ path: String, _ index: Int) -> ListingFault?)?
    private var listings: [String] = []
    private var processCount = 0
    /// The numbers of the processes that hold locks, by the number of the file: one that gets another
    /// name, or loses it, stays locked.
    private var lockHolders: [UInt64: Int] = [:]

    /// Makes an empty file system.
    public init(now: @escaping @Sendable () -> Date = { Date() }) { tree = FileTree(now: now) }

    private init(tree: FileTree) { self.tree = tree }
}

// MARK: - For tests

extension InMemoryFileSystem {
    /// The changing operations so far, the failed ones too.
    public var operations: [Operation] { lock.withLock { log } }

    /// Forgets the operations so far, and counts from zero again.
    public func resetOperations() { lock.withLock { log = [] } }

    /// Asks the body before each changing operation whether it is to fail; `nil` for no more
    /// faults.
    ///
    /// The body may look at the files, and copy them: they are as the operation finds them.
    public func setFault(_ body: (@Sendable (_ operation: Operation, _ index: Int) -> Fault?)?) {
        lock.withLock { fault = body }
    }

    /// Asks the body before each listing of a directory whether it is to fail; `nil` for no more
    /// faults. Counts from zero again.
    public func setListingFault(
        _ body: (@Sendable (_ path: String, _ index: Int) -> ListingFault?)?
    ) {
        lock.withLock {
            listingFault = body
            listings = []
        }
    }

    /// The directories that were listed since the last `setListingFault(_:)`, in this order.
    public var listedDirectories: [String] { lock.withLock { listings } }

    /// The contents of all files, by path: to compare, or to begin another test with.
    public var files: [String: [UInt8]] { lock.withLock { tree.files } }

    /// The number of the file of this name: another one after an atomic replace.
    public func inode(_ path: String) -> UInt64? {
        lock.withLock { (try? tree.node(path))?.number }
    }

    /// What has this name; `nil` when nothing has.
    public func kind(_ path: String) -> FileStatus.Kind? {
        lock.withLock { (try? tree.node(path))?.kind }
    }

    /// Puts a durable file there, with the directories above it, or with `nil` takes it away.
    public func setContents(_ path: String, _ bytes: [UInt8]?) {
        lock.withLock { tree.put(path, bytes == nil ? nil : .file, bytes ?? []) }
    }

    /// Gives a file another content, durable, in place: its number stays. Does nothing when there is none.
    public func overwrite(_ path: String, _ bytes: [UInt8]) {
        lock.withLock { tree.overwrite(path, bytes) }
    }

    /// Puts something that is not a file there.
    public func setKind(_ path: String, _ kind: FileStatus.Kind) {
        lock.withLock { tree.put(path, kind) }
    }

    /// What a power cut leaves. Ends no process: one that goes on works on what is left.
    public func losePower(_ cut: PowerCut = .losingEverythingUnsynced) {
        lock.withLock {
            tree.losePower(cut)
            lockHolders = [:]
        }
    }

    /// The same files once more, with what of them is on the disk, and without processes and
    /// faults: what would be found if every process ended now.
    public func copy() -> InMemoryFileSystem {
        lock.withLock { InMemoryFileSystem(tree: tree.copy()) }
    }

    /// A file system for one process on these files; `end` is that process's sudden end.
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

/// A process on the files; its operations fail from its end on. Guarded by the files' lock.
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
