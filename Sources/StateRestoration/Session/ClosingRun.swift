import Foundation

/// Windows closed one after another, which down to the last one mean quitting.
struct ClosingRun: Sendable {
    private var closed: Set<SceneIdentifier> = []
    private var orderAtStart: [SceneIdentifier] = []
    private var lastDate: Date?
    /// The windows of a run that has reached the last one, front first; they come back.
    private(set) var completed: [SceneIdentifier] = []

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
            orderAtStart = order
        }
        closed.insert(id)
        lastDate = date
        if order == [id] { completed = orderAtStart.filter { closed.contains($0) } }
    }
}
