import Foundation

/// The identity and state of a file at a path: equal as long as the file was neither written to nor
/// replaced.
///
/// The log of a database belongs to its file: it has the latest changes.
public struct ImportFileVersion: Hashable, Sendable {
    private let file: FilePart
    private let log: FilePart?

    /// - Returns: nil if there is no file, or it cannot be read.
    init?(path: String) {
        guard let file = FilePart(path: path) else { return nil }
        self.file = file
        log = FilePart(path: ImportFile.log(of: path))
    }

    /// Whether a change after `date` would show in a later version.
    ///
    /// File systems have a resolution of up to two seconds. One without dates shows no change at
    /// all.
    public func showsChanges(after date: Date) -> Bool {
        file.showsChanges(after: date) && log?.showsChanges(after: date) ?? true
    }
}

/// One file of a version.
private struct FilePart: Hashable {
    private let device: UInt64
    private let number: UInt64
    private let size: Int64
    /// In nanoseconds since 1970, if the file system has that resolution.
    private let modified: Int64
    /// The time of the last status change: programs can reset the modification date.
    private let changed: Int64

    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
        size = Int64(status.st_size)
        modified = Self.nanoseconds(status.st_mtim)
        changed = Self.nanoseconds(status.st_ctim)
    }

    func showsChanges(after date: Date) -> Bool {
        let latest = max(modified, changed)
        let now = date.timeIntervalSince1970 * 1e9
        return min(modified, changed) > 0 && Double(latest) + Self.longestStep < now
    }

    /// In nanoseconds, with some reserve.
    private static let longestStep = 3e9

    private static func nanoseconds(_ time: timespec) -> Int64 {
        let seconds = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        return seconds.overflow ? 0 : seconds.partialValue &+ Int64(time.tv_nsec)
    }
}

extension ImportSource {
    /// The state of the file; nil for folders and data in memory.
    public var version: ImportFileVersion? {
        guard case .file(let file) = content, case .disk(let path) = file.content else {
            return nil
        }
        return ImportFileVersion(path: path)
    }
}
