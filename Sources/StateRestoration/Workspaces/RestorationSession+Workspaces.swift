import Foundation

// Workspaces: named sets of windows. See the article on them.

extension RestorationSession {
    /// The workspaces, in order of creation.
    ///
    /// `onOfferChange(_:)` reports changes; titles and texts of open windows are current.
    public var workspaces: [Workspace] {
        workspaceList.filter { !$0.index.isRemoved }
            .sorted {
                ($0.index.creationDate, $0.id.rawValue) < ($1.index.creationDate, $1.id.rawValue)
            }
            .map(workspace)
    }

    /// The workspace of an open window; `nil` if it has none.
    public func workspace(of scene: RestorationScene) -> WorkspaceIdentifier? {
        workspaceList.place(of: scene.id).map { workspaceList[$0].id }
    }

    /// Creates a workspace: a name under which windows are closed and reopened together.
    ///
    /// - Parameters:
    ///   - name: The visible name; it need not be unique.
    ///   - scenes: The windows, which leave their former workspaces. By default the open ones
    ///     without a workspace.
    /// - Returns: The open workspace; `nil` without a window, as private ones never belong to a
    ///   workspace, or when the session writes nothing.
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

    /// Updates a workspace: adds windows opened since, and removes closed ones.
    ///
    /// - Parameters:
    ///   - id: The workspace.
    ///   - scenes: Its new windows. By default its own open ones, and the open ones without a
    ///     workspace.
    /// - Returns: Whether that was possible; false if the workspace is not open.
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

    /// Renames a workspace.
    public func renameWorkspace(_ id: WorkspaceIdentifier, to name: String) {
        guard mayChangeWorkspaces, let place = place(of: id),
            workspaceList[place].index.name != name
        else { return }
        workspaceList[place].index.name = name
        writeIndex(of: place)
    }

    /// Removes a workspace: its closed windows go to the trash, and open ones stay open without a
    /// workspace.
    ///
    /// - Parameters:
    ///   - id: The workspace.
    ///   - mayBeRestored: Whether `restoreWorkspace(_:)` can undo this. The workspace is removed
    ///     anyway, also after a crash, but its windows stay in their folder until this is called
    ///     again with false, or until the next launch.
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

    /// Restores a removed workspace that may be restored.
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
    /// Whether workspaces can be changed now: not before the restore is complete, and not in a
    /// session that writes nothing.
    var mayChangeWorkspaces: Bool {
        isRestorationComplete && !hasTerminated && configuration.savesState
    }

    private func place(of id: WorkspaceIdentifier) -> Int? {
        workspaceList.firstIndex { $0.id == id && !$0.index.isRemoved }
    }

    /// The open windows of a workspace, front first.
    func openScenes(of workspace: LoadedWorkspace) -> [RestorationScene] {
        let ids = workspace.index.memberIDs
        return scenes.filter { ids.contains($0.id) }
    }

    /// The open windows without a workspace, front first; without private ones.
    private var freeScenes: [RestorationScene] {
        scenes.filter { !$0.isPrivate && workspaceList.place(of: $0.id) == nil }
    }

