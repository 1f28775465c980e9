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
    /// Whether the launch-time windows become closed ones, because the run began afresh.
    var startsAfresh = false
    var damaged: [LoadedSession.Damaged] = []
    var closedMeanwhile: [String] = []

    /// Makes the folders that the first write of a window needs.
    func makeFolders(_ directory: StateDirectory) throws {
        for folder in [directory.windows, directory.closed] {
            try makeFolder(folder, in: directory)
        }
    }

    /// Carries it out. May be interrupted anywhere, and repeated: no step takes away what a later
    /// one needs.
    func run(_ directory: StateDirectory) throws {
        try makeFolders(directory)
        try quarantine(directory)
        if !launchFiles.isEmpty { try keepPreviousSession(directory) }
        try settleReplacements(directory)
        for path in closedMeanwhile { try directory.removeIfPresent(path) }
        if startsAfresh {
            for id in launchFiles.keys { try closeWindow(id, directory) }
            try directory.fileSystem.syncDirectory(directory.closed)
        }
        try directory.fileSystem.syncDirectory(directory.windows)
        try emptyTrash(directory)
        let marker = LoadedSession.Marker(incompleteLaunches: 0, wasRestored: true)
        try directory.replace(directory.running, with: marker.encoded())
    }

    /// Makes a folder; something else of its name is set aside, a link is never followed.
    private func makeFolder(_ folder: String, in directory: StateDirectory) throws {
        if let status = try directory.fileSystem.status(folder), status.kind != .directory {
            try directory.fileSystem.createDirectory(directory.quarantine)
            try directory.fileSystem.rename(folder, directory.quarantineName(of: folder, nil))
        }
        try directory.fileSystem.createDirectory(folder)
    }

    private func quarantine(_ directory: StateDirectory) throws {
        guard !damaged.isEmpty else { return }
        try makeFolder(directory.quarantine, in: directory)
        for file in damaged {
            do {
                if file.isMoved {
                    try directory.fileSystem.rename(file.path, file.quarantinePath)
                } else {
                    try directory.linkOrCopy(file.path, file.quarantinePath)
                }
            } catch let error as POSIXError where error.code == .EEXIST || error.code == .ENOENT {
                // It was set aside by a launch before this one.
            }
        }
        try directory.fileSystem.syncDirectory(directory.quarantine)
    }

    private func keepPreviousSession(_ directory: StateDirectory) throws {
        let new = StateDirectory.replacement(of: directory.previousSession)
        // After an interruption that came late everything is in its place.
        if try launchFiles.keys.allSatisfy({ try isKept($0, directory) }) { return }
        try directory.removeDirectory(new)
        try makeFolder(new, in: directory)
        for (id, path) in launchFiles {
            try directory.linkOrCopy(path, new + "/\(id).state")
        }
        if try directory.fileSystem.status(directory.session) != nil {
            try directory.linkOrCopy(directory.session, new + "/session.json")
        }
        try directory.fileSystem.syncDirectory(new)
        try retirePreviousSession(directory)
        try directory.fileSystem.rename(new, directory.previousSession)
        try directory.fileSystem.syncDirectory(directory.path)
    }

    /// Whether the window's launch-time file already has its second name.
    private func isKept(_ id: SceneIdentifier, _ directory: StateDirectory) throws -> Bool {
        guard let path = launchFiles[id], let original = try directory.fileSystem.status(path)
        else {
            // Only a later step takes it away.
            return true
        }
        let copy = try directory.fileSystem.status(directory.previousSession + "/\(id).state")
        return copy?.inode == original.inode
    }

    /// The generation before goes to the trash, and the oldest one there is removed.
    private func retirePreviousSession(_ directory: StateDirectory) throws {
        guard try directory.fileSystem.status(directory.previousSession) != nil else { return }
        try makeFolder(directory.trash, in: directory)
        let generations = (1...2).map { directory.trash + "/previous-session-\($0)" }
        try directory.removeDirectory(generations[1])
        if try directory.fileSystem.status(generations[0]) != nil {
            try directory.fileSystem.rename(generations[0], generations[1])
        }
        try directory.fileSystem.rename(directory.previousSession, generations[0])
    }

    /// Gives the files that were still being replaced when the last run ended their name.
    private func settleReplacements(_ directory: StateDirectory) throws {
        for id in restored {
            let path = directory.window(id)
            if let launchFile = launchFiles[id], launchFile.hasSuffix(".new") {
                do {
                    try directory.fileSystem.sync(launchFile)
                    try directory.fileSystem.rename(launchFile, path)
                } catch let error as POSIXError where error.code == .ENOENT {
                    // An earlier attempt got as far as this.
                }
            }
            for leftover in leftovers[id] ?? [] { try directory.removeIfPresent(leftover) }
        }
    }

    /// Moves a window that this run does not open to the closed ones.
    private func closeWindow(_ id: SceneIdentifier, _ directory: StateDirectory) throws {
        let target = directory.closedWindow(id)
        if let path = launchFiles[id], try directory.fileSystem.status(path) != nil {
            try directory.fileSystem.sync(path)
            if path.hasPrefix(directory.windows + "/") {
                try directory.fileSystem.rename(path, target)
            } else if try directory.fileSystem.status(target) == nil {
                try directory.linkOrCopy(path, target)
            }
        }
        try removeWindow(id, directory)
    }

    private func removeWindow(_ id: SceneIdentifier, _ directory: StateDirectory) throws {
        for path in leftovers[id] ?? [] { try directory.removeIfPresent(path) }
        if let path = launchFiles[id], path.hasPrefix(directory.windows + "/") {
            try directory.removeIfPresent(path)
        }
        try directory.removeIfPresent(directory.window(id))
    }

    /// What was thrown away stays for two launches that came to a good end.
    private func emptyTrash(_ directory: StateDirectory) throws {
        let names = try directory.namesIfPresent(directory.trash)
        guard names.contains(where: { $0.hasSuffix(".state") || $0 == "older" }) else { return }
        let older = directory.trash + "/older"
        try directory.removeDirectory(older)
        try makeFolder(older, in: directory)
        for name in names where name.hasSuffix(".state") {
            try directory.fileSystem.rename(directory.trash + "/" + name, older + "/" + name)
        }
    }
}
