import Foundation

/// When what the windows are is kept in the history. Belongs to the writer's queue.
struct HistoryTiming {
    /// How long changes go on before what they led to is kept once more.
    static let interval: Duration = .seconds(3600)
    /// How long after a failure it is tried again, when something is written anyway.
    static let retryInterval: Duration = .seconds(60)

    var limits: HistoryLimits?
    /// Since when there are changes that were not kept.
    var firstChange: Duration?
    /// What could not be kept, and when that was tried.
    var failed: (snapshot: HistorySnapshot, time: Duration)?
    var isTold = false
}

extension StateWriter {
    /// Keeps what the windows are before the first change after an hour of changes.
    ///
    /// There is no timer: as long as nothing changes there is nothing to keep, and what was changed in
    /// the last hour of a run is kept by the next launch.
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

    /// Tries once more to keep what could not be kept.
    func keepFailedHistory() {
        guard mayWrite, let failed = history.failed else { return }
        history.failed = nil
        keepHistory(failed.snapshot)
    }

    /// Keeps a state. What fails holds up nothing, and is tried again when there is something to write or
    /// the history is read.
    func keepHistory(_ snapshot: HistorySnapshot) {
        changeHistory(failing: snapshot) { try $0.keep(snapshot) }
    }

    /// Takes other limits, which count at once; with none nothing more is kept.
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
        // What people have typed comes first.
        jobs.add(Job(topics: [.history], following: .everything, steps: [.slow(step)]))
    }

    private func historyFailed(_ error: any Error, _ snapshot: HistorySnapshot?) {
        if let snapshot { history.failed = (snapshot, clock.uptime()) }
        guard !history.isTold else { return }
        history.isTold = true
        historyFailure(StateWriter.failure(error, "The history cannot be kept for now."))
    }
}