    /// The windows that a closed workspace reopens: those in its folder, and of its recently closed
    /// ones those of the last run of closings.
    ///
    /// Windows closed one after another are reopened together; one that was closed long before the
    /// last is not.
    private func restingMembers(of workspace: LoadedWorkspace) -> [Workspace.Window] {
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

    /// The closed windows that only their workspace refers to.
    var restingMemberIDs: Set<SceneIdentifier> {
        var ids: Set<SceneIdentifier> = []
        for workspace in workspaceList where openScenes(of: workspace).isEmpty {
            ids.formUnion(restingMembers(of: workspace).map(\.id))
        }
        return ids
    }

    /// Has the index of a workspace written.
    private func writeIndex(of place: Int) {
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

// MARK: - Opening and leaving

extension RestorationSession {
    /// Opens the windows of a workspace in front of, or instead of, those that are open.
    ///
    /// The windows that go are at one moment among the recently closed ones, and come back together with
    /// `reopenClosedTogether(with:)`. Files are read off the main thread; no sync is waited for.
    ///
    /// - Returns: The windows, which the application shows; when the workspace was open, those that it is
    ///   to raise. `nil` when there is no such workspace, or none of its windows can be read, for the
    ///   reason that the report has; nothing else changes then.
    public func openWorkspace(
        _ id: WorkspaceIdentifier,
        _ mode: WorkspaceOpeningMode = .beside
    ) async -> OpenedWorkspace? {
        guard mayChangeWorkspaces, let place = place(of: id) else { return nil }
        let open = openScenes(of: workspaceList[place])
        if !open.isEmpty { return OpenedWorkspace(scenes: open, wasOpen: true) }
        // Asking twice brings the windows once.
        if let opening = workspaceOpenings[id] {
            await opening.value
            guard let place = self.place(of: id) else { return nil }
            let scenes = openScenes(of: workspaceList[place])
            return scenes.isEmpty ? nil : OpenedWorkspace(scenes: scenes, wasOpen: true)
        }
        let task = Task { await openResting(id, mode) }
        workspaceOpenings[id] = task
        await task.value
        workspaceOpenings[id] = nil
        guard let place = self.place(of: id) else { return nil }
        let scenes = openScenes(of: workspaceList[place])
        return scenes.isEmpty ? nil : OpenedWorkspace(scenes: scenes, wasOpen: false)
    }

    /// Puts the windows of a workspace away, with all that is in them. They are then in the workspace,
    /// and not among the recently closed ones. Does nothing when it is not open.
    public func leaveWorkspace(_ id: WorkspaceIdentifier) { leaveWorkspace(id, following: []) }

    private func leaveWorkspace(_ id: WorkspaceIdentifier, following topics: Set<Job.Topic>) {
        guard mayChangeWorkspaces, let place = place(of: id) else { return }
        let leaving = openScenes(of: workspaceList[place])
        guard !leaving.isEmpty else { return }
        removeScenes(leaving)
        let ids = leaving.map(\.id)
        workspaceList[place].setMembers(leaving)
        workspaceList[place].index.isOpen = false
        workspaceList[place].index.changeDate = environment.clock.now()
        workspaceList[place].index.replaced = []
        workspaceList[place].index.replacementDate = nil
        workspaceList[place].files.formUnion(ids)
        submit(
            .leave(
                WorkspaceLeaving(
                    workspace: id,
                    windows: ids,
                    index: encodedIndex(of: place),
                    following: topics
                )
            )
        )
        updateIndex()
    }

    /// Opens again all windows that were closed at the same moment as this one, such as those instead of
    /// which a workspace was opened.
    ///
    /// - Returns: The windows that could be read, front first. A window that was closed by itself comes
    ///   back alone.
    public func reopenClosedTogether(with id: SceneIdentifier) async -> [RestorationScene] {
        guard let date = closingDate(of: id) else { return [] }
        var reopened: [RestorationScene] = []
        // The front one last, so that it is in front again.
        for closed in recentlyClosed.filter({ $0.closingDate == date }).reversed() {
            if let scene = await reopen(closed.id) { reopened.insert(scene, at: 0) }
        }
        return reopened
    }

    /// The windows that `reopenClosedTogether(with:)` brings back, front first.
    public func closedTogether(with id: SceneIdentifier) -> [RecentlyClosedScene] {
        guard let date = closingDate(of: id) else { return [] }
        return recentlyClosed.filter { $0.closingDate == date }
    }

    private func closingDate(of id: SceneIdentifier) -> Date? {
        recentlyClosed.first { $0.id == id }?.closingDate
    }
}

// MARK: - How one is opened

extension RestorationSession {
    private func openResting(_ id: WorkspaceIdentifier, _ mode: WorkspaceOpeningMode) async {
        endClosingRun()
        guard let place = place(of: id) else { return }
        let resting = restingMembers(of: workspaceList[place])
        let found = await writer.readMembers(resting.map(\.id), of: id)
        guard !hasTerminated, let place = self.place(of: id) else { return }
        endClosingRun()
        let openIDs = Set(scenes.map(\.id))
        var states: [(id: SceneIdentifier, state: WindowState, window: ClosedWindow)] = []
        for window in resting where !openIDs.contains(window.id) {
            guard let closed = found[window.id],
                var state = state(closed, of: RecentlyClosedScene(window))
            else { continue }
            state.closingDate = nil
            states.append((window.id, state, closed))
        }
        guard !states.isEmpty else { return }
        let others = mode == .instead ? scenes.filter { !$0.isPrivate } : []
        let replaced = others.filter { workspaceList.place(of: $0.id) == nil }
        let date = environment.clock.now()
        workspaceList[place].index.isOpen = true
        workspaceList[place].index.changeDate = date
        workspaceList[place].index.replaced = others.map(\.id)
        workspaceList[place].index.replacementDate = others.isEmpty ? nil : date
        let ids = states.map(\.id)
        let closed = Set(recentlyClosed.map(\.id)).intersection(ids)
        workspaceList[place].files.subtract(ids)
        recentlyClosed.removeAll { closed.contains($0.id) }
        submit(.job(openingJob(of: place, ids.filter { !closed.contains($0) })))
        for window in states.reversed() {
            insert(
                RestorationScene(
                    id: window.id,
                    title: window.state.title,
                    contents: window.state.contents,
                    isPrivate: false
                )
            )
            if closed.contains(window.id) { move([window.id], from: \.closed, to: \.windows) }
            submit(.open(window.id, window.state, isNew: window.window.isFromMemory))
        }
        if !others.isEmpty { replace(others, closing: replaced, by: id, date) }
        updateIndex()
    }

    /// The index first: from then on the windows are open for the next launch, wherever their files are.
    private func openingJob(of place: Int, _ ids: [SceneIdentifier]) -> Job {
        let (workspace, bytes) = (workspaceList[place].id, encodedIndex(of: place))
        return Job(
            topics: Set(ids.map { .window($0) }).union([.workspace(workspace)]),
            steps: StateDirectory.replacing(directory.index(of: workspace)) { bytes }
                + StateDirectory.moving(
                    ids.map { "\($0).state" },
                    from: directory.folder(of: workspace),
                    to: directory.windows
                )
        )
    }

    /// Closes the windows instead of which a workspace has been opened: for the next launch they are
    /// closed as soon as the workspace is open, whatever has become of their files.
    private func replace(
        _ others: [RestorationScene],
        closing scenes: [RestorationScene],
        by id: WorkspaceIdentifier,
        _ date: Date
    ) {
        for workspace in Set(others.compactMap { self.workspace(of: $0) }) where workspace != id {
            leaveWorkspace(workspace, following: [.workspace(id)])
        }
        moveToClosed(scenes, at: date, following: [.workspace(id)])
        guard let place = place(of: id) else { return }
        workspaceList[place].index.replaced = []
        workspaceList[place].index.replacementDate = nil
        writeIndex(of: place)
    }
}

extension RecentlyClosedScene {
    fileprivate init(_ window: Workspace.Window) {
        self.init(id: window.id, title: window.title, closingDate: .distantPast)
    }
}
