import Foundation

/// Tells when files of some names are made, written, renamed or removed in a folder, or the folder itself is,
/// for as long as it lives.
public final class FolderWatch: Sendable {
    // Its functions may be called from any thread; it is only not declared so.
    private nonisolated(unsafe) let source: any DispatchSourceRead

    /// Watches a folder by inotify.
    ///
    /// - Parameters:
    ///   - names: of the files; others are not told of.
    ///   - onChange: called on a queue of its own, at least once after each change.
    /// - Returns: nil where the kernel cannot tell: on file systems that others write to as well, or where
    ///   no watch is left.
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
            // What has changed is found out by looking.
            if isOfInterest { onChange() }
        }
        source.setCancelHandler { close(descriptor) }
        source.activate()
    }

    deinit { source.cancel() }

    /// Whether any of the events is about the folder itself, about events that were lost, or about a file of
    /// these names; `man 7 inotify` has their layout.
    private static func names(_ events: ArraySlice<UInt8>, of names: Set<String>) -> Bool {
        let headerSize = 16
        let bytes = Array(events)
        var offset = 0
        while offset + headerSize <= bytes.count {
            // In the order of the machine's bytes, the lowest first on each that runs this program.
            let length = bytes[offset + 12..<offset + headerSize].reversed()
                .reduce(0) { $0 << 8 | Int($1) }
            let end = min(offset + headerSize + length, bytes.count)
            let name = bytes[offset + headerSize..<end].prefix { $0 != 0 }
            if name.isEmpty || names.contains(String(decoding: name, as: UTF8.self)) { return true }
            offset = end
        }
        return false
    }

    /// Whether the kernel sees every change: not those that another computer makes, or another program
    /// behind a file system in user space.
    private static func isToldOfChanges(_ folder: URL) -> Bool {
        guard let type = MountedFileSystem.type(of: folder) else { return true }
        return !MountedFileSystem.isShared(type)
    }
}

/// The file systems that are mounted.
enum MountedFileSystem {
    /// The name of the kind of file system that a folder is on, or will be when it is made, as `mount` shows it;
    /// nil where the system does not tell.
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
        // As glibc's `makedev` puts the two together.
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

    /// Whether other computers, or other programs, may change files there without this kernel's knowledge.
    static func isShared(_ type: String) -> Bool {
        type.hasPrefix("nfs") || type.hasPrefix("fuse") || type.hasPrefix("smb")
            || [
                "cifs", "9p", "virtiofs", "afs", "ceph", "gpfs", "lustre", "ocfs2", "gfs2",
                "vboxsf",
            ]
            .contains(type)
    }
}
