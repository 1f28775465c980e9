import Foundation

/// A file that this device has written, and that is to be in its folder.
package struct OwnFile: Hashable, Sendable {
    package var id: SharedFileID
    /// Its bytes.
    package var size: Int
    /// How many of these are records that still count.
    package var liveSize: Int
    /// Whether it has only one record, as that is long.
    package var isOneRecord: Bool

    package init(id: SharedFileID, size: Int, liveSize: Int, isOneRecord: Bool = false) {
        self.id = id
        self.size = size
        self.liveSize = liveSize
        self.isOneRecord = isOneRecord
    }
}

/// Which of its own files a device writes anew, so that the folder does not grow forever.
///
/// What still counts of them is written as new files, and they are removed when these are on the
/// disk. What is chosen here decides only how much is written and how much room is used: any choice
/// is safe.
package enum Compaction {
    /// With so many files that could be fewer, it is due at once.
    static let mostFiles = 64
    /// Otherwise, so much must be gained.
    static let fewestFiles = 8

    /// The files to write anew; none if nothing is due.
    ///
    /// - Parameter isNewDay: whether a day has passed since the last time.
    package static func files(of own: [OwnFile], isNewDay: Bool) -> [SharedFileID] {
        let small = own.filter(isSmall)
        let stale = own.filter { !isSmall($0) && isStale($0) }
        let isDue =
            small.count >= mostFiles
            || isNewDay && (small.count >= fewestFiles || !stale.isEmpty || isWasteful(own))
        guard isDue else { return [] }
        return (small + stale).map(\.id).sorted()
    }

    /// Whether it could be a part of another file. A full one has no room for a record.
    static func isSmall(_ file: OwnFile) -> Bool {
        !file.isOneRecord && file.size < SharedFileSize.file - 2 * SharedFileSize.record
    }

    /// Whether less than half of it counts.
    static func isStale(_ file: OwnFile) -> Bool { file.liveSize < file.size / 2 }

    /// Whether the files are more than twice as large as what counts, and a file more.
    static func isWasteful(_ own: [OwnFile]) -> Bool {
        let (size, live) = own.reduce((0, 0)) { ($0.0 + $1.size, $0.1 + $1.liveSize) }
        return size > 2 * live + SharedFileSize.file
    }
}
