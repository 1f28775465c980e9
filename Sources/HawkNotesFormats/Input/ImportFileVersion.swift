import Foundation

/// Which file lies at a path, and in which state it is: equal as long as nothing has been written to it, and
/// nothing else has taken its place.
public struct ImportFileVersion: Hashable, Sendable {
    private let device: UInt64
    private let number: UInt64
    private let size: Int64
    /// In nanoseconds since 1970, where the file system counts so.
    private let modified: Int64
    /// The same of the last change of any kind: programs can set the date of modification back.
    private let changed: Int64

    /// - Returns: nil where there is no file, or it cannot be asked.
    fileprivate init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
        size = Int64(status.st_size)
        modified = Self.nanoseconds(status.st_mtim)
        changed = Self.nanoseconds(status.st_ctim)
    }

    /// Whether a change after `date` would be seen in a later version.
    ///
    /// File systems count in steps of up to two seconds. One that has no dates shows no change at all.
    public func showsChanges(after date: Date) -> Bool {
        let latest = max(modified, changed)
        let now = date.timeIntervalSince1970 * 1e9
        return min(modified, changed) > 0 && Double(latest) + Self.longestStep < now
    }

    /// In nanoseconds, with some room.
    private static let longestStep = 3e9

    private static func nanoseconds(_ time: timespec) -> Int64 {
        let seconds = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        return seconds.overflow ? 0 : seconds.partialValue &+ Int64(time.tv_nsec)
    }
}

extension ImportSource {
    /// The state of the file; nil for folders, and for what is in memory.
    public var version: ImportFileVersion? {
        guard case .file(let file) = content, case .disk(let path) = file.content else {
            return nil
        }
        return ImportFileVersion(path: path)
    }
}
