import Foundation

// Workspaces: named sets of windows. What they are is said in the article on them.

extension RestorationSession {
    /// The workspaces, in the order in which they were made.
    ///
    /// `onOfferChange(_:)` tells when they have changed; titles and texts of open windows are those of
    /// the moment.
    public var workspaces: [Workspace] {
        workspaceList.filter { !$0.index.isRemoved }
            .sorted {
                ($0.index.creationDate, $0.id.rawValue) < ($1.index.creationDate, $1.id.rawValue)
            }
            .map(workspace)
    }

    /// The workspace to which an open window belongs; `nil` when to none.
    public func workspace(of scene: RestorationScene) -> WorkspaceIdentifier? {
        workspaceList.place(of: scene.id).map { workspaceList[$0].id }
    }

    /// Gives windows a name under which they can be put away and brought back together.
    ///
    /// - Parameters:
    ///   - name: What a person calls it; two may have the same.
    ///   - scenes: The windows, which leave the workspaces that they belong to. By default those that are
    ///     open and belong to none.
    /// - Returns: The workspace, which is open; `nil` when there is no window, as private ones are never
    ///   in a workspace, and when nothing is written at all.
    @discardableResult
    public func saveWorkspace(
        named name: String,
        of scenes: [RestorationScene]? = nil
    ) -> Workspace? {
        guard mayChangeWorkspaces else { return nil }
        let ids = Set((scenes ?? freeScenes).map(\.id))
        let members = self.scenes.filter { ids.contains($0.id) && !$0.isPrivate }
        guard !members.isEmpty else { return nil }
        var index = WorkspaceIndex()
        index.name = name
        index.creationDate = environment.clock.now()
        index.isOpen = true
        let id = WorkspaceIdentifier(from: environment)
        workspaceList.append(LoadedWorkspace(id: id, index: index))
        setMembers(of: id, members)
        return workspaces.first { $0.id == id }
    }

    /// Takes in the windows that were opened since, and lets go those that were closed.
    ///
    /// - Parameters:
    ///   - id: The workspace.
    ///   - scenes: The windows that it has from then on. By default its own that are open, with those
    ///     that belong to no workspace.
    /// - Returns: Whether that was possible; not of a workspace that is not open.
    @discardableResult
    public func updateWorkspace(
        _ id: WorkspaceIdentifier,
        with scenes: [RestorationScene]? = nil
    ) -> Bool {
        guard mayChangeWorkspaces, let place = place(of: id) else { return false }
        let own = openScenes(of: workspaceList[place])
        guard !own.isEmpty else { return false }
        let ids = Set((scenes ?? own + freeScenes).map(\.id))
        let members = self.scenes.filter { ids.contains($0.id) && !$0.isPrivate }
        guard !members.isEmpty else { return false }
        setMembers(of: id, members)
        return true
    }

    /// Gives a workspace another name.
    public func renameWorkspace(_ id: WorkspaceIdentifier, to name: String) {
        guard mayChangeWorkspaces, let place = place(of: id),
            workspaceList[place].index.name != name
        else { return }
        workspaceList[place].index.name = name
        writeIndex(of: place)
    }

    /// Takes a workspace away: its windows go to the trash, and those that are open stay open as windows
    /// of no workspace.
    ///
    /// - Parameters:
    ///   - id: The workspace.
    ///   - mayBeRestored: Whether `restoreWorkspace(_:)` can bring it back. It is gone then all the same,
    ///     also after a crash, but its windows stay where they are until this is called again without,
    ///     or until the next launch.
    public func removeWorkspace(_ id: WorkspaceIdentifier, mayBeRestored: Bool = false) {
        guard mayChangeWorkspaces, let place = workspaceList.firstIndex(where: { $0.id == id })
        else { return }
        if !workspaceList[place].index.isRemoved {
            workspaceList[place].index.isRemoved = true
            writeIndex(of: place)
        }
        guard !mayBeRestored else { return }
        let files = workspaceList[place].files.sorted { $0.rawValue < $1.rawValue }
        workspaceList.remove(at: place)
        submit(.job(directory.removalJob(of: id, files)))
    }

