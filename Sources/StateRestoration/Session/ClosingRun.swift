import Foundation

/// Windows closed one after another, which down to the last one mean quitting.
struct ClosingRun: Sendable {
    private var closed: Set<SceneIdentifier> = []
    private var orderAtStart: [SceneIdentifier] = []
    private var lastDate: Date?
    /// The windows of a run that has reached the last one, front first; they come back.
    private(set) var completed: [SceneIdentifier] = []
    /// What was thrown away meanwhile because the windows of the run were listed as closed, newest
    /// first.
    private(set) var evicted: [RecentlyClosedScene] = []

    /// Notes a closing.
    ///
    /// - Parameters:
    ///   - order: The windows before the closing, front first.
    ///   - interval: The longest time between two closings of one run.
    mutating func add(
        _ id: SceneIdentifier,
        at date: Date,
        order: [SceneIdentifier],
        interval: Duration
    ) {
        // A clock that was set back counts as no time passed.
        let continues =
            lastDate.map { date.timeIntervalSince($0) <= interval.timeInterval } ?? false
        if !continues {
            closed = []
            evicted = []
            orderAtStart = order
        }
        closed.insert(id)
        lastDate = date
        if order == [id] { completed = orderAtStart.filter { closed.contains($0) } }
    }

    /// Notes what a closing of the run pushed out of the list of closed windows.
    mutating func addEvicted(_ scenes: [RecentlyClosedScene]) {
        evicted.insert(contentsOf: scenes, at: 0)
    }
}
