import Foundation

/// Windows that return to their workspace, all of them or none.
struct WorkspaceLeaving: Sendable {
    var workspace: WorkspaceIdentifier
    var windows: [SceneIdentifier]
    /// The content of its index from then on.
    var index: [UInt8]
    /// The topics whose jobs must be done before.
    var following: Set<Job.Topic> = []
}

extension StateWriter {
    /// Moves the windows' files to the folder of their workspace.
    ///
    /// Until the index is replaced, the windows are open for the next launch; afterwards they are
    /// in their workspace, wherever their files are.
    func leave(_ leaving: WorkspaceLeaving) {
        let folder = directory.folder(of: leaving.workspace)
        var files: [(path: String, bytes: [UInt8])] = []
        var useless: [String] = []
        var named: [(path: String, expected: ExpectedFile)] = []
        var numbers: [SceneIdentifier: Int] = [:]
        for id in leaving.windows {
            guard let file = fileToLeave(of: id) else { continue }
            useless += file.temporaryPaths
            named.append((directory.window(id), file.expectedAtName))
            files.append((folder + "/\(id).state", file.closingSnapshot(date: nil)))
            closing[id] = file.state
            numbers[id] = file.state.nextSequence
        }
        let written = files
        let steps: [Job.Step] = [
            .quick { directory in
                try directory.makeFolder(directory.workspaces)
                try directory.makeFolder(folder)
            },
            .slow { directory in
                for (path, bytes) in written {
                    let new = StateDirectory.replacement(of: path)
                    try directory.createAnew(new, bytes)
                    try directory.fileSystem.sync(new)
                }
            },
            .quick { directory in
                for (path, _) in written {
                    try directory.rename(StateDirectory.replacement(of: path), to: path)
                }
            },
            .syncDirectory(folder),
        ]
        let index = directory.index(of: leaving.workspace)
        let removal: [Job.Step] = [
            .quick { [useless, named] directory in
                for path in useless { try directory.removeIfPresent(path) }
                for (path, expected) in named { try directory.removeUnlessForeign(path, expected) }
            },
            .syncDirectory(directory.windows),
            .quick { [weak self, numbers] _ in
                self?.continue { writer in
                    for (id, number) in numbers { writer.closed(id, number) }
                    writer.reportRecovery()
                }
            },
        ]
        jobs.add(
            Job(
                topics: Set(leaving.windows.map { .window($0) })
                    .union([.workspace(leaving.workspace)]).union(leaving.following),
                isEssential: true,
                steps: steps + StateDirectory.replacing(index) { leaving.index } + removal
            )
        )
    }

    /// The file of a window that is about to be closed; its changes are written first, in case the
    /// rest takes long.
    private func fileToLeave(of id: SceneIdentifier) -> WindowFile? {
        guard let file = files[id] else { return nil }
        if mayWrite, file.hasUnwrittenChanges {
            do { _ = try file.write() } catch { /* The leaving says so if it fails as well. */  }
        }
        forget(id)
        return file
    }

    /// The content of a workspace's windows, wherever the jobs have moved their files.
    func readMembers(
        _ ids: [SceneIdentifier],
        of workspace: WorkspaceIdentifier
    ) async -> [SceneIdentifier: ClosedWindow] {
        let folder = directory.folder(of: workspace)
        let states = await withCheckedContinuation { continuation in
            queue.async { [self] in
                drain()
                continuation.resume(returning: closing.filter { ids.contains($0.key) })
            }
        }
        let read = await read { directory in
            ids.filter { states[$0] == nil }.map {
                ClosedWindow($0, in: directory, firstIn: folder)
            }
        }
        var found = Dictionary(
            zip(ids.filter { states[$0] == nil }, read),
            uniquingKeysWith: { first, _ in first }
        )
        for (id, state) in states {
            found[id] = ClosedWindow(
                path: folder + "/\(id).state",
                reading: .state(state, damage: nil),
                isFromMemory: true
            )
        }
        return found
    }
}
