import Foundation

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
        // Somebody who asks twice gets the windows once.
        if let opening = workspaceOpenings[id] {
            await opening.value
            guard let place = self.place(of: id) else { return nil }
            let scenes = openScenes(of: workspaceList[place])
            return scenes.isEmpty ? nil : OpenedWorkspace(scenes: scenes, wasOpen: true)
        }
        let task = Task { await bring(id, mode) }
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
        takeAway(leaving)
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

// MARK: - Opening

extension RestorationSession {
    private func bring(_ id: WorkspaceIdentifier, _ mode: WorkspaceOpeningMode) async {
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
