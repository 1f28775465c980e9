import Foundation

/// The effect of a power cut on unsynced changes.
///
/// File systems guarantee little about it, and differ. A write may be on the disk in full, in part
/// or not at all. The file may have its new length, with zeros or the disk's former content in
/// place of the bytes. Later changes may be on the disk without earlier ones, such as a rename
/// without the content of the renamed file. The model only guarantees what is certain:
/// - synced changes are on the disk;
/// - a rename is on the disk or is not, unless one of its two directories was synced and the other
///   not;
/// - of several changes of the same name, a later one is not on the disk without the earlier ones.
///
/// ```swift
/// for cut in PowerCut.extremes + (0..<10).map(PowerCut.random) {
///     let disk = files.copy()
///     disk.losePower(cut)
///     …
/// }
/// ```
public struct PowerCut: Sendable, Hashable {
    /// The fate of name changes: files created, renamed, linked, removed.
    public enum NameFate: String, Sendable {
        /// None of them is on the disk.
        case lost
        /// All of them are on the disk.
        case kept
        /// Only the last one is on the disk, with earlier ones of the same name.
        case newestOnly
        /// Each one is on the disk or not, at random.
        case random
    }

    /// The fate of written content.
    public enum ContentFate: String, Sendable {
        /// None of it is on the disk; a new file is empty.
        case lost
        /// All of it is on the disk.
        case kept
        /// The files have their length, filled with zeros.
        case zeros
        /// The files have their length, filled with the disk's former content.
        case garbage
        /// Only the last write to each file is on the disk, with zeros in place of the others.
        case newestOnly
        /// Each write is on the disk, or in part, or not, or replaced by zeros or garbage, at
        /// random.
        case random
    }

    /// The fate of name changes.
    public var names: NameFate
    /// The fate of written content.
    public var contents: ContentFate
    /// The seed of the random choices; equal seeds make equal choices.
    public var seed: UInt64

    /// Makes a power cut.
    public init(names: NameFate, contents: ContentFate, seed: UInt64 = 0) {
        self.names = names
        self.contents = contents
        self.seed = seed
    }

    /// Only keeps synced changes: the usual case when the power fails soon.
    public static let losingEverythingUnsynced = PowerCut(names: .lost, contents: .lost)
    /// Keeps everything: the usual case when the power fails late.
    public static let keepingEverything = PowerCut(names: .kept, contents: .kept)
    /// Keeps the names and not the contents: empty files, as after a rename without a sync.
    public static let emptyingFiles = PowerCut(names: .kept, contents: .lost)

    /// The deterministic power cuts, each the worst for some mistake.
    public static let extremes = [
        losingEverythingUnsynced, keepingEverything, emptyingFiles,
        PowerCut(names: .kept, contents: .zeros),
        PowerCut(names: .kept, contents: .garbage),
        PowerCut(names: .lost, contents: .kept),
        PowerCut(names: .newestOnly, contents: .newestOnly),
    ]

    /// A random mixture of all fates; the same one for the same seed.
    public static func random(seed: UInt64) -> PowerCut {
        PowerCut(names: .random, contents: .random, seed: seed)
    }
}

extension PowerCut: CustomStringConvertible {
    /// The fates, and the seed if it matters.
    public var description: String {
        let isRandom = names == .random || contents == .random
        return "names \(names), contents \(contents)" + (isRandom ? ", seed \(seed)" : "")
    }
}

// MARK: - On the disk

// The state of the tree on the disk.

extension FileTree {
    /// Syncs a directory's names to the disk, and its own, as journaling file systems do.
    mutating func syncDirectory(_ path: String) throws {
        let synced = try directory(path)
        var names = Set(synced.entries.keys).union(synced.durableEntries.keys)
        // Also files that were created and removed since.
        for part in unsynced.flatMap(\.parts) where part.directory === synced {
            names.insert(part.name)
        }
        for name in names { commit(name, in: synced) }
        var path = path as NSString
        while path.length > 1 {
            let (parent, name) = try place(path as String)
            commit(name, in: parent)
            path = path.deletingLastPathComponent as NSString
        }
    }

