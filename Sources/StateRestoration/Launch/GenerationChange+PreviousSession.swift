import Foundation

// Turns the state at launch into the previous session.

extension GenerationChange {
    /// The folders of the generations before the previous session, the later one first; in the
    /// trash.
    static let retiredSessions = ["previous-session-1", "previous-session-2"]

    /// Gives the files of all windows their second names before any of them is replaced.
    func keepJob(
        _ directory: StateDirectory,
        _ didKeep: @escaping @Sendable () -> Void
    ) -> Job {
        var steps: [Job.Step] = []
        if unlistedFolders.contains(directory.windows) {
            // An incomplete session must not replace a complete one.
            steps = [.slow(keepInQuarantine), .syncDirectory(directory.quarantine)]
        } else if !launchFiles.isEmpty {
            steps = [
                .quick { try collect($0) },
                .slow { directory in
                    let new = GenerationChange.newFolder(directory)
                    guard try directory.fileSystem.status(new) != nil else { return }
                    try directory.fileSystem.syncDirectory(new)
                },
                .quick { directory in
                    let new = GenerationChange.newFolder(directory)
                    guard try directory.fileSystem.status(new) != nil else { return }
                    try retirePreviousSession(directory)
                },
                .slow { directory in
                    // The earlier session has both names until it exists under the new one.
                    guard try directory.fileSystem.status(directory.trash) != nil else { return }
                    try directory.fileSystem.syncDirectory(directory.trash)
                },
                .quick { directory in
                    let new = GenerationChange.newFolder(directory)
                    guard try directory.fileSystem.status(new) != nil else { return }
                    try directory.fileSystem.rename(new, directory.previousSession)
                },
                .slow { try $0.fileSystem.syncDirectory($0.path) },
            ]
        }
        return Job(
            topics: Set(launchFiles.keys.map { .window($0) }).union([.previousSession]),
            steps: steps + [.quick { _ in didKeep() }]
        )
    }

    private static func newFolder(_ directory: StateDirectory) -> String {
        StateDirectory.replacement(of: directory.previousSession)
    }

    /// Makes the new folder, unless all files are kept already.
    private func collect(_ directory: StateDirectory) throws {
        let new = GenerationChange.newFolder(directory)
        try directory.clearAway(new)
        if let status = try directory.fileSystem.status(directory.previousSession) {
            if status.kind == .directory {
                // Only to set its mode.
                try directory.fileSystem.createDirectory(directory.previousSession)
            } else {
                try directory.setAside(directory.previousSession)
            }
        }
        guard let previous = try directory.namesUnlessUnreadable(directory.previousSession) else {
            return try keepInQuarantine(directory)
        }
        // After a late interruption, everything is in its place.
        if try isKept(directory, previous) { return }
        if isBare, !SessionLoader.isBare(directory.previousSession, of: directory) { return }
        try directory.makeFolder(new)
        for (id, path) in launchFiles {
            let copy = new + "/\(id).state"
            try keep(path, continuedBy: continuations[id], as: copy, directory)
        }
        try keep(directory.session, as: new + "/session.json", directory)
    }

    /// Gives the files that this run is going to replace second names in the quarantine: the
    /// previous session remains the earlier one.
    private func keepInQuarantine(_ directory: StateDirectory) throws {
        for (id, path) in launchFiles where restored.contains(id) || closed.contains(id) {
            guard try directory.fileSystem.status(path)?.kind == .file else { continue }
            let bytes = try directory.fileSystem.read(path, StateDirectory.fileSizeLimit)
            let copy = directory.quarantineName(of: path, bytes)
            try directory.keepInQuarantine(path, as: copy)
        }
    }

    private func keep(
        _ path: String,
        continuedBy continuation: String? = nil,
        as copy: String,
        _ directory: StateDirectory
    ) throws {
        // Anything other than a file is set aside, not kept.
        guard !damaged.contains(where: { $0.path == path && $0.isMoved }),
            try directory.fileSystem.status(path)?.kind == .file
        else { return }
        do {
            guard continuation != nil else { return try directory.linkOrCopy(path, copy) }
            // Two files are joined, so that each window has one there.
            let bytes = try directory.content(of: path, continuedBy: continuation)
            try directory.fileSystem.create(copy, bytes)
            try directory.fileSystem.sync(copy)
        } catch let error as POSIXError where error.code == .ENOENT {
            // Another program has removed it since the launch.
        }
    }

    /// Whether the previous session already equals the state at launch: no other windows, and the
    /// same order.
    private func isKept(_ directory: StateDirectory, _ previous: [String]) throws -> Bool {
        let folder = directory.previousSession
        // Everything came from there, because the windows' own files are lost.
        if launchFiles.values.allSatisfy({ $0.hasPrefix(folder + "/") }) { return true }
        let names = previous.compactMap(StateDirectory.window)
        return try names.allSatisfy { launchFiles[$0] != nil }
            && launchFiles.allSatisfy { id, path in
                let copy = folder + "/\(id).state"
                return try isKept(path, continuedBy: continuations[id], as: copy, directory)
            }
            && isKept(directory.session, as: folder + "/session.json", directory)
    }

    /// Whether a file at launch already has its second name.
    private func isKept(
        _ path: String,
        continuedBy continuation: String? = nil,
        as copyPath: String,
        _ directory: StateDirectory
    ) throws -> Bool {
        // Only a later step removes it.
        guard !damaged.contains(where: { $0.path == path && $0.isMoved }),
            let original = try directory.fileSystem.status(path), original.kind == .file
        else { return true }
        guard let copy = try directory.fileSystem.status(copyPath) else { return false }
        if continuation == nil, copy.inode == original.inode { return true }
        // A file system without links has copies instead.
        guard copy.kind == .file, continuation != nil || copy.size == original.size else {
            return false
        }
        return try directory.content(of: copyPath, continuedBy: nil)
            == directory.content(of: path, continuedBy: continuation)
    }

    /// Moves the generation before to the trash, and removes the oldest one there.
    ///
    /// Repeating it removes nothing else: each step is only taken when the next one needs the space.
    private func retirePreviousSession(_ directory: StateDirectory) throws {
        guard try directory.fileSystem.status(directory.previousSession) != nil else { return }
        if try directory.fileSystem.status(directory.trash) == nil {
            try directory.makeFolder(directory.trash)
            // Files in a folder whose name is not synced are not safe either.
            try directory.fileSystem.syncDirectory(directory.path)
        }
        try directory.makeFolder(directory.trash)
        let generations = GenerationChange.retiredSessions.map { directory.trash + "/" + $0 }
        if let status = try directory.fileSystem.status(generations[0]) {
            if status.kind == .directory {
                try directory.clearAway(generations[1])
                try directory.fileSystem.rename(generations[0], generations[1])
            } else {
                try directory.setAside(generations[0])
            }
        }
        try directory.fileSystem.rename(directory.previousSession, generations[0])
    }
}
