import Foundation

extension RestorationSession {
    /// Lets windows that become closed ones at this launch go back to their workspace, unless another of
    /// its windows opens.
    ///
    /// - Parameter closed: The windows that become closed ones; those that are left are the others.
    /// - Returns: The windows that go back, by workspace.
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

    /// What is to be done for workspaces at this launch.
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

    /// Takes in the workspaces that are only found when the directory can be had at last.
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
