import Foundation

/// The changes to the last run's files when the restore is declared complete.
///
/// The windows' files get a second name in `previous-session/`. Because each window's first write
/// of this run makes a new file, the state at launch does not change, and costs no bytes.
struct GenerationChange: Sendable {
    /// The content of `running.json` from then on.
    var marker = LaunchMarker(wasRestored: true)
    /// The files of the previous session's windows.
    var launchFiles: [SceneIdentifier: String] = [:]
    /// The numbers that the next records of these windows would have.
    var numbers: [SceneIdentifier: Int] = [:]
    /// The windows that stay open in this run.
    var restored: Set<SceneIdentifier> = []
    /// Files of interrupted replacements that are no longer needed.
    var leftovers: [SceneIdentifier: [String]] = [:]
    /// Continuations of the windows' files.
    var continuations: [SceneIdentifier: String] = [:]
    /// The windows whose files may be continued in this run.
    var continuable: Set<SceneIdentifier> = []
    /// The windows of the last run that become closed ones.
    var closed: Set<SceneIdentifier> = []
    /// Whether the last run was interrupted, so that its writes may not be on the disk.
    var mayBeUnsynced = false
    /// Folders that could not be listed. Nothing is replaced, collected or removed because it was
    /// not seen in them.
    var unlistedFolders: Set<String> = []
    private let launchFileSync = LaunchFileSync()
    /// Whether the windows have so little content that the previous session remains the earlier
    /// one.
    var isBare = false
    var damaged: [LoadedSession.Damaged] = []
    var closedMeanwhile: [LoadedSession.Leftover] = []
    var trash = Trash()
    /// The values of the application itself.
    var application: LoadedSession.Window?
    var workspaces = Workspaces()
    /// The state of the windows at launch.
    var history: HistorySnapshot?

    /// Does the quick work that must precede a window's first write.
    func prepare(_ directory: StateDirectory) throws {
        var failure: (any Error)?
        // The failure of one step does not prevent the others.
        for work in [
            { try marker.markRestored(in: directory) },
            { try directory.makeFolder(directory.windows) },
            { try directory.makeFolder(directory.closed) },
        ] {
            do { try work() } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }

    /// Makes the jobs of the change. They may be interrupted at any point, and repeated: no step
    /// removes files that a later one needs.
    ///
    /// - Parameters:
    ///   - didKeep: Called when the previous session has been kept.
    ///   - didSync: Called when the files to be continued are on the disk, if they may not be yet.
    func jobs(
        in directory: StateDirectory,
        didKeep: @escaping @Sendable () -> Void,
        didSync: @escaping @Sendable () -> Void
    ) -> [Job] {
        var jobs = [keepJob(directory, didKeep)]
        if mayBeUnsynced { jobs += syncJobs(directory, didSync) }
        jobs += damaged.map(quarantineJob)
        jobs += renamingJobs(directory)
        jobs += arrivalJobs(directory)
        jobs += settlingJobs(directory)
        jobs += applicationJobs(directory)
        jobs += closedMeanwhile.map { closedMeanwhileJob($0, directory) }
        jobs += closedJobs(directory)
        jobs += workspaceJobs(directory)
        if unlistedFolders.isEmpty {
            jobs += trash.agingJobs(directory)
            jobs.append(Job(steps: [.slow(Trash.trimQuarantine)]))
        }
        jobs += tidyingJobs(directory)
        return jobs
    }
}

// MARK: - The windows' files

extension GenerationChange {
    /// Text typed before a kill must survive a power cut in this run.
    private func syncJobs(
        _ directory: StateDirectory,
        _ didSync: @escaping @Sendable () -> Void
    ) -> [Job] {
        let files = launchFiles.sorted { $0.key.rawValue < $1.key.rawValue }
        return Job.portions(of: files).map { files in
            Job(
                topics: Set(files.map { .window($0.key) }),
                steps: [
                    .slow { directory in
                        try forEach(files) { try launchFileSync.sync($0.value, directory) }
                    }
                ]
            )
        } + (continuable.isEmpty ? [] : [syncEndJob(directory, didSync)])
    }

    /// Syncs the names of the files to be continued, after the files.
    private func syncEndJob(
        _ directory: StateDirectory,
        _ didSync: @escaping @Sendable () -> Void
    ) -> Job {
        Job(
            topics: Set(continuable.map { .window($0) }),
            steps: [.syncDirectory(directory.windows), .quick { _ in didSync() }]
        )
    }

    /// Sets a file aside, or keeps a copy.
    private func quarantineJob(_ file: LoadedSession.Damaged) -> Job {
        Job(
            topics: file.topics,
            steps: [
                .quick { directory in
                    if file.mayPass {
                        try directory.moveUnlessReadable(file.path, to: file.quarantinePath)
                    } else if file.isMoved {
                        try directory.moveToQuarantine(file.path, as: file.quarantinePath)
                    } else {
                        try directory.keepInQuarantine(file.path, as: file.quarantinePath)
                    }
                },
                .syncDirectory((file.quarantinePath as NSString).deletingLastPathComponent),
            ]
        )
    }

