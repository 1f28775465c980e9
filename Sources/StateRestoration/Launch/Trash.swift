import Foundation

/// The last place of files that are no longer offered.
///
/// Removed files are moved to `trash/`. The next launch that completes moves them to
/// `trash/older/`, and the one after that removes them: nothing is removed permanently before two
/// generations have not needed it.
///
/// The files in the trash at launch decide which ones are due. So a launch counts once, however
/// often its work is interrupted and repeated, and files removed in the meantime are not affected
/// yet.
struct Trash: Sendable {
    /// The maximum number of files in the quarantine, and their maximum size in bytes.
    static let quarantineLimit = 100
    private static let quarantineSizeLimit = 256 << 20

    /// The files in the trash at launch.
    var names: Set<String> = []
    /// Those that have been there for a generation.
    var olderNames: Set<String> = []

    func contains(_ id: SceneIdentifier) -> Bool {
        names.contains("\(id).state") || olderNames.contains("\(id).state")
    }

    /// Removes the older files, and moves the others to them.
    func agingJobs(_ directory: StateDirectory) -> [Job] {
        guard !names.isEmpty || !olderNames.isEmpty else { return [] }
        let steps: [Job.Step] = [
            .quick(age), .syncDirectory(directory.olderTrash), .syncDirectory(directory.trash),
        ]
        return [Job(topics: [.trash], steps: steps)]
    }

    private func age(_ directory: StateDirectory) throws {
        try directory.makeFolder(directory.olderTrash)
        for name in olderNames.subtracting(names) {
            let path = directory.olderTrash + "/" + name
            guard try Trash.isFile(path, directory) else { continue }
            try Trash.unlessStuck { try directory.fileSystem.remove(path) }
        }
        for name in names {
            let path = directory.trash + "/" + name
            // Replaces an older file of the same name, which was due.
            try Trash.unlessStuck {
                try directory.rename(path, to: directory.olderTrash + "/" + name)
            }
        }
    }

    /// Whether it is a regular file; anything else is not removed.
    private static func isFile(_ path: String, _ directory: StateDirectory) throws -> Bool {
        try directory.fileSystem.status(path)?.kind == .file
    }

    /// Moves the oldest damaged files to the trash when there are too many, or too large ones.
    static func trimQuarantine(_ directory: StateDirectory) throws {
        guard try directory.fileSystem.status(directory.quarantine) != nil else { return }
        try directory.makeFolder(directory.quarantine)
        // If it cannot be listed, the oldest ones are unknown.
        let names = (try directory.namesUnlessUnreadable(directory.quarantine) ?? [])
            .filter(StateDirectory.isQuarantined)
        var files: [(name: String, status: FileStatus)] = []
        for name in names {
            if let status = try directory.fileSystem.status(directory.quarantine + "/" + name),
                status.kind == .file
            {
                files.append((name, status))
            }
        }
        files.sort { $0.status.modificationDate > $1.status.modificationDate }
        var size = 0
        var isChanged = false
        for (index, file) in files.enumerated() {
            size += file.status.size
            guard index >= quarantineLimit || (index > 0 && size > quarantineSizeLimit) else {
                continue
            }
            isChanged = true
            try directory.makeFolder(directory.trash)
            try unlessStuck {
                try directory.fileSystem.rename(
                    directory.quarantine + "/" + file.name,
                    directory.trash + "/" + file.name
                )
            }
        }
        guard isChanged else { return }
        try directory.fileSystem.syncDirectory(directory.trash)
        try directory.fileSystem.syncDirectory(directory.quarantine)
    }

    /// Ignores a missing file, or a folder in its place: that stays.
    private static func unlessStuck(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as POSIXError where isStuck(error.code) {}
    }

    private static func isStuck(_ code: POSIXErrorCode) -> Bool {
        switch code {
        case .ENOENT, .EISDIR, .ENOTDIR, .ENOTEMPTY, .EEXIST, .EPERM, .EACCES: true
        default: false
        }
    }
}

extension StateDirectory {
    var olderTrash: String { trash + "/older" }
}
