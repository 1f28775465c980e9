import Foundation

// Moves the files of workspaces when the restore is complete.

extension GenerationChange {
    /// The changes of workspaces at this launch.
    struct Workspaces: Sendable {
        var arrivals: [LoadedSession.Arrival] = []
        var leftovers: [(workspace: WorkspaceIdentifier, files: LoadedSession.Leftover)] = []
        /// The windows that return to their workspace, because none of its windows opens.
        var left: [WorkspaceIdentifier: [SceneIdentifier]] = [:]
        /// The indexes to rewrite.
        var indexes: [WorkspaceIdentifier: [UInt8]] = [:]
        /// The windows that must be moved to the closed ones first.
        var replaced: Set<SceneIdentifier> = []

        /// The windows that return to a workspace.
        var leftIDs: Set<SceneIdentifier> { Set(left.values.joined()) }
        /// Workspaces to move to the trash, with the files in their folders.
        var removed: [WorkspaceIdentifier: [SceneIdentifier]] = [:]
    }

    /// Moves the files of windows to their folders before any other change of them.
    func arrivalJobs(_ directory: StateDirectory) -> [Job] {
        workspaces.arrivals.map { arrival in
            let folder = directory.folder(of: arrival.workspace)
            let name = "\(arrival.window).state"
            let steps: [Job.Step] =
                arrival.isUseless
                ? [
                    .syncDirectory(directory.windows),
                    .quick { try $0.removeUseless(folder + "/" + name) },
                    .syncDirectory(folder),
                ]
                : StateDirectory.moving([name], from: folder, to: directory.windows)
            return Job(
                topics: [.window(arrival.window), .workspace(arrival.workspace)],
                steps: steps
            )
        }
    }

    func workspaceJobs(_ directory: StateDirectory) -> [Job] {
        var jobs = workspaces.leftovers.map { leftover in
            leftoverJob(leftover.files, of: leftover.workspace, directory)
        }
        for (workspace, ids) in sorted(workspaces.left) {
            jobs.append(leavingJob(ids, workspace, directory))
        }
        for (workspace, bytes) in sorted(workspaces.indexes) {
            guard workspaces.left[workspace] == nil else { continue }
            jobs.append(
                Job(
                    topics: Set(workspaces.replaced.map { .window($0) })
                        .union([.workspace(workspace)]),
                    steps: StateDirectory.replacing(directory.index(of: workspace)) { bytes }
                )
            )
        }
        for (workspace, ids) in sorted(workspaces.removed) {
            jobs.append(directory.removalJob(of: workspace, ids))
        }
        return jobs
    }

    /// In a fixed order.
    private func sorted<Value>(
        _ values: [WorkspaceIdentifier: Value]
    ) -> [(key: WorkspaceIdentifier, value: Value)] {
        values.sorted { $0.key.rawValue < $1.key.rawValue }
    }

    private func leftoverJob(
        _ files: LoadedSession.Leftover,
        of workspace: WorkspaceIdentifier,
        _ directory: StateDirectory
    ) -> Job {
        Job(
            topics: [.window(files.id), .workspace(workspace)],
            steps: [
                .syncDirectory(directory.folder(of: workspace)),
                .quick { directory in
                    for path in files.paths { try directory.removeIfPresent(path) }
                },
                .syncDirectory(directory.windows),
            ]
        )
    }

    /// The index decides where windows belong: it changes when all of them are in the new folder,
    /// and before any is removed from the old one.
    private func leavingJob(
        _ ids: [SceneIdentifier],
        _ workspace: WorkspaceIdentifier,
        _ directory: StateDirectory
    ) -> Job {
        let folder = directory.folder(of: workspace)
        let bytes = workspaces.indexes[workspace] ?? []
        let steps: [Job.Step] = [
            .slow { directory in
                try directory.makeFolder(directory.workspaces)
                try directory.makeFolder(folder)
                for id in ids { try keep(id, in: folder, directory) }
                try directory.fileSystem.syncDirectory(folder)
            }
        ]
        let removal: [Job.Step] = [
            .quick { directory in for id in ids { try removeWindow(id, directory) } },
            .syncDirectory(directory.windows),
        ]
        return Job(
            topics: Set(ids.map { .window($0) }).union([.workspace(workspace)]),
            steps: steps + StateDirectory.replacing(directory.index(of: workspace)) { bytes }
                + removal
        )
    }
}

