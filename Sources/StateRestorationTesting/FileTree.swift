import Foundation
import StateRestoration

/// The names and files of an `InMemoryFileSystem`, and their state on the disk.
struct FileTree {
    /// An atomic change of directories.
    struct NameChange {
        struct Part {
            var directory: FileNode
            var name: String
            var node: FileNode?
        }

        var parts: [Part]
    }

    var root: FileNode
    private var nodeCount: UInt64 = 1
    private let now: @Sendable () -> Date
    /// The name changes that were not synced, oldest first.
    var unsynced: [NameChange] = []

    init(now: @escaping @Sendable () -> Date) {
        self.now = now
        root = FileNode(kind: .directory, number: 0, date: now())
    }
}

// MARK: - Looking

extension FileTree {
    /// The node of a path; `nil` when nothing exists there.
    func node(_ path: String) throws -> FileNode? {
        var node = root
        for name in path.split(separator: "/") {
            guard node.kind == .directory else { throw POSIXError(.ENOTDIR) }
            guard let next = node.entries[String(name)] else { return nil }
            node = next
        }
        return node
    }

    func file(_ path: String) throws -> FileNode {
        guard let node = try node(path) else { throw POSIXError(.ENOENT) }
        switch node.kind {
        case .file: return node
        case .directory: throw POSIXError(.EISDIR)
        case .symbolicLink: throw POSIXError(.ELOOP)
        case .other: throw POSIXError(.EINVAL)
        }
    }

    func directory(_ path: String) throws -> FileNode {
        guard let node = try node(path) else { throw POSIXError(.ENOENT) }
        guard node.kind == .directory else { throw POSIXError(.ENOTDIR) }
        return node
    }

    /// The contents of all files, by path.
    var files: [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        func collect(_ node: FileNode, _ path: String) {
            if node.kind == .file { files[path] = node.bytes }
            for (name, entry) in node.entries { collect(entry, path + "/" + name) }
        }
        collect(root, "")
        return files
    }

    func place(_ path: String) throws -> (directory: FileNode, name: String) {
        let path = path as NSString
        return (try directory(path.deletingLastPathComponent), path.lastPathComponent)
    }
}

// MARK: - Changing

extension FileTree {
    mutating func createDirectory(_ path: String) throws {
        if let node = try node(path) {
            guard node.kind == .directory else { throw POSIXError(.ENOTDIR) }
            return
        }
        try createDirectory((path as NSString).deletingLastPathComponent)
        try make(.directory, path)
    }

    @discardableResult
    mutating func make(_ kind: FileStatus.Kind, _ path: String) throws -> FileNode {
        let (directory, name) = try place(path)
        guard directory.entries[name] == nil else { throw POSIXError(.EEXIST) }
        let node = makeNode(kind)
        change([.init(directory: directory, name: name, node: node)])
        return node
    }

    func append(_ path: String, _ bytes: [UInt8]) throws {
        try file(path).append(bytes, at: now())
    }

    mutating func rename(_ from: String, _ to: String) throws {
        let (source, oldName) = try place(from)
        let (target, newName) = try place(to)
        guard let node = source.entries[oldName] else { throw POSIXError(.ENOENT) }
        if to.hasPrefix(from + "/") { throw POSIXError(.EINVAL) }
        if from.hasPrefix(to + "/") { throw POSIXError(.ENOTEMPTY) }
        if let old = target.entries[newName] {
            // Two names of one file: POSIX keeps both.
            if old === node { return }
            guard (node.kind == .directory) == (old.kind == .directory) else {
                throw POSIXError(old.kind == .directory ? .EISDIR : .ENOTDIR)
            }
            guard old.entries.isEmpty else { throw POSIXError(.ENOTEMPTY) }
        }
        change([
            .init(directory: source, name: oldName, node: nil),
            .init(directory: target, name: newName, node: node),
        ])
    }

    mutating func link(_ from: String, _ to: String) throws {
        guard let node = try node(from) else { throw POSIXError(.ENOENT) }
        let (directory, name) = try place(to)
        guard directory.entries[name] == nil else { throw POSIXError(.EEXIST) }
        guard node.kind != .directory else { throw POSIXError(.EPERM) }
        change([.init(directory: directory, name: name, node: node)])
    }

    mutating func remove(_ path: String) throws {
        guard let node = try node(path) else { throw POSIXError(.ENOENT) }
        guard node.entries.isEmpty else { throw POSIXError(.ENOTEMPTY) }
        let (directory, name) = try place(path)
        change([.init(directory: directory, name: name, node: nil)])
    }

