import Foundation

/// Moving to a folder that may be on another disk.
extension Disk {
    /// Moves an item, also to another file system: there it is copied, synced and renamed before
    /// the original is removed. An interrupted copy leaves the original.
    ///
    /// - Throws: also for a socket or a device that would have to be copied.
    static func move(_ source: URL, to target: URL) throws {
        if Glibc.rename(source.path, target.path) == 0 { return }
        guard FileSystemLimits.liesElsewhere(errno) else {
            throw failure("rename \(source.path)", source)
        }
        let new = URL(fileURLWithPath: target.path + ".new")
        do {
            try copyAny(source, to: new)
            try rename(new, to: target)
            try syncFolder(of: target)
        } catch {
            // The original still exists; an incomplete copy only takes space.
            try? FileManager.default.removeItem(at: new)
            throw error
        }
        try removeAny(source)
    }

    private static func copyAny(_ source: URL, to target: URL) throws {
        var status = stat()
        guard lstat(source.path, &status) == 0 else {
            throw failure("look at \(source.path)", source)
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG:
            try copy(source, to: target)
        case S_IFDIR:
            try makeFolder(target)
            for name in try names(source) {
                try copyAny(
                    source.appendingPathComponent(name),
                    to: target.appendingPathComponent(name)
                )
            }
            try syncFolder(target)
        case S_IFLNK:
            let link = try FileManager.default.destinationOfSymbolicLink(atPath: source.path)
            guard symlink(link, target.path) == 0 else {
                throw failure("write \(target.path)", target)
            }
        case S_IFIFO:
            guard mkfifo(target.path, 0o600) == 0 else {
                throw failure("write \(target.path)", target)
            }
        default:
            errno = EXDEV
            throw failure("rename \(source.path)", source)
        }
    }

    private static func removeAny(_ url: URL) throws {
        if unlink(url.path) == 0 { return }
        guard errno == EISDIR || errno == EPERM else { throw failure("remove \(url.path)", url) }
        for name in try names(url) { try removeAny(url.appendingPathComponent(name)) }
        guard rmdir(url.path) == 0 else { throw failure("remove \(url.path)", url) }
    }
}
