import Foundation

// How a session starts to write: at once, or when the directory is acquired late.

extension RestorationSession {
    /// Continues without the state directory until it can be acquired.
    func waitForDirectory(after error: RestorationError) {
        storageStatus = .failing(error)
        let link = SessionLink()
        link.session = self
        writer.acquireLater(access, after: error) {
            link.onMain { $0.adoptDirectory() }
        }
    }

    /// Changes generations, and writes from then on, if the directory exists.
    func beginWriting(_ change: GenerationChange) {
        pendingChange = change
        adoptDirectory()
        // First the preparations, then pending writes.
        makePendingChange()
        writer.openGate()
    }

    private func makePendingChange() {
        guard hasDirectory, let change = pendingChange else { return }
        pendingChange = nil
        writer.open(with: change)
    }

    /// Continues with a directory that was acquired some time after the start; does nothing
    /// otherwise.
    ///
    /// Files that this run has read may be out of date by then, and others may have been hidden.
    func adoptDirectory() {
        guard isRestorationComplete, var change = pendingChange,
            let found = access.drainFoundSession()
        else { return }
        hasDirectory = true
        addToReport(found.report)
        reportMarker(found.markerProblem)
        loaded.marker = found.marker
        loaded.unknownIndexMembers = found.unknownIndexMembers
        loaded.leftAlone = found.leftAlone
        loaded.listsMissingWindows = found.listsMissingWindows
        hasPreviousSession = hasPreviousSession || found.hasPreviousSession
        change.mayBeUnsynced = found.marker != nil
        change.damaged = found.damaged
        change.trash = found.trash
        change.unlistedFolders = found.unlistedFolders
        change.isBare = change.isBare && found.isBare
        merge(found.windows, into: &change)
        mergeApplication(found, into: &change)
        mergeWorkspaces(found.workspaces, into: &change)
        change.closedMeanwhile = []
        let open = change.restored.union(scenes.map(\.id))
        for leftover in found.closedMeanwhile {
            if open.contains(leftover.id) {
                setAsideClosed(leftover.id, in: &change)
            } else {
                change.closedMeanwhile.append(leftover)
            }
        }
        let known = open.union(recentlyClosed.map(\.id))
        for scene in found.closed {
            if open.contains(scene.id) { setAsideClosed(scene.id, in: &change) }
            if !known.contains(scene.id) { recentlyClosed.append(scene) }
        }
        pendingChange = change
        makePendingChange()
        updateIndex()
    }

    private func addToReport(_ other: RestorationReport) {
        let known = report.entries
        for entry in other.entries
        where !known.contains(where: { $0.code == entry.code && $0.subject == entry.subject }) {
            report.add(entry)
        }
    }

    /// Compares the current windows in the directory with those that this run has read.
    private func merge(_ windows: [LoadedSession.Window], into change: inout GenerationChange) {
        let there = Set(windows.map(\.id))
        for window in windows {
            let id = window.id
            let path = change.launchFiles.updateValue(window.path, forKey: id)
            change.leftovers[id] = window.leftovers
            change.continuations[id] = window.continuation
            let isSame = path == window.path && change.numbers[id] == window.state.nextSequence
            if isSame { continue }
            let isOpen = change.restored.contains(id)
            if isOpen {
                // Another process has changed it. Both are kept: this one continues as well.
                submit(.supersede(id, number: window.state.nextSequence))
                keepBeside(window.path, of: id, in: &change)
            } else if !change.closed.contains(id), !change.workspaces.leftIDs.contains(id),
                !leftAlone.contains(id)
            {
                leftAlone.append(id)
            }
            report.add(
                isOpen ? .note : .notRestored,
                .foundLater,
                scene: id,
                subject: window.state.title.isEmpty ? id.rawValue : window.state.title,
                reason: isOpen
                    ? "Another process has changed the window before the state directory could be "
                        + "used. What it has left is in the previous session."
                    : "The window was found when the state directory could be used at last. It is kept "
                        + "for the next launch."
            )
        }
        let isUnlisted = change.unlistedFolders.contains(directory.windows)
        for id in change.restored.subtracting(there) {
            let number = change.numbers[id] ?? 0
            submit(
                .supersede(id, number: isUnlisted ? UnseenFiles.number(after: number) : number)
            )
        }
    }

    /// Keeps a copy of a file whose name this run is going to use.
    func keepBeside(
        _ path: String,
        of id: SceneIdentifier,
        in change: inout GenerationChange
    ) {
        guard !change.damaged.contains(where: { $0.path == path }) else { return }
        change.damaged.append(
            LoadedSession.Damaged(
                path: path,
                quarantinePath: directory.quarantineName(of: path, nil),
                isMoved: false,
                topics: [.window(id), .closedWindow(id)]
            )
        )
    }

    /// Handles a window that is open here and was closed by another process.
    private func setAsideClosed(_ id: SceneIdentifier, in change: inout GenerationChange) {
        let path = directory.closedWindow(id)
        guard !change.damaged.contains(where: { $0.path == path }) else { return }
        keepBeside(path, of: id, in: &change)
        for index in change.damaged.indices where change.damaged[index].path == path {
            change.damaged[index].isMoved = true
        }
    }
}
