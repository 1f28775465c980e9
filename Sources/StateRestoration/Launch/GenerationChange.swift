import Foundation

/// What happens to the files of the last run when the restore is declared complete.
///
/// The windows' files get a second name in `previous-session/`. As each window's first write of
/// this run makes a new file, what was there at launch stays as it was, and costs no bytes.
struct GenerationChange: Sendable {
    /// The windows' files that make up the previous session.
    var launchFiles: [SceneIdentifier: String] = [:]
    /// The windows that go on in this run.
    var restored: Set<SceneIdentifier> = []
    /// Files of interrupted replacements which have no use any more.
    var leftovers: [SceneIdentifier: [String]] = [:]
    /// The windows of the last run that become closed ones.
    var closed: Set<SceneIdentifier> = []
    /// Whether the last run was cut short, so that what it had written may not be on the disk.
    var mayBeUnsynced = false
    private let launchFileSync = LaunchFileSync()
    /// Whether there is so little in the windows that the previous session stays the one before.
    var isBare = false
    var damaged: [LoadedSession.Damaged] = []
    var closedMeanwhile: [String] = []
    var trash = Trash()

    /// Does what must come before the first write of a window, and is quick.
    func prepare(_ directory: StateDirectory) throws {
        try LaunchMarker.markRestored(in: directory)
        try makeFolders(directory)
    }

    /// Carries it out. May be interrupted anywhere, and repeated: no step takes away what a later
    /// one needs.
    func run(_ directory: StateDirectory) throws {
        try makeFolders(directory)
        if mayBeUnsynced { try syncLaunchFiles(directory) }
        try quarantine(directory)
        if !launchFiles.isEmpty { try keepPreviousSession(directory) }
        try settleReplacements(directory)
        if mayBeUnsynced || !closedMeanwhile.isEmpty {
            // The names of the closed windows, before what they replace goes.
            try directory.fileSystem.syncDirectory(directory.closed)
        }
        for path in closedMeanwhile { try directory.removeIfPresent(path) }
        if !closed.isEmpty {
            for id in closed { try keepAsClosed(id, directory) }
            try directory.fileSystem.syncDirectory(directory.closed)
            for id in closed { try removeWindow(id, directory) }
        }
        try directory.fileSystem.syncDirectory(directory.windows)
        try trash.age(directory)
        try Trash.takeFromQuarantine(directory)
        do {
            try directory.fileSystem.sync(directory.running)
        } catch let error as POSIXError where error.code == .ENOENT {
            // There was no room for it.
        }
        try directory.fileSystem.syncDirectory(directory.path)
    }

    private func makeFolders(_ directory: StateDirectory) throws {
        for folder in [directory.windows, directory.closed] { try directory.makeFolder(folder) }
    }

    /// What was typed before a kill is to outlive a power cut in this run.
    private func syncLaunchFiles(_ directory: StateDirectory) throws {
        for path in launchFiles.values { try launchFileSync.sync(path, directory) }
    }

    private func quarantine(_ directory: StateDirectory) throws {
        guard !damaged.isEmpty else { return }
        try directory.makeFolder(directory.quarantine)
        for file in damaged {
            do {
                if file.isMoved {
                    let isTaken = try directory.fileSystem.status(file.quarantinePath) != nil
                    try directory.fileSystem.rename(
                        file.path,
                        // Two files that cannot be read have the same name there.
                        isTaken ? directory.unusedName(file.quarantinePath) : file.quarantinePath
                    )
                } else {
                    try directory.linkOrCopy(file.path, file.quarantinePath)
                }
            } catch let error as POSIXError where error.code == .EEXIST || error.code == .ENOENT {
                // It was set aside by a launch before this one.
            }
        }
        try directory.fileSystem.syncDirectory(directory.quarantine)
    }

    /// Gives the files that were still being replaced when the last run ended their name.
    private func settleReplacements(_ directory: StateDirectory) throws {
        for id in restored {
            let path = directory.window(id)
            if let launchFile = launchFiles[id], launchFile.hasSuffix(".new") {
                do {
                    try settle(launchFile, as: path, directory)
                } catch let error as POSIXError where error.code == .ENOENT {
                    // An earlier attempt got as far as this.
                }
            }
            for leftover in leftovers[id] ?? [] { try directory.removeIfPresent(leftover) }
        }
    }

