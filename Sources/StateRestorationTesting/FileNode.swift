import Foundation
import StateRestoration

/// A file or directory of an `InMemoryFileSystem`, whatever its names.
final class FileNode {
    /// Bytes that were written and are not certain to be on the disk.
    struct UnsyncedWrite {
        var range: Range<Int>
        /// Whether a sync of it failed. The kernel then takes the bytes for written: they can be
        /// read, and no later sync brings them to the disk.
        var isForgotten = false
    }

    let number: UInt64
    let kind: FileStatus.Kind
    var modificationDate: Date
    /// A file's content, as processes see it.
    private(set) var bytes: [UInt8] = []
    private var unsynced: [UnsyncedWrite] = []
    /// A directory's names, as processes see them.
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
        // What no unsynced write covers is there.
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

    /// Any fate of one write; `random` stands for a part of it, and one in three is whole.
    private static func anyFate(_ random: inout SeededRandomNumberGenerator) -> PowerCut.ContentFate
    {
        let fates: [PowerCut.ContentFate] = [.lost, .kept, .kept, .zeros, .garbage, .random]
        return fates.randomElement(using: &random) ?? .lost
    }
}
