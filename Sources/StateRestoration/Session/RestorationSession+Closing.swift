import Foundation

extension RestorationSession {
    /// Closes a window: it moves to `recentlyClosed` with all that it holds.
    ///
    /// Windows closed one after another down to the last one, each within
    /// `Configuration.closingRunInterval` of the one before, come back at the next launch instead,
    /// as after quitting. A private window leaves nothing.
    public func close(_ scene: RestorationScene) {
        guard !hasTerminated, scenes.contains(where: { $0 === scene }) else { return }
        scene.encodeRestorables()
        let order = scenes.filter { !$0.isPrivate }.map(\.id)
        scenes.removeAll { $0 === scene }
        if activeScene === scene { activeScene = scenes.first }
        scene.submit = nil
        guard !scene.isPrivate else { return }
        let date = environment.clock.now()
        submit(.close(scene.id, date))
        recentlyClosed.insert(
            RecentlyClosedScene(id: scene.id, title: scene.title, closingDate: date),
            at: 0
        )
        titlesOfRun[scene.id] = scene.title
        closingRun.add(
            scene.id,
            at: date,
            order: order,
            interval: configuration.closingRunInterval
        )
        if closingRun.completed.isEmpty {
            closingRun.addEvicted(evictClosed())
        } else {
            completeClosingRun()
        }
        updateIndex()
    }

    /// It was quitting: the list of closed windows is again what it was before.
    private func completeClosingRun() {
        move(closingRun.evicted.map(\.id), from: \.trash, to: \.closed)
        recentlyClosed += closingRun.evicted
        move(closingRun.completed, from: \.closed, to: \.windows)
        let run = Set(closingRun.completed)
        recentlyClosed.removeAll { run.contains($0.id) }
        evictClosed()
    }

    /// Opens the most recently closed window again, as it was; `nil` when there is none.
    public func reopenMostRecentlyClosed() -> RestorationScene? {
        recentlyClosed.first.flatMap { reopen($0.id) }
    }

    /// Opens this closed window again, as it was; `nil` when it is gone or damaged (see the
    /// report).
    public func reopen(_ id: SceneIdentifier) -> RestorationScene? {
        guard !hasTerminated, let closed = recentlyClosed.first(where: { $0.id == id }) else {
            return nil
        }
        // Before the windows of a run take its place in the list.
        recentlyClosed.removeAll { $0.id == id }
        endClosingRun()
        flush()
        guard var state = readClosed(closed) else {
            updateIndex()
            return nil
        }
        state.closingDate = nil
        let scene = RestorationScene(
            id: id,
            title: state.title,
            contents: state.contents,
            isPrivate: false
        )
        insert(scene)
        move([id], from: \.closed, to: \.windows)
        submit(.open(id, state, isNew: false))
        updateIndex()
        return scene
    }

    private func readClosed(_ closed: RecentlyClosedScene) -> WindowState? {
        let path = directory.closedWindow(closed.id)
        let reason: String
        var code = RestorationReport.Entry.Code.unreadableFile
        switch directory.readState(path) {
        case (.state(let state, let damage), let bytes)?:
            guard let damage else { return state }
            // The next change replaces the file.
            let copy = directory.quarantineName(of: path, bytes)
            submit(.job { try $0.keepInQuarantine(path, as: copy) })
            report.add(
                .partial,
                .damagedFile,
                scene: closed.id,
                subject: closed.title,
                reason: "The file \(path) is damaged; what stands before the damage came back, and "
                    + "a copy is set aside. \(damage.problem.sentence)"
            )
            return state
        case (.tooNew(let writer, let format), _)?:
            code = .tooNew
            reason = SessionLoader.tooNew(path, writer, format)
        case (.unreadable(let problem), _)?:
            reason = "The file \(path) cannot be used and is left where it is. \(problem.sentence)"
        case nil:
            code = .missingFile
            reason = "There is no file \(path)."
        }
        report.add(.notRestored, code, scene: closed.id, subject: closed.title, reason: reason)
        return nil
    }

    /// The windows of a completed run become closed ones when the application goes on after all.
    func endClosingRun() {
        let run = closingRun.completed
        closingRun = ClosingRun()
        defer { titlesOfRun = [:] }
        guard !run.isEmpty else { return }
        move(run, from: \.windows, to: \.closed)
        let date = environment.clock.now()
        for id in run.reversed() {
            recentlyClosed.insert(
                RecentlyClosedScene(id: id, title: titlesOfRun[id] ?? "", closingDate: date),
                at: 0
            )
        }
        evictClosed()
    }

    /// Throws away the oldest closed windows above the limit.
    ///
    /// Windows that were closed at the same moment were not closed one by one by a person, but
    /// together, by a fresh start say. They also go together, once as many have been closed later.
    ///
    /// - Returns: Those that went, newest first.
    @discardableResult
    func evictClosed() -> [RecentlyClosedScene] {
        let limit = max(configuration.recentlyClosedLimit, 0)
        guard recentlyClosed.count > limit else { return [] }
        let bound = limit > 0 ? recentlyClosed[limit - 1].closingDate : nil
        func isKept(_ index: Int) -> Bool {
            index < limit || recentlyClosed[index].closingDate == bound
        }
        let evicted = recentlyClosed.indices.filter { !isKept($0) }.map { recentlyClosed[$0] }
        recentlyClosed = recentlyClosed.indices.filter(isKept).map { recentlyClosed[$0] }
        move(evicted.map(\.id), from: \.closed, to: \.trash)
        return evicted
    }

    /// Moves windows' files between two folders; those that are not there have been moved already.
    private func move(
        _ ids: [SceneIdentifier],
        from source: KeyPath<StateDirectory, String> & Sendable,
        to target: KeyPath<StateDirectory, String> & Sendable
    ) {
        guard !ids.isEmpty else { return }
        submit(
            .job { directory in
                let (from, to) = (directory[keyPath: source], directory[keyPath: target])
                var names = ids.map { "\($0).state" }
                // What this version cannot read is not its to throw away.
                if to == directory.trash { names.removeAll { directory.isTooNew(from + "/" + $0) } }
                try directory.move(names, from: from, to: to)
            }
        )
    }
}

// MARK: - The end

extension RestorationSession {
    /// Writes and syncs all that is pending, and returns when that is done or has failed.
    ///
    /// Blocks as long as the disk does. Before `completeRestoration()` nothing is written, by this
    /// neither.
    public func flush() {
        guard configuration.savesState, !hasTerminated else { return }
        writer.flush()
    }

    /// Returns when what has been handed to the disk so far has reached it; hands over nothing
    /// itself.
    package func waitForWriter() { writer.waitForJobs() }

    /// Saves everything and notes the clean end. Later changes are not written any more.
    ///
    /// Blocks as long as the disk does; a second call does nothing. What cannot be written now is given
    /// up, and the reason of the next launch is then `recover`. Before `completeRestoration()` the state
    /// on disk stays as it was at launch.
    public func terminate() {
        guard !hasTerminated else { return }
        for scene in scenes { scene.encodeRestorables() }
        updateIndex()
        hasTerminated = true
        for scene in scenes { scene.submit = nil }
        if configuration.savesState {
            writer.end { try $0.removeIfPresent($0.running) }
            if !isRestorationComplete { withdrawMarker() }
        }
        releaseLock()
    }

    /// An end before the restore was complete leaves the marker of the last run, not its own.
    private func withdrawMarker() {
        do {
            if let marker = loaded.marker {
                try directory.replace(directory.running, with: marker.encoded())
            } else {
                try directory.removeIfPresent(directory.running)
            }
        } catch {
            reportMarker(error)
        }
    }
}
