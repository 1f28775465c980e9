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
        let date = environment.clock.now()
        let open = closed.filter { scene in scenes.contains { $0 === scene } }
        for scene in open.reversed() {
            scene.encodeRestorables()
            scenes.removeAll { $0 === scene }
            if activeScene === scene { activeScene = scenes.first }
            scene.submit = nil
            guard !scene.isPrivate else { continue }
            submit(.close(scene.id, date))
            recentlyClosed.insert(
                RecentlyClosedScene(id: scene.id, title: scene.title, closingDate: date),
                at: 0
            )
        }
        evictClosed()
        updateIndex()
    }
}