    /// Renames files that were being replaced when the last run ended to their final names.
    private func settlingJobs(_ directory: StateDirectory) -> [Job] {
        let unsettled = restored.sorted { $0.rawValue < $1.rawValue }.filter { id in
            launchFiles[id]?.hasSuffix(".new") == true || leftovers[id]?.isEmpty == false
        }
        return unsettled.map { id in
            Job(
                topics: [.window(id)],
                steps: [
                    .slow { directory in
                        guard let launchFile = launchFiles[id], launchFile.hasSuffix(".new") else {
                            return
                        }
                        do {
                            try settle(launchFile, as: directory.window(id), directory)
                        } catch let error as POSIXError where error.code == .ENOENT {
                            // An earlier attempt got this far.
                        }
                    },
                    .quick { directory in
                        for path in leftovers[id] ?? [] { try directory.removeIfPresent(path) }
                    },
                    .syncDirectory(directory.windows),
                ]
            )
        }
    }

    /// Renames files that have other windows' names to their own.
    ///
    /// First to the names of replacements, then to their own: two of them may have been swapped.
    private func renamingJobs(_ directory: StateDirectory) -> [Job] {
        let misnamed = restored.sorted { $0.rawValue < $1.rawValue }.compactMap { id in
            launchFiles[id].map { (id: id, path: $0) }
        }.filter { id, path in
            path.hasPrefix(directory.windows + "/") && !path.hasSuffix(".new")
                && path != directory.window(id)
        }
        guard !misnamed.isEmpty else { return [] }
        let files = misnamed.map { id, path in
            let owner = StateDirectory.window(fileName: (path as NSString).lastPathComponent)
            // The loader has left this number free.
            let number = max((numbers[id] ?? 0) - 2, 0)
            let passing = StateDirectory.replacement(of: directory.window(id), number: number)
            return (id: id, owner: owner ?? id, path: path, passing: passing)
        }
        return [
            Job(
                topics: Set(files.flatMap { [.window($0.id), .window($0.owner)] }),
                steps: [
                    .quick { directory in
                        for file in files {
                            guard try directory.fileSystem.status(file.path) != nil,
                                try directory.fileSystem.status(file.passing) == nil
                            else { continue }
                            try directory.fileSystem.rename(file.path, file.passing)
                        }
                        for file in files {
                            guard try directory.fileSystem.status(file.passing) != nil else {
                                continue
                            }
                            try directory.rename(file.passing, to: directory.window(file.id))
                        }
                    },
                    .syncDirectory(directory.windows),
                ]
            )
        ]
    }

    /// Renames a left-over replacement to its window's name.
    ///
    /// Its content is rewritten: it may have no final name because of a failed sync, and no later
    /// sync writes the missed data, even if it reports success.
    func settle(
        _ replacement: String,
        as path: String,
        _ directory: StateDirectory
    ) throws {
        let limit = StateDirectory.fileSizeLimit
        let bytes = try directory.fileSystem.read(replacement, limit)
        // The number after its own is free: the loader ensures it.
        let name = (replacement as NSString).lastPathComponent
        let number = StateDirectory.replacementNumber(fileName: name) ?? 0
        let copy = StateDirectory.replacement(of: path, number: number + 1)
        do {
            try directory.replace(path, with: bytes, by: copy)
            try directory.removeIfPresent(replacement)
        } catch let error as POSIXError where error.code == .ENOSPC || error.code == .EDQUOT {
            try directory.removeIfPresent(copy)
            try directory.fileSystem.sync(replacement)
            try directory.rename(replacement, to: path)
        }
    }

    /// Removes the remaining files of a window that was closed; its name among the closed ones
    /// first.
    private func closedMeanwhileJob(
        _ leftover: LoadedSession.Leftover,
        _ directory: StateDirectory
    ) -> Job {
        Job(
            topics: [.window(leftover.id), .closedWindow(leftover.id)],
            steps: [
                .syncDirectory(directory.closed),
                .quick { directory in
                    for path in leftover.paths { try directory.removeIfPresent(path) }
                },
                .syncDirectory(directory.windows),
            ]
        )
    }

    /// Moves windows that this run does not open to the closed ones.
    private func closedJobs(_ directory: StateDirectory) -> [Job] {
        Job.portions(of: closed.sorted { $0.rawValue < $1.rawValue }).map { ids in
            Job(
                topics: Set(ids.flatMap { [.window($0), .closedWindow($0)] }),
                steps: [
                    .slow { directory in
                        try directory.makeFolder(directory.closed)
                        try forEach(ids) { try keep($0, in: directory.closed, directory) }
                        try directory.fileSystem.syncDirectory(directory.closed)
                    },
                    .quick { directory in
                        try forEach(ids) { try removeWindow($0, directory) }
                    },
                    .syncDirectory(directory.windows),
                ]
            )
        }
    }

