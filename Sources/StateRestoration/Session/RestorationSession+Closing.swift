import Foundation

extension RestorationSession {
    /// Closes a window: it moves to `recentlyClosed` with all its content.
    ///
    /// If the user closes all windows one after another, each within
    /// `Configuration.closingRunInterval` of the one before, they are restored at the next launch
    /// instead, as after quitting. A private window leaves nothing, but as long as one is open, the
    /// user has not quit.
    public func close(_ scene: RestorationScene) {
        guard !hasTerminated, scenes.contains(where: { $0 === scene }) else { return }
        scene.encodeRestorables()
        let order = scenes.filter { !$0.isPrivate }.map(\.id)
        scenes.removeAll { $0 === scene }
        if activeScene === scene { activeScene = scenes.first }
        scene.submit = nil
        if !scene.isPrivate { noteClosed(scene) }
        closingRun.add(
            scene.id,
            at: environment.clock.uptime(),
            order: order,
            isLast: scenes.isEmpty,
            interval: configuration.closingRunInterval
        )
        if closingRun.completed.isEmpty {
            closingRun.addEvicted(evictClosed())
        } else {
            completeClosingRun()
        }
        updateIndex()
    }

    private func noteClosed(_ scene: RestorationScene) {
        let date = environment.clock.now()
        submit(.close(scene.id, date))
        recentlyClosed.insert(
            RecentlyClosedScene(id: scene.id, title: scene.title, closingDate: date),
            at: 0
        )
        titlesOfRun[scene.id] = scene.title
    }

    /// The user was quitting: restores the list of closed windows.
    private func completeClosingRun() {
        move(closingRun.evicted.map(\.id), from: \.trash, to: \.closed)
        recentlyClosed += closingRun.evicted
        move(closingRun.completed, from: \.closed, to: \.windows)
        let run = Set(closingRun.completed)
        recentlyClosed.removeAll { run.contains($0.id) }
        evictClosed()
    }

    /// Turns the windows of a completed run into closed ones, because the application continues.
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

    /// Removes the oldest closed windows above the limit.
    ///
    /// Windows that were closed at the same moment were not closed one by one by the user, but
    /// together, such as by starting over. They are also removed together, after as many have been
    /// closed later. Windows that opening a workspace would restore stay.
    ///
    /// - Returns: The removed windows, newest first.
    @discardableResult
    func evictClosed() -> [RecentlyClosedScene] {
        let limit = closedLimit
        guard recentlyClosed.count > limit else { return [] }
        let bound = limit > 0 ? recentlyClosed[limit - 1].closingDate : nil
        let resting = restingMemberIDs
        func isKept(_ index: Int) -> Bool {
            index < limit || recentlyClosed[index].closingDate == bound
                || resting.contains(recentlyClosed[index].id)
        }
        let evicted = recentlyClosed.indices.filter { !isKept($0) }.map { recentlyClosed[$0] }
        recentlyClosed = recentlyClosed.indices.filter(isKept).map { recentlyClosed[$0] }
        move(evicted.map(\.id), from: \.closed, to: \.trash)
        return evicted
    }

    /// Moves files of windows between two folders, except those that were moved before.
    func move(
        _ ids: [SceneIdentifier],
        from source: KeyPath<StateDirectory, String> & Sendable,
        to target: KeyPath<StateDirectory, String> & Sendable
    ) {
        for id in ids {
            let steps = StateDirectory.moving(
                ["\(id).state"],
                from: directory[keyPath: source],
                to: directory[keyPath: target]
            )
            var topics: Set<Job.Topic> = [.closedWindow(id)]
            if source == \.windows || target == \.windows { topics.insert(.window(id)) }
            if source == \.trash || target == \.trash { topics.insert(.trash) }
            submit(.job(Job(topics: topics, steps: steps)))
        }
    }
}

// MARK: - Several windows

extension RestorationSession {
    /// Closes several windows as one: they move to `recentlyClosed` with all their content, at the
    /// same moment, and stay there together.
    ///
    /// For starting over: it does not count as quitting, even if all are closed. Private windows
    /// leave nothing.
    ///
    /// - Parameter closed: Windows of `scenes`, front first; they are listed in this order.
    public func closeTogether(_ closed: [RestorationScene]) {
        guard !hasTerminated else { return }
        endClosingRun()
        let open = closed.filter { scene in scenes.contains { $0 === scene } }
        moveToClosed(open, at: environment.clock.now())
        updateIndex()
    }

    /// Moves open windows to the closed ones, at the same moment.
    ///
    /// - Parameter topics: The topics whose jobs must be done before.
    func moveToClosed(
        _ leaving: [RestorationScene],
        at date: Date,
        following topics: Set<Job.Topic> = []
    ) {
        removeScenes(leaving)
        let kept = leaving.filter { !$0.isPrivate }
        for scene in kept.reversed() { submit(.close(scene.id, date, following: topics)) }
        recentlyClosed.insert(
            contentsOf: kept.map {
                RecentlyClosedScene(id: $0.id, title: $0.title, closingDate: date)
            },
            at: 0
        )
        evictClosed()
    }

