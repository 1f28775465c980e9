import Foundation

/// How names are taken and given up, whatever stands there: what is not a file, where one should be,
/// is nobody's to remove, and set aside.
extension StateDirectory {
    /// Removes a file; does nothing when it is not there.
    func removeIfPresent(_ path: String) throws {
        guard let status = try fileSystem.status(path) else { return }
        guard status.kind == .file else { return try setAside(path) }
        do {
            try fileSystem.remove(path)
        } catch let error as POSIXError where error.code == .ENOENT {}
    }

    /// Writes a new file in place of whatever has this name.
    func createAnew(_ path: String, _ bytes: [UInt8]) throws {
        do {
            try fileSystem.create(path, bytes)
        } catch let error as POSIXError where error.code == .EEXIST {
            try removeIfPresent(path)
            try fileSystem.create(path, bytes)
        }
    }

    /// Gives a file another name, in place of the file that has it.
    func rename(_ from: String, to path: String) throws {
        if let status = try fileSystem.status(path), status.kind != .file { try setAside(path) }
        try fileSystem.rename(from, path)
    }

    /// Replaces a file in one step and brings it to the disk.
    ///
    /// - Parameter name: The name that the new file has until then; `nil` for the usual one.
    func replace(_ path: String, with bytes: [UInt8], by name: String? = nil) throws {
        let new = name ?? StateDirectory.replacement(of: path)
        do {
            try createAnew(new, bytes)
            try fileSystem.sync(new)
        } catch {
            // On a full disk half of it may be there. Where it cannot be removed either, the next attempt
            // replaces it.
            try? removeIfPresent(new)
            throw error
        }
        try rename(new, to: path)
        try fileSystem.syncDirectory((path as NSString).deletingLastPathComponent)
    }

    /// The same in steps, so that the syncs do not hold up what is quick.
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

    /// Gives a file a second name, or where the file system cannot, makes a copy.
    func linkOrCopy(_ from: String, _ to: String) throws {
        do {
            try fileSystem.link(from, to)
        } catch let error as POSIXError where error.meansNoLinks {
            try fileSystem.create(to, try fileSystem.read(from, StateDirectory.fileSizeLimit))
            try fileSystem.sync(to)
        }
    }

    /// Gives a file a second name, in place of whatever file has it.
    func replaceWithLink(_ from: String, _ to: String) throws {
        do {
            try linkOrCopy(from, to)
        } catch let error as POSIXError where error.code == .EEXIST {
            if try fileSystem.status(from)?.inode == fileSystem.status(to)?.inode { return }
            try removeIfPresent(to)
            try linkOrCopy(from, to)
        }
    }

    /// The names in a directory; none when there is no directory.
    func namesIfPresent(_ directory: String) throws -> [String] {
        do {
            return try fileSystem.names(directory)
        } catch let error as POSIXError where error.code == .ENOENT {
            return []
        }
    }
    /// The same; `nil` when the directory cannot be read, and that is not likely to pass: what would be
    /// done with what is in it is then not done, and is no reason to go on trying.
    func namesUnlessUnreadable(_ directory: String) throws -> [String]? {
        do {
            return try namesIfPresent(directory)
        } catch let error as POSIXError where !StateFileProblem(error).isPassing {
            return nil
        }
    }
}