    /// Gives a replacement that was left over a window's name.
    ///
    /// Its content is written anew: that it has no name yet may be due to a failed sync, and no later
    /// one brings to the disk what it has missed, whatever it says.
    private func settle(
        _ replacement: String,
        as path: String,
        _ directory: StateDirectory
    ) throws {
        let limit = StateDirectory.fileSizeLimit
        let bytes = try directory.fileSystem.read(replacement, limit)
        // The number after its own is free: the loader sees to it.
        let name = (replacement as NSString).lastPathComponent
        let number = StateDirectory.replacementNumber(fileName: name) ?? 0
        let copy = StateDirectory.replacement(of: path, number: number + 1)
        do {
            try directory.replace(path, with: bytes, by: copy)
            try directory.removeIfPresent(replacement)
        } catch let error as POSIXError where error.code == .ENOSPC || error.code == .EDQUOT {
            try directory.removeIfPresent(copy)
            try directory.fileSystem.sync(replacement)
            try directory.fileSystem.rename(replacement, path)
        }
    }

    /// Puts a window that this run does not open among the closed ones.
    private func keepAsClosed(_ id: SceneIdentifier, _ directory: StateDirectory) throws {
        let target = directory.closedWindow(id)
        guard let path = launchFiles[id], try directory.fileSystem.status(path) != nil else {
            return
        }
        if path.hasSuffix(".new") {
            try settle(path, as: target, directory)
        } else if path.hasPrefix(directory.windows + "/") {
            try directory.fileSystem.sync(path)
            try directory.replaceWithLink(path, target)
        } else if try directory.fileSystem.status(target) == nil {
            try directory.linkOrCopy(path, target)
        }
    }

    private func removeWindow(_ id: SceneIdentifier, _ directory: StateDirectory) throws {
        for path in leftovers[id] ?? [] { try directory.removeIfPresent(path) }
        if let path = launchFiles[id], path.hasPrefix(directory.windows + "/") {
            try directory.removeIfPresent(path)
        }
        try directory.removeIfPresent(directory.window(id))
    }
}

// MARK: - The previous session

extension GenerationChange {
    private func keepPreviousSession(_ directory: StateDirectory) throws {
        let new = StateDirectory.replacement(of: directory.previousSession)
        try directory.clearAway(new)
        // After an interruption that came late everything is in its place.
        if try isKept(directory) { return }
        if isBare, !SessionLoader.isBare(directory.previousSession, of: directory) { return }
        try directory.makeFolder(new)
        for (id, path) in launchFiles { try keep(path, as: new + "/\(id).state", directory) }
        try keep(directory.session, as: new + "/session.json", directory)
        try directory.fileSystem.syncDirectory(new)
        try retirePreviousSession(directory)
        try directory.fileSystem.rename(new, directory.previousSession)
        try directory.fileSystem.syncDirectory(directory.path)
    }

    private func keep(_ path: String, as copy: String, _ directory: StateDirectory) throws {
        do {
            try directory.linkOrCopy(path, copy)
        } catch let error as POSIXError where error.code == .ENOENT {
            // Somebody else took it away since the launch.
        }
    }

    /// Whether the previous session is the launch-time one already, and not one in which there were
    /// other windows besides, or in another order.
    private func isKept(_ directory: StateDirectory) throws -> Bool {
        let folder = directory.previousSession
        // Nothing but what came from there, because the windows' own files are lost.
        if launchFiles.values.allSatisfy({ $0.hasPrefix(folder + "/") }) { return true }
        let names = try directory.namesIfPresent(folder).compactMap(StateDirectory.window)
        return try names.allSatisfy { launchFiles[$0] != nil }
            && launchFiles.allSatisfy { id, path in
                try isKept(path, as: folder + "/\(id).state", directory)
            }
            && isKept(directory.session, as: folder + "/session.json", directory)
    }

    /// Whether a launch-time file already has its second name.
    private func isKept(
        _ path: String,
        as copyPath: String,
        _ directory: StateDirectory
    ) throws -> Bool {
        // Only a later step takes it away.
        guard let original = try directory.fileSystem.status(path) else { return true }
        guard let copy = try directory.fileSystem.status(copyPath) else { return false }
        if copy.inode == original.inode { return true }
        // A file system without links has copies instead.
        let limit = StateDirectory.fileSizeLimit
        guard copy.kind == .file, copy.size == original.size else { return false }
        return try directory.fileSystem.read(copyPath, limit)
            == directory.fileSystem.read(path, limit)
    }

    /// The generation before goes to the trash, and the oldest one there is removed.
    ///
    /// Repeating it takes away no more: each step is only taken when the next one needs the room.
    private func retirePreviousSession(_ directory: StateDirectory) throws {
        guard try directory.fileSystem.status(directory.previousSession) != nil else { return }
        try directory.makeFolder(directory.trash)
        let generations = (1...2).map { directory.trash + "/previous-session-\($0)" }
        if try directory.fileSystem.status(generations[0]) != nil {
            try directory.clearAway(generations[1])
            try directory.fileSystem.rename(generations[0], generations[1])
        }
        try directory.fileSystem.rename(directory.previousSession, generations[0])
        try directory.fileSystem.syncDirectory(directory.trash)
    }
}
