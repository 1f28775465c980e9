import Foundation

extension RestorationSession {
    /// Closes several windows as one: they move to `recentlyClosed` with all that they hold, at the same
    /// moment, and stay there together.
    ///
    /// For a person who begins afresh: it does not count as quitting, however many are closed. Private
    /// windows leave nothing.
    ///
    /// - Parameter closed: Windows of `scenes`, front first; in this order they are listed.
    public func closeTogether(_ closed: [RestorationScene]) {
        guard !hasTerminated else { return }
        endClosingRun()
        let open = closed.filter { scene in scenes.contains { $0 === scene } }
        moveToClosed(open, at: environment.clock.now())
        updateIndex()
    }

    /// Moves open windows to the closed ones, at the same moment.
    ///
    /// - Parameter topics: what has to have reached the disk before.
    func moveToClosed(
        _ leaving: [RestorationScene],
        at date: Date,
        following topics: Set<Job.Topic> = []
    ) {
        takeAway(leaving)
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

    /// Takes windows from the open ones, once they have said all that they hold; what becomes of their
    /// files is the caller's to say.
    func takeAway(_ leaving: [RestorationScene]) {
        for scene in leaving { scene.encodeRestorables() }
        let ids = Set(leaving.map(\.id))
        scenes.removeAll { ids.contains($0.id) }
        if let activeScene, ids.contains(activeScene.id) { self.activeScene = scenes.first }
        for scene in leaving { scene.submit = nil }
    }
}
