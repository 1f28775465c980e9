import Foundation
import StateRestoration

/// A file system in memory that can fail, stop and lose power at any operation.
///
/// It is exact about what is durable: a file's content only after `sync`, a name only after
/// `syncDirectory`. Not a general file system: no permissions, no links followed.
public final class InMemoryFileSystem: @unchecked Sendable {
    /// An operation that changes something.
    public struct Operation: Sendable, Equatable {
        /// What is done.
        public enum Kind: String, Sendable {
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
        /// Fail with this code and change nothing.
        case fail(POSIXErrorCode)
        /// Write so many bytes, then fail with this code.
        case cutOff(afterBytes: Int, POSIXErrorCode)
    }

    private final class Inode {
        var bytes: [UInt8]
        var durableBytes: [UInt8] = []
        var kind: FileStatus.Kind
        let number: UInt64
        var modificationDate: Date

        init(_ bytes: [UInt8], kind: FileStatus.Kind, number: UInt64, date: Date) {
            self.bytes = bytes
            self.kind = kind
            self.number = number
            modificationDate = date
        }
    }

    private let lock = NSRecursiveLock()
    private var names: [String: Inode] = [:]
    private var durableNames: [String: Inode] = [:]
    private var inodeCount: UInt64 = 0
    private var log: [Operation] = []
    private var fault: (@Sendable (_ operation: Operation, _ index: Int) -> Fault?)?
    private var lockHolders: [String: Int] = [:]
    private let now: @Sendable () -> Date

    /// Makes an empty file system.
    public init(now: @escaping @Sendable () -> Date = { Date() }) { self.now = now }
}

// MARK: - For tests

extension InMemoryFileSystem {
    /// The changing operations so far, the failed ones too.
    public var operations: [Operation] { lock.withLock { log } }

    /// Forgets the operations so far, and counts from zero again.
    public func resetOperations() { lock.withLock { log = [] } }

    /// Asks the body before each changing operation whether it is to fail; `nil` for no more
    /// faults.
    public func setFault(_ body: (@Sendable (_ operation: Operation, _ index: Int) -> Fault?)?) {
        lock.withLock { fault = body }
    }

    /// The contents of all files, by path: to compare, or to begin another test with.
    public var files: [String: [UInt8]] {
        lock.withLock { names.filter { $0.value.kind == .file }.mapValues(\.bytes) }
    }

    /// The number of the file of this name: another one after an atomic replace.
    public func inode(_ path: String) -> UInt64? { lock.withLock { names[path]?.number } }

    /// Puts a durable file there, or with `nil` takes it away.
    public func setContents(_ path: String, _ bytes: [UInt8]?) {
        lock.withLock {
            guard let bytes else {
                names[path] = nil
                durableNames[path] = nil
                return
            }
            let inode = makeInode(bytes, .file)
            inode.durableBytes = bytes
            names[path] = inode
            durableNames[path] = inode
        }
    }

    /// Puts something that is not a file there.
    public func setKind(_ path: String, _ kind: FileStatus.Kind) {
        lock.withLock { names[path] = makeInode([], kind) }
    }

    /// What a power cut leaves: only what was synced.
    public func losePower() {
        lock.withLock {
            names = durableNames
            for inode in names.values { inode.bytes = inode.durableBytes }
            lockHolders = [:]
        }
    }

    /// A file system for one process on these files; `end` is that process's sudden end.
    public func makeProcess() -> (fileSystem: FileSystem, end: @Sendable () -> Void) {
        let process = Process(
            number: lock.withLock {
                inodeCount += 1
                return Int(inodeCount)
            }
        )
        return (
            fileSystem(of: process),
            { [self] in
                process.end()
                lock.withLock { lockHolders = lockHolders.filter { $0.value != process.number } }
            }
        )
    }

    /// A file system of a process that never ends.
    public var fileSystem: FileSystem { makeProcess().fileSystem }
}

private final class Process: @unchecked Sendable {
    let number: Int
    private let lock = NSLock()
    private var hasEnded = false

    init(number: Int) { self.number = number }

    func end() { lock.withLock { hasEnded = true } }

    func check() throws {
        if lock.withLock({ hasEnded }) { throw POSIXError(.ESRCH) }
    }
}

// MARK: - The operations

extension InMemoryFileSystem {
    private func makeInode(_ bytes: [UInt8], _ kind: FileStatus.Kind) -> Inode {
        inodeCount += 1
        return Inode(bytes, kind: kind, number: inodeCount, date: now())
    }

    private static func parent(_ path: String) -> String {
        (path as NSString).deletingLastPathComponent
    }

    private func fileSystem(of process: Process) -> FileSystem {
        FileSystem(
            status: { [self] path in try reading(process) { status(path) } },
            names: { [self] path in try reading(process) { try list(path) } },
            read: { [self] path, limit in try reading(process) { try read(path, limit) } },
            createDirectory: { [self] path in
                try changing(process, .createDirectory, path) { _ in try makeDirectory(path) }
            },
            create: { [self] path, bytes in
                try changing(process, .create, path, bytes: bytes) { bytes in
                    guard names[path] == nil else { throw POSIXError(.EEXIST) }
                    try checkParent(path)
                    names[path] = makeInode(bytes, .file)
                }
            },
            append: { [self] path, bytes in
                try changing(process, .append, path, bytes: bytes) { bytes in
                    let inode = try file(path)
                    inode.bytes += bytes
                    inode.modificationDate = now()
                }
            },
            sync: { [self] path in
                try changing(process, .sync, path) { _ in
                    let inode = try file(path)
                    inode.durableBytes = inode.bytes
                }
            },
            syncDirectory: { [self] path in
                try changing(process, .syncDirectory, path) { _ in try syncNames(path) }
            },
            rename: { [self] from, to in
                try changing(process, .rename, from, target: to) { _ in try rename(from, to) }
            },
            link: { [self] from, to in
                try changing(process, .link, from, target: to) { _ in
                    guard names[to] == nil else { throw POSIXError(.EEXIST) }
                    try checkParent(to)
                    names[to] = try file(from)
                }
            },
            remove: { [self] path in
                try changing(process, .remove, path) { _ in try remove(path) }
            },
            lock: { [self] path in try reading(process) { takeLock(path, process) } }
        )
    }