    /// Puts a durable node in place of anything at the path or in the way; with `nil`, removes it.
    mutating func put(_ path: String, _ kind: FileStatus.Kind?, _ bytes: [UInt8] = []) {
        var directory = root
        let names = path.split(separator: "/").map(String.init)
        for name in names.dropLast() {
            if directory.entries[name]?.kind != .directory {
                put(name, in: directory, makeNode(.directory))
            }
            guard let next = directory.entries[name] else { return }
            commit(name, in: directory)
            directory = next
        }
        guard let name = names.last else { return }
        let node = kind.map { makeNode($0) }
        node?.append(bytes, at: now())
        node?.sync()
        put(name, in: directory, node)
    }

    func overwrite(_ path: String, _ bytes: [UInt8]) {
        guard let node = try? node(path), node.kind == .file else { return }
        node.overwrite(bytes, at: now())
    }

    private mutating func put(_ name: String, in directory: FileNode, _ node: FileNode?) {
        directory.entries[name] = node
        commit(name, in: directory)
    }

    private mutating func makeNode(_ kind: FileStatus.Kind) -> FileNode {
        nodeCount += 1
        return FileNode(kind: kind, number: nodeCount, date: now())
    }

    private mutating func change(_ parts: [NameChange.Part]) {
        for part in parts { part.directory.entries[part.name] = part.node }
        unsynced.append(NameChange(parts: parts))
    }
}

/// A file or directory of an `InMemoryFileSystem`, independent of its names.
final class FileNode {
    /// Bytes that were written and may not be on the disk.
    struct UnsyncedWrite {
        var range: Range<Int>
        /// Whether a sync of it failed. The kernel then considers the bytes written: they can be
        /// read, but no later sync writes them to the disk.
        var isForgotten = false
    }

    let number: UInt64
    let kind: FileStatus.Kind
    var modificationDate: Date
    /// A file's content from the view of processes.
    private(set) var bytes: [UInt8] = []
    private var unsynced: [UnsyncedWrite] = []
    /// A directory's names from the view of processes.
    var entries: [String: FileNode] = [:]
    /// A directory's names on the disk.
    var durableEntries: [String: FileNode] = [:]

    init(kind: FileStatus.Kind, number: UInt64, date: Date) {
        self.kind = kind
        self.number = number
        modificationDate = date
    }

    init(copying node: FileNode) {
        kind = node.kind
        number = node.number
        modificationDate = node.modificationDate
        bytes = node.bytes
        unsynced = node.unsynced
    }

    var status: FileStatus {
        FileStatus(
            kind: kind,
            size: bytes.count,
            modificationDate: modificationDate,
            inode: number
        )
    }

    func append(_ more: [UInt8], at date: Date) {
        unsynced.append(UnsyncedWrite(range: bytes.count..<bytes.count + more.count))
        bytes += more
        modificationDate = date
    }

    func overwrite(_ bytes: [UInt8], at date: Date) {
        self.bytes = bytes
        unsynced = []
        modificationDate = date
    }

    func sync() { unsynced.removeAll { !$0.isForgotten } }

    func failSync() {
        for index in unsynced.indices { unsynced[index].isForgotten = true }
    }
}

// MARK: - Power cut

extension FileNode {
    func loseUnsyncedContent(
        _ fate: PowerCut.ContentFate,
        _ random: inout SeededRandomNumberGenerator
    ) {
        let durable = bytes
        var left = [UInt8](repeating: 0, count: bytes.count)
        var length = 0
        func keep(_ range: Range<Int>) {
            guard !range.isEmpty else { return }
            left.replaceSubrange(range, with: durable[range])
            length = max(length, range.upperBound)
        }
        // Bytes without an unsynced write are on the disk.
        var start = 0
        for write in unsynced {
            keep(start..<write.range.lowerBound)
            start = write.range.upperBound
        }
        keep(start..<bytes.count)
        for (index, write) in unsynced.enumerated() {
            let range = write.range
            switch fate == .random ? FileNode.anyFate(&random) : fate {
            case .lost: break
            case .kept: keep(range)
            case .newestOnly where index == unsynced.count - 1: keep(range)
            case .newestOnly, .zeros: length = max(length, range.upperBound)
            case .garbage:
                for place in range { left[place] = UInt8.random(in: 0...255, using: &random) }
                length = max(length, range.upperBound)
            case .random:
                let count = Int.random(in: 0...range.count, using: &random)
                keep(range.prefix(count))
            }
        }
        bytes = Array(left.prefix(length))
        unsynced = []
    }

    /// A random fate of one write; `random` means a part of it, and one in three is complete.
    private static func anyFate(_ random: inout SeededRandomNumberGenerator) -> PowerCut.ContentFate
    {
        let fates: [PowerCut.ContentFate] = [.lost, .kept, .kept, .zeros, .garbage, .random]
        return fates.randomElement(using: &random) ?? .lost
    }
}