    /// A rename within one directory is always synced completely.
    mutating func commit(_ name: String, in directory: FileNode) {
        directory.durableEntries[name] = directory.entries[name]
        var others: Set<String> = []
        for index in unsynced.indices {
            let parts = unsynced[index].parts
            guard parts.contains(where: { $0.directory === directory && $0.name == name }) else {
                continue
            }
            let rest = parts.filter { $0.directory !== directory || $0.name != name }
            others.formUnion(rest.filter { $0.directory === directory }.map(\.name))
            unsynced[index].parts = rest
        }
        unsynced.removeAll { $0.parts.isEmpty }
        for other in others { commit(other, in: directory) }
    }

    mutating func losePower(_ cut: PowerCut) {
        var random = SeededRandomNumberGenerator(seed: cut.seed)
        for change in survivors(cut.names, &random) {
            for part in change.parts { part.directory.durableEntries[part.name] = part.node }
        }
        unsynced = []
        for node in allNodes() {
            node.entries = node.durableEntries
            if node.kind == .file { node.loseUnsyncedContent(cut.contents, &random) }
        }
    }

    private func survivors(
        _ fate: PowerCut.NameFate,
        _ random: inout SeededRandomNumberGenerator
    ) -> [NameChange] {
        var survivors: [NameChange] = []
        for (index, change) in unsynced.enumerated().reversed() {
            let isThere =
                switch fate {
                case .lost: false
                case .kept: true
                case .newestOnly: index == unsynced.count - 1
                case .random: Bool.random(using: &random)
                }
            // A directory entry has no later state without the earlier ones.
            let isNeeded = survivors.contains { later in
                later.parts.contains { part in
                    change.parts.contains {
                        $0.directory === part.directory && $0.name == part.name
                    }
                }
            }
            if isThere || isNeeded { survivors.append(change) }
        }
        return survivors.reversed()
    }

    /// All nodes that are reachable, or could be after a power cut, in a deterministic order.
    private func allNodes() -> [FileNode] {
        var seen: Set<UInt64> = []
        var nodes: [FileNode] = []
        var waiting = [root]
        waiting += unsynced.flatMap(\.parts).flatMap { [$0.directory, $0.node].compactMap { $0 } }
        while let node = waiting.popLast() {
            guard seen.insert(node.number).inserted else { continue }
            nodes.append(node)
            waiting += node.entries.values
            waiting += node.durableEntries.values
        }
        return nodes.sorted { $0.number < $1.number }
    }

    /// A deep copy of the tree.
    func copy() -> FileTree {
        let nodes = allNodes()
        let copies = Dictionary(
            uniqueKeysWithValues: nodes.map { ($0.number, FileNode(copying: $0)) }
        )
        func copy(_ node: FileNode) -> FileNode { copies[node.number] ?? node }
        for node in nodes {
            copy(node).entries = node.entries.mapValues(copy)
            copy(node).durableEntries = node.durableEntries.mapValues(copy)
        }
        var tree = self
        tree.root = copy(root)
        for index in tree.unsynced.indices {
            for place in tree.unsynced[index].parts.indices {
                let part = tree.unsynced[index].parts[place]
                tree.unsynced[index].parts[place].directory = copy(part.directory)
                tree.unsynced[index].parts[place].node = part.node.map(copy)
            }
        }
        return tree
    }
}

/// Random numbers that are equal for equal seeds, so that a failed test fails again.
///
/// SplitMix64, by Steele, Lea and Flood.
public struct SeededRandomNumberGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Makes the generator of a seed; any number is valid.
    public init(seed: UInt64) { state = seed }

    /// The next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var result = state
        result = (result ^ (result >> 30)) &* 0xBF58_476D_1CE4_E5B9
        result = (result ^ (result >> 27)) &* 0x94D0_49BB_1331_11EB
        return result ^ (result >> 31)
    }
}
