import Foundation

/// The latest index, handed from the main thread to the writer.
///
/// Several changes in a row are one write: the first job to run takes the latest.
final class SessionIndexBox: @unchecked Sendable {
    private let lock = NSLock()
    private var latest: SessionIndex?
    private var written: SessionIndex?

    /// Returns whether the index is another one than before.
    func set(_ index: SessionIndex) -> Bool {
        lock.withLock {
            defer { latest = index }
            return latest != index
        }
    }

    var unwritten: SessionIndex? { lock.withLock { latest == written ? nil : latest } }

    func markWritten(_ index: SessionIndex) { lock.withLock { written = index } }
}

/// A way from the writer's queue to the session on the main thread, without keeping it alive.
final class SessionLink: @unchecked Sendable {
    @MainActor weak var session: RestorationSession?

    func onMain(_ body: @escaping @MainActor @Sendable (RestorationSession) -> Void) {
        DispatchQueue.main.async {
            MainActor.assumeIsolated {
                if let session = self.session { body(session) }
            }
        }
    }
}

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
