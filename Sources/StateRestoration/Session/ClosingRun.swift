import Foundation

/// Windows closed one after another, which down to the last one mean quitting.
struct ClosingRun: Sendable {
    private var closed: Set<SceneIdentifier> = []
    private var orderAtStart: [SceneIdentifier] = []
    private var lastTime: Duration?
    /// The windows of a run that has reached the last one, front first; they come back.
    private(set) var completed: [SceneIdentifier] = []
    /// What was thrown away meanwhile because the windows of the run were listed as closed, newest
    /// first.
    private(set) var evicted: [RecentlyClosedScene] = []

    /// Notes a closing.
    ///
    /// - Parameters:
    ///   - time: When, by a clock that only goes forward: what the wall clock says may change by years
    ///     from one closing to the next.
    ///   - order: The windows before the closing that may come back, front first; private ones are
    ///     closed too, and are not among them.
    ///   - isLast: Whether no window at all is left.
    ///   - interval: The longest time between two closings of one run.
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

    /// Notes what a closing of the run pushed out of the list of closed windows.
    mutating func addEvicted(_ scenes: [RecentlyClosedScene]) {
        evicted.insert(contentsOf: scenes, at: 0)
    }
}