    /// Removes windows from the open ones after encoding their state; the caller decides about
    /// their files.
    func removeScenes(_ leaving: [RestorationScene]) {
        for scene in leaving { scene.encodeRestorables() }
        let ids = Set(leaving.map(\.id))
        scenes.removeAll { ids.contains($0.id) }
        if let activeScene, ids.contains(activeScene.id) { self.activeScene = scenes.first }
        for scene in leaving { scene.submit = nil }
    }
}

// MARK: - Reopening

extension RestorationSession {
    /// Reopens the most recently closed window; `nil` when there is none.
    ///
    /// If all windows were closed and the application continues, the one in front comes first. See
    /// `reopen(_:)`. Called again before the first call has returned, it opens the window closed
    /// before that one.
    public func reopenMostRecentlyClosed() async -> RestorationScene? {
        if !hasTerminated { endClosingRun() }
        guard let id = recentlyClosed.first?.id else { return nil }
        return await reopen(id)
    }

    /// Reopens this closed window; `nil` when it no longer exists or is damaged (see the report).
    ///
    /// It leaves `recentlyClosed` immediately. Its file is read off the main thread; a window that
    /// was just closed comes from memory. Does not wait for a sync.
    public func reopen(_ id: SceneIdentifier) async -> RestorationScene? {
        guard !hasTerminated, let closed = recentlyClosed.first(where: { $0.id == id }) else {
            return nil
        }
        // Before the windows of a run replace it in the list.
        recentlyClosed.removeAll { $0.id == id }
        endClosingRun()
        let found = await writer.readClosed(id)
        guard !hasTerminated, var state = state(found, of: closed) else {
            updateIndex()
            return nil
        }
        // The last window may have been closed since.
        endClosingRun()
        let scene = insertScene(id, of: &state)
        move([id], from: \.closed, to: \.windows)
        // A window without a file gets one at once, even if its closing fails.
        submit(.open(id, state, isNew: found.isFromMemory))
        updateIndex()
        return scene
    }

    /// The state to reopen, with a line in the report when it is incomplete.
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

extension RestorationSession {
    /// The windows of `recentlyClosed` in its order, with descriptions for users.
    ///
    /// Reads each file off the main thread; a window that was just closed comes from memory. An
    /// unreadable window has only its title.
    public func summariesOfRecentlyClosed() async -> [SceneSummary] {
        var summaries: [SceneSummary] = []
        for closed in recentlyClosed {
            let found = await writer.readClosed(closed.id)
            guard case .state(let state, _)? = found.reading else {
                var nothing = WindowState()
                nothing.title = closed.title
                summaries.append(SceneSummary(closed.id, nothing, nil))
                continue
            }
            summaries.append(SceneSummary(closed.id, state, nil))
        }
        return summaries
    }
}

/// Windows closed one after another; closing the last one means quitting.
struct ClosingRun: Sendable {
    private var closed: Set<SceneIdentifier> = []
    private var orderAtStart: [SceneIdentifier] = []
    private var lastTime: Duration?
    /// The windows of a completed run, front first; they are restored.
    private(set) var completed: [SceneIdentifier] = []
    /// Closed windows that were removed because the windows of the run were listed as closed,
    /// newest first.
    private(set) var evicted: [RecentlyClosedScene] = []

    /// Records a closing.
    ///
    /// - Parameters:
    ///   - time: The time on a monotonic clock: the wall clock may jump by years between closings.
    ///   - order: The restorable windows before the closing, front first, without private ones.
    ///   - isLast: Whether no window at all is left.
    ///   - interval: The maximum time between two closings of one run.
    mutating func add(
        _ id: SceneIdentifier,
        at time: Duration,
        order: [SceneIdentifier],
        isLast: Bool,
        interval: Duration
    ) {
        let continues = lastTime.map { time - $0 <= interval } ?? false
        if !continues {
            closed = []
            evicted = []
            orderAtStart = order
        }
        closed.insert(id)
        lastTime = time
        if isLast { completed = orderAtStart.filter { closed.contains($0) } }
    }

    /// Records the windows that a closing of the run removed from the list of closed windows.
    mutating func addEvicted(_ scenes: [RecentlyClosedScene]) {
        evicted.insert(contentsOf: scenes, at: 0)
    }
}

/// A closed window that can be reopened.
public struct RecentlyClosedScene: Sendable, Identifiable, Equatable {
    /// The window's identifier.
    public var id: SceneIdentifier
    /// Its title when it was closed.
    public var title: String
    /// The date of closing.
    public var closingDate: Date
}
