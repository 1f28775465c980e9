import Foundation

extension RestorationSession {
    /// Closes a window: it moves to `recentlyClosed` with all that it holds.
    ///
    /// Windows closed one after another down to the last one, each within
    /// `Configuration.closingRunInterval` of the one before, come back at the next launch instead,
    /// as after quitting. A private window leaves nothing, but as long as one is open nobody has quit.
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

    /// It was quitting: the list of closed windows is again what it was before.
    private func completeClosingRun() {
        move(closingRun.evicted.map(\.id), from: \.trash, to: \.closed)
        recentlyClosed += closingRun.evicted
        move(closingRun.completed, from: \.closed, to: \.windows)
        let run = Set(closingRun.completed)
        recentlyClosed.removeAll { run.contains($0.id) }
        evictClosed()
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
    /// What opening a workspace would bring back stays.
    ///
    /// - Returns: Those that went, newest first.
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

    /// Moves windows' files between two folders; those that are not there have been moved already.
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
