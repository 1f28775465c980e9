import Foundation

/// The names in a state directory, and the few compound operations on them.
///
/// ```
/// lock                     held while the application runs
/// running.json             exists while it runs; left over after an unclean end
/// session.json             order of the windows, closed ones; a hint, rebuilt when missing
/// application.state        the values of the application itself
/// windows/<id>.state       one per open window
/// closed/<id>.state        windows that can be reopened
/// workspaces/<id>/         windows of a closed workspace, and its index
/// history/                 earlier states: one per file, and objects/ with their contents
/// previous-session/        the state at the last launch, unchangeable
/// quarantine/              damaged files
/// trash/                   files that are no longer offered, for two more launches
/// ```
struct StateDirectory: Sendable {
    static let fileSizeLimit = 512 << 20

    let path: String
    let fileSystem: FileSystem
    /// The features that the file system lacks.
    var gaps = FileSystemGaps()
    /// The minimum size, in bytes, of a file whose first changes after a launch go to a
    /// continuation file; rewriting a shorter file takes no longer.
    var smallestContinued = 128 * 1024

    var lock: String { path + "/lock" }
    var running: String { path + "/running.json" }
    var session: String { path + "/session.json" }
    var windows: String { path + "/windows" }
    var closed: String { path + "/closed" }
    var previousSession: String { path + "/previous-session" }
    var quarantine: String { path + "/quarantine" }
    var trash: String { path + "/trash" }

    /// The file of an open window, or of the application itself.
    func window(_ id: SceneIdentifier) -> String { folder(of: id) + "/\(id).state" }
    /// The folder of that file.
    func folder(of id: SceneIdentifier) -> String { id == .application ? path : windows }
    func closedWindow(_ id: SceneIdentifier) -> String { closed + "/\(id).state" }

    func url(_ path: String) -> URL { URL(fileURLWithPath: path) }
}

extension StateDirectory {
    /// The name of a file's replacement while it is written.
    static func replacement(of path: String) -> String { path + ".new" }

    /// The name of the file that will replace a window's, one per number.
    ///
    /// The number is that of its first record, and higher than that of any such file that existed
    /// at launch, and of its copy: those of an interrupted run are about to be removed.
    static func replacement(of path: String, number: Int) -> String { "\(path).\(number).new" }

    /// The window of a file name or of a replacement's name; `nil` for other names.
    static func window(fileName: String) -> SceneIdentifier? {
        // The most common form, and the quickest to recognize among thousands.
        if fileName.hasSuffix(".state") { return SceneIdentifier(String(fileName.dropLast(6))) }
        let parts = fileName.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count >= 2, parts[1] == "state" else { return nil }
        guard parts.count == 2 || replacementNumber(fileName: fileName) != nil else { return nil }
        return SceneIdentifier(String(parts[0]))
    }

    /// The number in the name of a window's replacement; `nil` for other names.
    static func replacementNumber(fileName: String) -> Int? {
        let parts = fileName.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[3] == "new", let number = Int(parts[2]),
            (0..<Int.max / 2).contains(number)
        else { return nil }
        return number
    }

    /// The name of a damaged file in the quarantine; equal contents have equal names.
    func quarantineName(of path: String, _ bytes: [UInt8]?) -> String {
        let name = (path as NSString).lastPathComponent
        var suffix: [UInt8] = []
        Checksum.appendHex(
            (bytes ?? []).withUnsafeBufferPointer(Checksum.crc32),
            to: &suffix
        )
        return quarantine + "/" + name + "." + String(decoding: suffix, as: UTF8.self)
    }
}

// MARK: - Names

/// Creates, renames and removes files. Anything that is not a regular file is set aside, never
/// removed.
extension StateDirectory {
    /// Removes a file; does nothing when it does not exist.
    func removeIfPresent(_ path: String) throws {
        guard let status = try fileSystem.status(path) else { return }
        guard status.kind == .file else { return try setAside(path) }
        do {
            try fileSystem.remove(path)
        } catch let error as POSIXError where error.code == .ENOENT {}
    }

    /// Writes a new file in place of any file of this name.
    func createAnew(_ path: String, _ bytes: [UInt8]) throws {
        do {
            try fileSystem.create(path, bytes)
        } catch let error as POSIXError where error.code == .EEXIST {
            try removeIfPresent(path)
            try fileSystem.create(path, bytes)
        }
    }

    /// Renames a file, replacing any file of that name.
    func rename(_ from: String, to path: String) throws {
        if let status = try fileSystem.status(path), status.kind != .file { try setAside(path) }
        try fileSystem.rename(from, path)
    }

    /// Replaces a file atomically and syncs it.
    ///
    /// - Parameter name: The temporary name of the new file; `nil` for the usual one.
    func replace(_ path: String, with bytes: [UInt8], by name: String? = nil) throws {
        let new = name ?? StateDirectory.replacement(of: path)
        do {
            try createAnew(new, bytes)
            try fileSystem.sync(new)
        } catch {
            // On a full disk, half of it may exist. If it cannot be removed either, the next
            // attempt replaces it.
            try? removeIfPresent(new)
            throw error
        }
        try rename(new, to: path)
        try fileSystem.syncDirectory((path as NSString).deletingLastPathComponent)
    }

    /// The same in steps, so that syncs do not delay quick work.
    static func replacing(
        _ path: String,
        with bytes: @escaping @Sendable () -> [UInt8]
    ) -> [Job.Step] {
        let new = replacement(of: path)
        let folder = (path as NSString).deletingLastPathComponent
        return [
            .quick { directory in
                try directory.makeFolder(folder)
                try directory.createAnew(new, bytes())
            },
            .slow { try $0.fileSystem.sync(new) },
            .quick { try $0.rename(new, to: path) },
            .syncDirectory(folder),
        ]
    }

    /// Gives a file a second name, or copies it if the file system cannot.
    func linkOrCopy(_ from: String, _ to: String) throws {
        do {
            try fileSystem.link(from, to)
        } catch let error as POSIXError where error.meansNoLinks {
            try fileSystem.create(to, try fileSystem.read(from, StateDirectory.fileSizeLimit))
            try fileSystem.sync(to)
        }
    }

    /// Gives a file a second name, replacing any file of that name.
    func replaceWithLink(_ from: String, _ to: String) throws {
        do {
            try linkOrCopy(from, to)
        } catch let error as POSIXError where error.code == .EEXIST {
            if try fileSystem.status(from)?.inode == fileSystem.status(to)?.inode { return }
            try removeIfPresent(to)
            try linkOrCopy(from, to)
        }
    }

    /// The names in a directory; none when it does not exist.
    func namesIfPresent(_ directory: String) throws -> [String] {
        do {
            return try fileSystem.names(directory)
        } catch let error as POSIXError where error.code == .ENOENT {
            return []
        }
    }
    /// The same; `nil` when the directory cannot be read, and that is likely to last: work on its
    /// content is then skipped, and not retried.
    func namesUnlessUnreadable(_ directory: String) throws -> [String]? {
        do {
            return try namesIfPresent(directory)
        } catch let error as POSIXError where !StateFileProblem(error).isPassing {
            return nil
        }
    }
}