    private func reading<Result>(_ process: Process, _ body: () throws -> Result) throws -> Result {
        try process.check()
        return try lock.withLock(body)
    }

    private func changing(
        _ process: Process,
        _ kind: Operation.Kind,
        _ path: String,
        target: String? = nil,
        bytes: [UInt8] = [],
        _ body: (_ bytes: [UInt8]) throws -> Void
    ) throws {
        try process.check()
        try lock.withLock {
            let operation = Operation(
                kind: kind,
                path: path,
                target: target,
                byteCount: bytes.count
            )
            log.append(operation)
            switch fault?(operation, log.count - 1) {
            case nil:
                try body(bytes)
            case .fail(let code):
                throw POSIXError(code)
            case .cutOff(let count, let code):
                try body(Array(bytes.prefix(count)))
                throw POSIXError(code)
            }
        }
    }

    private func status(_ path: String) -> FileStatus? {
        names[path].map { inode in
            FileStatus(
                kind: inode.kind,
                size: inode.bytes.count,
                modificationDate: inode.modificationDate,
                inode: inode.number
            )
        }
    }

    private func list(_ path: String) throws -> [String] {
        guard let inode = names[path] else { throw POSIXError(.ENOENT) }
        guard inode.kind == .directory else { throw POSIXError(.ENOTDIR) }
        return names.keys.filter { InMemoryFileSystem.parent($0) == path && $0 != path }
            .map { ($0 as NSString).lastPathComponent }
    }

    private func file(_ path: String) throws -> Inode {
        guard let inode = names[path] else { throw POSIXError(.ENOENT) }
        switch inode.kind {
        case .file: return inode
        case .directory: throw POSIXError(.EISDIR)
        case .symbolicLink: throw POSIXError(.ELOOP)
        case .other: throw POSIXError(.EINVAL)
        }
    }

    private func read(_ path: String, _ limit: Int) throws -> [UInt8] {
        let bytes = try file(path).bytes
        guard bytes.count <= limit else { throw POSIXError(.EFBIG) }
        return bytes
    }

    private func checkParent(_ path: String) throws {
        guard names[InMemoryFileSystem.parent(path)]?.kind == .directory else {
            throw POSIXError(.ENOENT)
        }
    }

    private func makeDirectory(_ path: String) throws {
        if let inode = names[path] {
            guard inode.kind == .directory else { throw POSIXError(.ENOTDIR) }
            return
        }
        let parent = InMemoryFileSystem.parent(path)
        if parent != path { try makeDirectory(parent) }
        let inode = makeInode([], .directory)
        names[path] = inode
        if path == "/" { durableNames[path] = inode }
    }

    /// Syncing a directory also makes its own name durable, as journaling file systems do.
    private func syncNames(_ path: String) throws {
        guard let directory = names[path], directory.kind == .directory else {
            throw POSIXError(.ENOTDIR)
        }
        durableNames = durableNames.filter { InMemoryFileSystem.parent($0.key) != path }
        for (name, inode) in names where InMemoryFileSystem.parent(name) == path {
            durableNames[name] = inode
        }
        var name = path
        while let inode = names[name] {
            durableNames[name] = inode
            guard name != "/" else { break }
            name = InMemoryFileSystem.parent(name)
        }
    }

    private func rename(_ from: String, _ to: String) throws {
        guard let inode = names[from] else { throw POSIXError(.ENOENT) }
        try checkParent(to)
        if inode.kind == .directory {
            guard names[to] == nil else { throw POSIXError(.ENOTEMPTY) }
            for (name, inode) in names where name.hasPrefix(from + "/") {
                names[to + name.dropFirst(from.count)] = inode
                names[name] = nil
            }
            // The children of a directory go with it, on the disk as well.
            for (name, inode) in durableNames where name.hasPrefix(from + "/") {
                durableNames[to + name.dropFirst(from.count)] = inode
            }
        }
        names[from] = nil
        names[to] = inode
    }

    private func remove(_ path: String) throws {
        guard let inode = names[path] else { throw POSIXError(.ENOENT) }
        if inode.kind == .directory, names.keys.contains(where: { $0.hasPrefix(path + "/") }) {
            throw POSIXError(.ENOTEMPTY)
        }
        names[path] = nil
    }

    private func takeLock(_ path: String, _ process: Process) -> FileLock? {
        guard lockHolders[path] == nil else { return nil }
        lockHolders[path] = process.number
        if names[path] == nil { names[path] = makeInode([], .file) }
        return FileLock { [self] in
            lock.withLock {
                if lockHolders[path] == process.number { lockHolders[path] = nil }
            }
        }
    }
}
