import Foundation

/// Reports when files with certain names are created, written, renamed or removed in a folder, or
/// the folder itself is, for as long as the object lives.
public final class FolderWatch: Sendable {
    // Its functions are thread-safe, although not declared so.
    private nonisolated(unsafe) let source: any DispatchSourceRead

    /// Watches a folder by inotify.
    ///
    /// - Parameters:
    ///   - names: the names of the files; others are ignored.
    ///   - onChange: called on a private queue, at least once after each change.
    /// - Returns: nil if the kernel cannot report changes: on file systems that other computers
    ///   write to, or without a free watch.
    public init?(_ folder: URL, names: Set<String>, onChange: @escaping @Sendable () -> Void) {
        guard Self.isToldOfChanges(folder) else { return nil }
        let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        let events =
            IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_CLOSE_WRITE | IN_MOVE_SELF
            | IN_DELETE_SELF
        guard inotify_add_watch(descriptor, folder.path, UInt32(events)) >= 0 else {
            close(descriptor)
            return nil
        }
        source = DispatchSource.makeReadSource(
            fileDescriptor: descriptor,
            queue: DispatchQueue(label: "HawkNotesModel.watch", qos: .utility)
        )
        source.setEventHandler {
            var buffer = [UInt8](repeating: 0, count: 16384)
            var isOfInterest = false
            while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
                if Self.names(buffer[..<count], of: names) { isOfInterest = true }
            }
            // The callback finds out what has changed.
            if isOfInterest { onChange() }
        }
        source.setCancelHandler { close(descriptor) }
        source.activate()
    }

    deinit { source.cancel() }

    /// Whether any event concerns the folder itself, lost events, or a file with one of these
    /// names; `man 7 inotify` has the layout.
    private static func names(_ events: ArraySlice<UInt8>, of names: Set<String>) -> Bool {
        let headerSize = 16
        let bytes = Array(events)
        var offset = 0
        while offset + headerSize <= bytes.count {
            // In native byte order, little-endian on every supported machine.
            let length = bytes[offset + 12..<offset + headerSize].reversed()
                .reduce(0) { $0 << 8 | Int($1) }
            let end = min(offset + headerSize + length, bytes.count)
            let name = bytes[offset + headerSize..<end].prefix { $0 != 0 }
            if name.isEmpty || names.contains(String(decoding: name, as: UTF8.self)) { return true }
            offset = end
        }
        return false
    }

    /// Whether the kernel sees every change: not those by another computer, or by another program
    /// behind a FUSE file system.
    private static func isToldOfChanges(_ folder: URL) -> Bool {
        guard let type = MountedFileSystem.type(of: folder) else { return true }
        return !MountedFileSystem.isShared(type)
    }
}

/// The mounted file systems.
enum MountedFileSystem {
    /// The type of a folder's file system, also before the folder exists, as `mount` shows it; nil
    /// if the system does not report it.
    ///
    /// Source: `/proc/self/mountinfo`, see `man 5 proc`.
    static func type(of folder: URL) -> String? {
        var status = stat()
        var folder = folder.standardizedFileURL
        while stat(folder.path, &status) != 0 {
            guard errno == ENOENT, folder.path != "/" else { return nil }
            folder.deleteLastPathComponent()
        }
        // Foundation reads only the first page of such a file.
        let file = URL(fileURLWithPath: "/proc/self/mountinfo")
        guard let bytes = try? Disk.read(file, upTo: 16 << 20) else { return nil }
        let table = String(decoding: bytes, as: UTF8.self)
        // Combined as by glibc's `makedev`.
        let number = UInt64(status.st_dev)
        let major = number >> 8 & 0xFFF | number >> 32 & 0xFFFF_F000
        let minor = number & 0xFF | number >> 12 & 0xFFFF_FF00
        let device = "\(major):\(minor)"
        for line in table.split(separator: "\n") {
            let parts = line.split(separator: " ")
            guard parts.count > 2, parts[2] == device, let dash = parts.firstIndex(of: "-"),
                dash + 1 < parts.count
            else { continue }
            return String(parts[dash + 1])
        }
        return nil
    }

    /// Whether other computers or programs may change files there without this kernel's knowledge.
    static func isShared(_ type: String) -> Bool {
        type.hasPrefix("nfs") || type.hasPrefix("fuse") || type.hasPrefix("smb")
            || [
                "cifs", "9p", "virtiofs", "afs", "ceph", "gpfs", "lustre", "ocfs2", "gfs2",
                "vboxsf",
            ]
            .contains(type)
    }
}