    /// Gives the file of a window that does not open a name in another folder.
    func keep(
        _ id: SceneIdentifier,
        in folder: String,
        _ directory: StateDirectory
    ) throws {
        let target = folder + "/\(id).state"
        guard var path = launchFiles[id] else { return }
        // It has been moved by then.
        if path.hasPrefix(directory.workspaces + "/") { path = directory.window(id) }
        guard try directory.fileSystem.status(path) != nil else { return }
        if let continuation = continuations[id] {
            // An earlier attempt that got this far has removed it.
            guard try directory.fileSystem.status(continuation) != nil else { return }
            let bytes = try directory.content(of: path, continuedBy: continuation)
            try directory.replace(target, with: bytes)
        } else if path.hasSuffix(".new") {
            try settle(path, as: target, directory)
        } else if path.hasPrefix(directory.windows + "/") {
            try directory.fileSystem.sync(path)
            try directory.replaceWithLink(path, target)
        } else if try directory.fileSystem.status(target) == nil {
            try directory.linkOrCopy(path, target)
        }
    }

    func removeWindow(_ id: SceneIdentifier, _ directory: StateDirectory) throws {
        for path in leftovers[id] ?? [] { try directory.removeIfPresent(path) }
        if let continuation = continuations[id] { try directory.removeIfPresent(continuation) }
        if let path = launchFiles[id], path.hasPrefix(directory.windows + "/") {
            try directory.removeIfPresent(path)
        }
        try directory.removeIfPresent(directory.window(id))
    }

    /// Runs the body for each element, and then throws the first error, if any.
    private func forEach<Element>(
        _ elements: [Element],
        _ body: (Element) throws -> Void
    ) throws {
        var failure: (any Error)?
        for element in elements {
            do { try body(element) } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }

    private func tidyingJobs(_ directory: StateDirectory) -> [Job] {
        [
            Job(steps: [
                .slow { directory in
                    do {
                        try directory.fileSystem.sync(directory.running)
                    } catch let error as POSIXError where error.code == .ENOENT {
                        // There was no room for it.
                    }
                },
                .quick { directory in
                    try directory.makeFolder(directory.windows)
                    try directory.makeFolder(directory.closed)
                },
                .syncDirectory(directory.path),
                .syncDirectory(directory.windows),
            ])
        ]
    }
}

// MARK: - The application

extension GenerationChange {
    /// The jobs for the application's own file: a replacement left over from an interrupted run is
    /// renamed and synced.
    private func applicationJobs(_ directory: StateDirectory) -> [Job] {
        guard let application else { return [] }
        let (path, leftovers) = (application.path, application.leftovers)
        let isUnsettled = path.hasSuffix(".new")
        guard isUnsettled || mayBeUnsynced || !leftovers.isEmpty else { return [] }
        return [
            Job(
                topics: [.window(.application)],
                steps: [
                    .slow { directory in
                        guard isUnsettled else { return try launchFileSync.sync(path, directory) }
                        do {
                            try settle(path, as: directory.window(.application), directory)
                        } catch let error as POSIXError where error.code == .ENOENT {
                            // An earlier attempt got this far.
                        }
                    },
                    .quick { directory in
                        for path in leftovers { try directory.removeIfPresent(path) }
                    },
                    .syncDirectory(directory.path),
                ]
            )
        ]
    }
}

// MARK: - Syncing

/// Syncs files that another run has written.
///
/// After a failed sync, a second one may succeed without effect, because the kernel has given up
/// the data that it could not write. Such a file is therefore rewritten from its readable content.
private final class LaunchFileSync: @unchecked Sendable {
    private let lock = NSLock()
    private var failed: Set<String> = []

    /// Syncs a file; does nothing when it does not exist. May be repeated until it succeeds.
    func sync(_ path: String, _ directory: StateDirectory) throws {
        do {
            if lock.withLock({ failed.contains(path) }) {
                let limit = StateDirectory.fileSizeLimit
                try directory.replace(path, with: directory.fileSystem.read(path, limit))
                _ = lock.withLock { failed.remove(path) }
            } else {
                try directory.fileSystem.sync(path)
            }
        } catch let error as POSIXError where error.code == .ENOENT {
            // It was renamed since the launch.
        } catch {
            _ = lock.withLock { failed.insert(path) }
            // Not needed, and a launch does not clean up this name.
            try? directory.removeIfPresent(StateDirectory.replacement(of: path))
            throw error
        }
    }
}