extension StateDirectory {
    /// Moves a workspace that its index marks as removed to the trash. May be repeated.
    func removalJob(of workspace: WorkspaceIdentifier, _ ids: [SceneIdentifier]) -> Job {
        let (folder, index) = (folder(of: workspace), index(of: workspace))
        let end: [Job.Step] = [
            .quick { directory in
                guard let status = try directory.fileSystem.status(folder),
                    status.kind == .directory
                else { return }
                guard let names = try directory.namesUnlessUnreadable(folder) else { return }
                // A file that could not be moved, such as one of a later version, keeps its
                // workspace.
                guard !names.contains(where: { $0.hasSuffix(".state") }) else { return }
                for name in names where name.hasSuffix(".new") {
                    try directory.removeIfPresent(folder + "/" + name)
                }
                if names.contains(StateDirectory.workspaceIndexName) {
                    try directory.moveIndexToTrash(index)
                }
                if try directory.namesUnlessUnreadable(folder)?.isEmpty == true {
                    try directory.fileSystem.remove(folder)
                }
            },
            .syncDirectory(trash),
            .syncDirectory(workspaces),
        ]
        let moving = StateDirectory.moving(ids.map { "\($0).state" }, from: folder, to: trash)
        return Job(topics: [.workspace(workspace), .trash], steps: moving + end)
    }

    /// Removes a copy of a window that has a better one. Unreadable copies are set aside, and those
    /// of newer versions are left alone.
    fileprivate func removeUseless(_ path: String) throws {
        switch readState(path)?.reading {
        case .tooNew: break
        case .unreadable: try setAside(path)
        case .state, nil: try removeIfPresent(path)
        }
    }

    /// Under a name that is removed later.
    private func moveIndexToTrash(_ index: String) throws {
        let bytes = try fileSystem.read(index, StateDirectory.fileSizeLimit)
        let name = (quarantineName(of: index, bytes) as NSString).lastPathComponent
        try rename(index, to: trash + "/" + name)
    }
}

// MARK: - The session

extension RestorationSession {
    /// Returns windows that become closed ones at this launch to their workspace, unless another of
    /// its windows opens.
    ///
    /// - Parameter closed: The windows that become closed ones; returned windows are removed.
    /// - Returns: The returned windows, by workspace.
    func leaveWorkspacesAtLaunch(
        _ closed: inout Set<SceneIdentifier>
    ) -> [WorkspaceIdentifier: [SceneIdentifier]] {
        guard configuration.savesState else { return [:] }
        var left: [WorkspaceIdentifier: [SceneIdentifier]] = [:]
        for place in workspaceList.indices where workspaceList[place].index.isOpen {
            let ids = workspaceList[place].index.memberIDs
            let windows = loaded.windows.filter { ids.contains($0.id) }
            guard !windows.isEmpty, windows.allSatisfy({ closed.contains($0.id) }) else { continue }
            workspaceList[place].index.members = windows.map {
                Workspace.Window(id: $0.id, $0.state.title, $0.state.contents)
            }
            workspaceList[place].index.isOpen = false
            workspaceList[place].index.replaced = []
            workspaceList[place].index.replacementDate = nil
            workspaceList[place].files.formUnion(windows.map(\.id))
            workspaceList[place].needsWriting = true
            left[workspaceList[place].id] = windows.map(\.id)
            closed.subtract(windows.map(\.id))
        }
        return left
    }

    /// The changes of workspaces at this launch.
    func workspaceChange(
        left: [WorkspaceIdentifier: [SceneIdentifier]]
    ) -> GenerationChange.Workspaces {
        var change = GenerationChange.Workspaces()
        change.arrivals = loaded.workspaces.arrivals
        change.leftovers = loaded.workspaces.leftovers
        change.left = left
        change.replaced = Set(loaded.workspaces.replaced.keys)
        for place in workspaceList.indices {
            let workspace = workspaceList[place]
            if workspace.index.isRemoved {
                change.removed[workspace.id] = workspace.files.sorted { $0.rawValue < $1.rawValue }
            } else if workspace.needsWriting || workspace.index.replacementDate != nil {
                workspaceList[place].index.replaced = []
                workspaceList[place].index.replacementDate = nil
                workspaceList[place].needsWriting = false
                change.indexes[workspace.id] = encodedIndex(of: place)
            }
        }
        workspaceList.removeAll(where: \.index.isRemoved)
        return change
    }

    /// Adds workspaces that are found only after the directory is acquired late.
    func mergeWorkspaces(
        _ found: LoadedSession.Workspaces,
        into change: inout GenerationChange
    ) {
        change.workspaces.arrivals = found.arrivals
        let known = Set(workspaceList.map(\.id))
        change.workspaces.leftovers = found.leftovers
        workspaceList += found.list.filter { !known.contains($0.id) && !$0.index.isRemoved }
    }
}
