import Foundation

/// Slow operations on the state directory, one after another, each until it succeeds.
///
/// A job that fails is tried again, ever more slowly, and those behind it wait: their order is what
/// makes each step safe. Jobs must therefore be repeatable.
final class JobQueue: @unchecked Sendable {
    private let directory: StateDirectory
    private let clock: RestorationClock
    private let queue = DispatchQueue(label: "StateRestoration.sync", qos: .utility)
    private let lock = NSLock()
    private var waiting: [StateWriter.Job] = []
    private var statusHandler: @Sendable (RestorationError?) -> Void = { _ in }
    private var backoff = Backoff()
    private var hasFailed = false
    private var hasEnded = false

    init(directory: StateDirectory, clock: RestorationClock) {
        self.directory = directory
        self.clock = clock
    }

    var isFailing: Bool { lock.withLock { hasFailed } }

    /// Told of failures, and with `nil` when a job succeeds after one.
    func setStatusHandler(_ handler: @escaping @Sendable (RestorationError?) -> Void) {
        lock.withLock { statusHandler = handler }
    }

    func add(_ job: @escaping StateWriter.Job) {
        let mustWait = lock.withLock {
            if !hasEnded { waiting.append(job) }
            return hasFailed || hasEnded
        }
        if !mustWait { queue.async { self.run() } }
    }

    /// Runs what is waiting a last time; what fails now is given up.
    func end() {
        // In one go: a retry in between would come back to a list without its job.
        queue.sync {
            run()
            lock.withLock {
                waiting = []
                hasEnded = true
            }
        }
    }

    /// Runs what is waiting and returns; a job that fails stays for later.
    func runAll() { queue.sync { run() } }

    /// Tries what has failed once more, unless that was a moment ago.
    func retryIfDue() {
        let isDue = lock.withLock { hasFailed && backoff.isDue(at: clock.uptime()) }
        if isDue { queue.async { self.run() } }
    }

    private func run() {
        while let job = lock.withLock({ waiting.first }) {
            do {
                try job(directory)
            } catch {
                failed(StateWriter.failure(error, "The session cannot be written."))
                return
            }
            let (wasFailing, handler) = lock.withLock {
                waiting.removeFirst()
                backoff.succeed()
                defer { hasFailed = false }
                return (hasFailed, statusHandler)
            }
            if wasFailing { handler(nil) }
        }
    }

    private func failed(_ error: RestorationError) {
        let (handler, delay) = lock.withLock {
            hasFailed = true
            return (statusHandler, backoff.fail(at: clock.uptime()))
        }
        handler(error)
        guard let delay else { return }
        clock.schedule(delay, queue) { [weak self] in
            guard let self else { return }
            lock.withLock { backoff.begin() }
            run()
        }
    }
}
