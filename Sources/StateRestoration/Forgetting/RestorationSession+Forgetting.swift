import Foundation

extension RestorationSession {
    /// Removes what is kept besides the open windows, for good: none of it goes to the trash.
    ///
    /// Open windows stay as they are, with what can be undone in them, and so do files in the state
    /// directory that are not the library's. Waits for what is on its way to the disk, but for no disk
    /// that fails.
    ///
    /// - Returns: What could not be removed, and why; nothing when all of it is gone. What has to wait for
    ///   something that fails goes as soon as that succeeds.
    public func forget(_ what: ForgetOptions) async -> [RestorationError] {
        guard mayChangeWorkspaces else {
            return [RestorationError(.cannotWrite, "The session writes nothing now.")]
        }
        var removals: [StateRemoval] = []
        // First, as the windows that only a workspace counted on are then like any others.
        if what.contains(.workspaces) {
            let ids = workspaceList.map(\.id)
            workspaceList = []
            removals.append(
                StateRemoval(folder: directory.workspaces, topics: Set(ids.map { .workspace($0) }))
            )
        }
        if what.contains(.recentlyClosed) { removals.append(forgetClosed()) }
        if what.contains(.previousSession) {
            hasPreviousSession = false
            previousSession.look(at: [])
            let new = StateDirectory.replacement(of: directory.previousSession)
            for folder in [directory.previousSession, new] {
                removals.append(StateRemoval(folder: folder, topics: [.previousSession]))
            }
        }
        if what.contains(.history) {
            removals.append(StateRemoval(folder: directory.history, topics: [.history]))
        }
        if what.contains(.trash) {
            removals.append(StateRemoval(folder: directory.trash, topics: [.trash]))
        }
        if what.contains(.quarantine) {
            removals.append(StateRemoval(folder: directory.quarantine))
        }
        updateIndex(isForced: true)
        return await writer.remove(removals)
    }

    /// Forgets the closed windows but for those that opening a workspace brings back.
    private func forgetClosed() -> StateRemoval {
        let resting = restingMemberIDs
        let forgotten = recentlyClosed.map(\.id).filter { !resting.contains($0) }
        recentlyClosed.removeAll { !resting.contains($0.id) }
        if closingRun.completed.isEmpty { closingRun = ClosingRun() }
        return StateRemoval(
            folder: directory.closed,
            topics: Set(forgotten.map { .closedWindow($0) }),
            spared: Set(resting.map { "\($0).state" })
        )
    }

    /// How many closed windows can be reopened; older ones go to the trash at once when it is made smaller.
    /// At first what the configuration says.
    public var recentlyClosedLimit: Int {
        get { closedLimit }
        set {
            closedLimit = max(newValue, 0)
            guard isRestorationComplete, !hasTerminated else { return }
            evictClosed()
            updateIndex()
        }
    }
}
