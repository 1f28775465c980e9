import Foundation

/// The features that the state directory's file system lacks.
///
/// The library works around them and notes each once, so that the report can say which guarantees
/// do not hold; see <doc:Guarantees>.
final class FileSystemGaps: @unchecked Sendable {
    enum Gap: CaseIterable, Sendable {
        /// Directories cannot be synced, as in shared folders of VirtualBox.
        case folderSync
        /// There are no locks; a lock on another file system is used instead.
        case locks
        /// A file cannot have two names.
        case hardLinks
        /// Files cannot be renamed across directories: one is a mount point, or in the lower layer
        /// of an overlay.
        case renameAcross
        /// A rename does not replace an existing file.
        case renameOver
        /// Permissions of others cannot be removed, as on vfat.
        case permissions
    }

    private let lock = NSLock()
    private var found: Set<Gap> = []
    private var handler: @Sendable (Gap) -> Void = { _ in }

    /// The gaps found so far.
    var all: Set<Gap> { lock.withLock { found } }

    /// Notes a gap.
    func add(_ gap: Gap) {
        let handler = lock.withLock { found.insert(gap).inserted ? self.handler : nil }
        handler?(gap)
    }

    /// Calls the body once for each gap, including those found before.
    func onFind(_ body: @escaping @Sendable (Gap) -> Void) {
        let known = lock.withLock {
            handler = body
            return found
        }
        for gap in Gap.allCases where known.contains(gap) { body(gap) }
    }
}

extension FileSystemGaps.Gap {
    /// The missing features and their consequences, in sentences for the report.
    var sentences: String {
        switch self {
        case .folderSync:
            "The file system cannot sync folders. What is written is there after a crash of the program; "
                + "a power cut may cost more than the last second."
        case .locks:
            "The file system has no locks. Programs on this machine keep out of each other's way all the "
                + "same; those on others do not."
        case .hardLinks: "The file system has no hard links. Files are copied instead."
        case .renameAcross:
            "A folder of the state directory is on another file system. What is moved there is copied."
        case .renameOver:
            "The file system does not replace a file in one step. A crash in between may leave the new "
                + "one under its temporary name."
        case .permissions:
            "The file system keeps no rights. Others may be able to read what is stored there."
        }
    }
}

extension FileSystem {
    /// The same file system with safe workarounds for missing features.
    func bridging(_ gaps: FileSystemGaps) -> FileSystem {
        let files = self
        var bridged = self
        bridged.syncDirectory = { path in
            do {
                try files.syncDirectory(path)
            } catch let error as POSIXError where error.meansNoFolderSync {
                // No data failed to reach the disk: there is only no way to wait for it.
                gaps.add(.folderSync)
            }
        }
        bridged.lock = { path in
            let lock = try files.lock(path)
            if lock?.isElsewhere == true { gaps.add(.locks) }
            return lock
        }
        bridged.link = { from, to in
            do {
                try files.link(from, to)
            } catch let error as POSIXError where error.meansNoLinks {
                gaps.add(error.code == .EXDEV ? .renameAcross : .hardLinks)
                throw error
            }
        }
        bridged.rename = { from, to in
            do {
                try files.rename(from, to)
            } catch let error as POSIXError where error.code == .EXDEV || error.code == .EBUSY {
                try files.move(from, to, after: error)
                gaps.add(.renameAcross)
            } catch let error as POSIXError where error.code == .EEXIST {
                guard try files.status(from)?.kind == .file, try files.status(to)?.kind == .file
                else { throw error }
                try files.remove(to)
                try files.rename(from, to)
                gaps.add(.renameOver)
            }
        }
        return bridged
    }

    // MARK: - From one file system to another

    /// The maximum depth of copied folders.
    private static let depth = 4

    /// Replaces an impossible rename: first makes a copy, syncs it and gives it the new name
    /// atomically, and only then removes the old file.
    ///
    /// - Throws: The error of the rename when a file cannot be copied; nothing has changed then.
    private func move(_ from: String, _ to: String, after error: POSIXError) throws {
        switch try status(from)?.kind {
        case .file:
            let new = to + ".moved"
            try removeTree(new, FileSystem.depth)
            try copyFile(from, new)
            try rename(new, to)
            try syncParent(of: to)
            try remove(from)
        case .directory where try isCopyable(from, FileSystem.depth):
            if try status(to)?.kind == .directory {
                // The folder itself cannot be replaced, but its content is.
                try createDirectory(to)
                try copyContents(of: to, from: from, FileSystem.depth)
            } else {
                let new = to + ".moved"
                try removeTree(new, FileSystem.depth)
                try createDirectory(new)
                try copyContents(of: new, from: from, FileSystem.depth)
                try rename(new, to)
            }
            try syncParent(of: to)
            try removeTree(from, FileSystem.depth)
        default: throw error
        }
    }

    private func isCopyable(_ folder: String, _ depth: Int) throws -> Bool {
        guard depth > 0 else { return false }
        for name in try names(folder) {
            switch try status(folder + "/" + name)?.kind {
            case .file, nil: continue
            case .directory:
                guard try isCopyable(folder + "/" + name, depth - 1) else { return false }
            case .symbolicLink, .other: return false
            }
        }
        return true
    }

    private func copyContents(of target: String, from source: String, _ depth: Int) throws {
        for name in try names(source) {
            let (from, to) = (source + "/" + name, target + "/" + name)
            switch try status(from)?.kind {
            case .file:
                // Left over from an interrupted attempt.
                if try status(to)?.kind == .file { try remove(to) }
                try copyFile(from, to)
            case .directory:
                guard depth > 0 else { throw POSIXError(.EXDEV) }
                try createDirectory(to)
                try copyContents(of: to, from: from, depth - 1)
            case .symbolicLink, .other, nil: continue
            }
        }
        do {
            try syncDirectory(target)
        } catch let error as POSIXError where error.meansNoFolderSync {}
    }

    private func copyFile(_ from: String, _ to: String) throws {
        try create(to, read(from, StateDirectory.fileSizeLimit))
        try sync(to)
    }

    private func syncParent(of path: String) throws {
        do {
            try syncDirectory((path as NSString).deletingLastPathComponent)
        } catch let error as POSIXError where error.meansNoFolderSync {}
    }

    /// Removes copied files; a folder that cannot be removed because it is a mount point is left
    /// empty.
    private func removeTree(_ path: String, _ depth: Int) throws {
        guard let status = try status(path) else { return }
        guard status.kind == .directory else { return try remove(path) }
        guard depth >= 0 else { return }
        for name in try names(path) { try removeTree(path + "/" + name, depth - 1) }
        do {
            try remove(path)
        } catch let error as POSIXError where error.code == .EBUSY {}
    }
}

extension POSIXError {
    /// Whether a directory sync with this error is unsupported.
    fileprivate var meansNoFolderSync: Bool {
        switch code {
        case .EINVAL, .EOPNOTSUPP, .ENOSYS, .EBADF, .EISDIR: true
        default: false
        }
    }

    /// Whether this error means that files cannot have a second name, here or in another folder.
    var meansNoLinks: Bool {
        switch code {
        case .EPERM, .EMLINK, .EOPNOTSUPP, .ENOSYS, .EXDEV: true
        default: false
        }
    }
}