    /// Brings a workspace back that was removed so that it may be.
    ///
    /// - Returns: Whether that was possible.
    @discardableResult
    public func restoreWorkspace(_ id: WorkspaceIdentifier) -> Bool {
        guard mayChangeWorkspaces,
            let place = workspaceList.firstIndex(where: { $0.id == id && $0.index.isRemoved })
        else { return false }
        workspaceList[place].index.isRemoved = false
        writeIndex(of: place)
        return true
    }
}

// MARK: - For the other calls

extension RestorationSession {
    /// Whether workspaces can be changed now: not before the restore is complete, and not by who writes
    /// nothing.
    var mayChangeWorkspaces: Bool {
        isRestorationComplete && !hasTerminated && configuration.savesState
    }

    func place(of id: WorkspaceIdentifier) -> Int? {
        workspaceList.firstIndex { $0.id == id && !$0.index.isRemoved }
    }

    /// Its open windows, front first.
    func openScenes(of workspace: LoadedWorkspace) -> [RestorationScene] {
        let ids = workspace.index.memberIDs
        return scenes.filter { ids.contains($0.id) }
    }

    /// The open windows that belong to no workspace, front first; private ones do not count.
    private var freeScenes: [RestorationScene] {
        scenes.filter { !$0.isPrivate && workspaceList.place(of: $0.id) == nil }
    }

    /// What a closed workspace brings back: what lies in its folder, and of its windows among the
    /// recently closed ones those of the last run of closings.
    ///
    /// Somebody who closes one window after another means all of them; one that was closed long before
    /// the last was to be gone.
    func restingMembers(of workspace: LoadedWorkspace) -> [Workspace.Window] {
        var resting = workspace.files
        var last: Date?
        let ids = workspace.index.memberIDs
        let interval = configuration.closingRunInterval.timeInterval
        for scene in recentlyClosed where ids.contains(scene.id) {
            if let last, last.timeIntervalSince(scene.closingDate) > interval { break }
            last = scene.closingDate
            resting.insert(scene.id)
        }
        return workspace.index.members.filter { resting.contains($0.id) }
    }

    /// The closed windows that only their workspace still counts on.
    var restingMemberIDs: Set<SceneIdentifier> {
        var ids: Set<SceneIdentifier> = []
        for workspace in workspaceList where openScenes(of: workspace).isEmpty {
            ids.formUnion(restingMembers(of: workspace).map(\.id))
        }
        return ids
    }

    /// Has the index of a workspace written.
    func writeIndex(of place: Int) {
        let (id, bytes) = (workspaceList[place].id, encodedIndex(of: place))
        submit(
            .job(
                Job(
                    topics: [.workspace(id)],
                    isEssential: true,
                    steps: [.quick { try $0.makeFolder($0.workspaces) }]
                        + StateDirectory.replacing(directory.index(of: id)) { bytes }
                )
            )
        )
    }

    func encodedIndex(of place: Int) -> [UInt8] {
        workspaceList[place].index.encoded(writer: configuration.writer)
    }

    private func workspace(_ loaded: LoadedWorkspace) -> Workspace {
        let open = openScenes(of: loaded)
        return Workspace(
            id: loaded.id,
            name: loaded.index.name,
            creationDate: loaded.index.creationDate,
            changeDate: loaded.index.changeDate,
            windows: open.isEmpty
                ? restingMembers(of: loaded)
                : open.map { Workspace.Window(id: $0.id, $0.title, $0.contents) },
            isOpen: !open.isEmpty
        )
    }

    /// Makes windows those of a workspace, and of no other.
    private func setMembers(of id: WorkspaceIdentifier, _ scenes: [RestorationScene]) {
        guard let place = place(of: id) else { return }
        workspaceList[place].setMembers(scenes)
        workspaceList[place].index.changeDate = environment.clock.now()
        let revision = (workspaceList.map(\.index.revision).max() ?? 0) + 1
        workspaceList[place].index.revision = revision
        writeIndex(of: place)
        let ids = Set(scenes.map(\.id))
        for other in workspaceList.indices where other != place {
            let members = workspaceList[other].index.members
            guard members.contains(where: { ids.contains($0.id) }) else { continue }
            workspaceList[other].index.members = members.filter { !ids.contains($0.id) }
            writeIndex(of: other)
        }
    }
}
