import Foundation

/// Decides when a state is stored in the history. Used on the writer's queue.
struct HistoryTiming {
    /// The time between two states during continuous changes.
    static let interval: Duration = .seconds(3600)
    /// The delay after a failure before the next write retries.
    static let retryInterval: Duration = .seconds(60)

    var limits: HistoryLimits?
    /// The time of the first change that was not stored.
    var firstChange: Duration?
    /// The state that could not be stored, and the time of the attempt.
    var failed: (snapshot: HistorySnapshot, time: Duration)?
    var isTold = false
}

extension StateWriter {
    /// Stores the current state before the first change after an hour of changes.
    ///
    /// There is no timer: without changes there is nothing to store, and the next launch stores the
    /// changes of a run's last hour.
    func keepHistoryIfDue() {
        guard mayWrite, history.limits != nil else { return }
        let now = clock.uptime()
        if let failed = history.failed, now - failed.time >= HistoryTiming.retryInterval {
            keepFailedHistory()
        }
        guard let first = history.firstChange else { return history.firstChange = now }
        guard now - first >= HistoryTiming.interval else { return }
        history.firstChange = now
        let order = index.index.order
        let places = Dictionary(
            order.enumerated().map { ($0.element, $0.offset) },
            uniquingKeysWith: min
        )
        let open = files.values.filter { $0.id != .application }.sorted {
            (places[$0.id] ?? .max, $0.id.rawValue) < (places[$1.id] ?? .max, $1.id.rawValue)
        }
        keepHistory(
            HistorySnapshot(
                date: clock.now(),
                windows: open.map { HistorySnapshot.Window($0.id, $0.state) }
            )
        )
    }

    /// Retries to store a state.
    func keepFailedHistory() {
        guard mayWrite, let failed = history.failed else { return }
        history.failed = nil
        keepHistory(failed.snapshot)
    }

    /// Stores a state. A failure blocks nothing, and is retried with the next write or when the
    /// history is read.
    func keepHistory(_ snapshot: HistorySnapshot) {
        changeHistory(failing: snapshot) { try $0.keep(snapshot) }
    }

    /// Sets the limits, which take effect at once; `nil` turns the history off.
    func setHistoryLimits(_ limits: HistoryLimits?) {
        history.limits = limits
        guard limits != nil else { return history.failed = nil }
        let date = clock.now()
        changeHistory(failing: nil) { try $0.thin(now: date) }
    }

    private func changeHistory(
        failing snapshot: HistorySnapshot?,
        _ work: @escaping @Sendable (HistoryFiles) throws -> Void
    ) {
        guard let limits = history.limits else { return }
        let writer = configuration.writer
        let step: Job.Work = { [weak self] directory in
            do {
                try work(HistoryFiles(directory: directory, writer: writer, limits: limits))
            } catch {
                self?.continue { $0.historyFailed(error, snapshot) }
            }
        }
        // Typed text comes first.
        jobs.add(Job(topics: [.history], following: .everything, steps: [.slow(step)]))
    }

    private func historyFailed(_ error: any Error, _ snapshot: HistorySnapshot?) {
        if let snapshot { history.failed = (snapshot, clock.uptime()) }
        guard !history.isTold else { return }
        history.isTold = true
        historyFailure(StateWriter.failure(error, "The history cannot be kept for now."))
    }
}
