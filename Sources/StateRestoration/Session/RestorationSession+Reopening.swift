import Foundation

extension RestorationSession {
    /// Opens the most recently closed window again, as it was; `nil` when there is none.
    ///
    /// When all windows were closed and the application goes on after all, the one that was in front
    /// comes first. See `reopen(_:)`. Called again before the first call has returned, it opens the
    /// window that was closed before that one.
    public func reopenMostRecentlyClosed() async -> RestorationScene? {
        if !hasTerminated { endClosingRun() }
        guard let id = recentlyClosed.first?.id else { return nil }
        return await reopen(id)
    }

    /// Opens this closed window again, as it was; `nil` when it is gone or damaged (see the report).
    ///
    /// From the call on it is no longer among `recentlyClosed`. Its file is read off the main thread;
    /// one that was closed a moment ago comes from memory. No sync is waited for.
    public func reopen(_ id: SceneIdentifier) async -> RestorationScene? {
        guard !hasTerminated, let closed = recentlyClosed.first(where: { $0.id == id }) else {
            return nil
        }
        // Before the windows of a run take its place in the list.
        recentlyClosed.removeAll { $0.id == id }
        endClosingRun()
        let found = await writer.readClosed(id)
        guard !hasTerminated, var state = state(found, of: closed) else {
            updateIndex()
            return nil
        }
        // The last window may have been closed meanwhile.
        endClosingRun()
        state.closingDate = nil
        let scene = RestorationScene(
            id: id,
            title: state.title,
            contents: state.contents,
            isPrivate: false
        )
        insert(scene)
        move([id], from: \.closed, to: \.windows)
        // What may have no file yet gets one at once, whatever becomes of its closing.
        submit(.open(id, state, isNew: found.isFromMemory))
        updateIndex()
        return scene
    }

    /// What there is to reopen, with a line in the report when it is not all.
    func state(_ found: ClosedWindow, of closed: RecentlyClosedScene) -> WindowState? {
        let path = found.path
        let reason: String
        var code = RestorationReport.Entry.Code.unreadableFile
        switch found.reading {
        case .state(let state, let damage)?:
            guard let damage else { return state }
            // The next change replaces the file.
            let copy = directory.quarantineName(of: path, found.bytes)
            submit(
                .job(
                    Job(
                        topics: [.closedWindow(closed.id), .window(closed.id)],
                        steps: [
                            .quick { try $0.keepInQuarantine(path, as: copy) },
                            .syncDirectory(directory.quarantine),
                        ]
                    )
                )
            )
            report.add(
                .partial,
                .damagedFile,
                scene: closed.id,
                subject: closed.title,
                reason: "The file \(path) is damaged; \(damage.rest), and a copy of all of it is "
                    + "set aside. \(damage.sentences)",
                salvagedTexts: damage.salvagedTexts,
                file: copy
            )
            return state
        case .tooNew(let writer, let format)?:
            code = .tooNew
            reason = SessionLoader.tooNew(path, writer, format)
        case .unreadable(let problem)?:
            reason = "The file \(path) cannot be used and is left where it is. \(problem.sentence)"
        case nil:
            code = .missingFile
            reason = "There is no file \(path)."
        }
        report.add(
            .notRestored,
            code,
            scene: closed.id,
            subject: closed.title,
            reason: reason,
            file: found.reading == nil ? nil : path
        )
        return nil
    }
}
