import Foundation

/// What a power cut makes of everything that was not synced.
///
/// File systems promise little about it, and differ: a write may be there in full, in part or not
/// at all; the file may have its new length, with zeros or with what the disk held before where
/// the bytes should be; and what was done later may be there without what was done earlier, a
/// rename without the content of the file it renames, for one. Only this is certain, and what the
/// model keeps to:
/// - what was synced is there;
/// - a rename is there or is not, unless one of its two directories was synced and the other not;
/// - of the changes of one and the same name a later one is not there without the earlier ones.
///
/// ```swift
/// for cut in PowerCut.extremes + (0..<10).map(PowerCut.random) {
///     let disk = files.copy()
///     disk.losePower(cut)
///     …
/// }
/// ```
public struct PowerCut: Sendable, Hashable {
    /// What becomes of the changes of names: files made, renamed, linked, removed.
    public enum NameFate: String, Sendable {
        /// None of them is there.
        case lost
        /// All of them are there.
        case kept
        /// Only the last one is there, with those before it that are about the same name.
        case newestOnly
        /// Each one is there or not.
        case random
    }

    /// What becomes of what was written to files.
    public enum ContentFate: String, Sendable {
        /// Nothing of it is there; a new file is empty.
        case lost
        /// All of it is there.
        case kept
        /// The files have their length, and zeros in it.
        case zeros
        /// The files have their length, and in it what the disk held there before.
        case garbage
        /// Only the last write to each file is there, with zeros where the others should be.
        case newestOnly
        /// Each write by itself is there, or in part, or not, or zeros, or garbage.
        case random
    }

    /// What becomes of the changes of names.
    public var names: NameFate
    /// What becomes of what was written.
    public var contents: ContentFate
    /// Where the random choices begin; the same number makes the same ones.
    public var seed: UInt64

    /// Makes a power cut.
    public init(names: NameFate, contents: ContentFate, seed: UInt64 = 0) {
        self.names = names
        self.contents = contents
        self.seed = seed
    }

    /// Leaves only what was synced: the usual case when the power fails soon.
    public static let losingEverythingUnsynced = PowerCut(names: .lost, contents: .lost)
    /// Leaves everything: the usual case when the power fails late.
    public static let keepingEverything = PowerCut(names: .kept, contents: .kept)
    /// Leaves the names and not the contents: files of no length, as after a rename
    /// without a sync.
    public static let emptyingFiles = PowerCut(names: .kept, contents: .lost)

    /// The power cuts without chance, each the worst for some mistake.
    public static let extremes = [
        losingEverythingUnsynced, keepingEverything, emptyingFiles,
        PowerCut(names: .kept, contents: .zeros),
        PowerCut(names: .kept, contents: .garbage),
        PowerCut(names: .lost, contents: .kept),
        PowerCut(names: .newestOnly, contents: .newestOnly),
    ]

    /// A mixture of everything that can happen; the same one for the same seed.
    public static func random(seed: UInt64) -> PowerCut {
        PowerCut(names: .random, contents: .random, seed: seed)
    }
}

extension PowerCut: CustomStringConvertible {
    /// The fates, and the seed where it matters.
    public var description: String {
        let isRandom = names == .random || contents == .random
        return "names \(names), contents \(contents)" + (isRandom ? ", seed \(seed)" : "")
    }
}

// MARK: - On the disk

// What of the tree is on the disk.

extension FileTree {
    /// Brings a directory's names to the disk, and its own, as journaling file systems do.
    mutating func syncDirectory(_ path: String) throws {
        let synced = try directory(path)
        var names = Set(synced.entries.keys).union(synced.durableEntries.keys)
        // Also those that came and went again meanwhile.
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

    /// A rename within one directory cannot be brought to the disk by halves.
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
            // An entry of a directory has no later state without the earlier ones.
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

    /// All nodes that can be reached, or could be after a power cut, in an order that is the same
    /// each time.
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

    /// Another tree of the same state, which shares nothing with this one.
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

/// Random numbers that are the same for the same seed, so that a test that failed fails again.
///
/// SplitMix64, by Steele, Lea and Flood.
public struct SeededRandomNumberGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Makes the generator of a seed; every number is one.
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
