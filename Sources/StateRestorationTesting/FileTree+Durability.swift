import Foundation

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
