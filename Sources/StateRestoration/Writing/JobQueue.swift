import Dispatch
import Foundation

/// Carries out jobs in the state directory, retrying each until it succeeds.
///
/// A failed job is retried with growing delays, and only delays jobs that depend on it; see `Job`.
/// Quick steps run one after another, syncs in parallel as far as the file system allows.
final class JobQueue: @unchecked Sendable {
    private final class Entry {
        enum State { case ready, underway, failed }

        let job: Job
        var next = 0
        var state = State.ready
        /// Whether it has failed without succeeding since.
        var isTroubled = false

        init(_ job: Job) { self.job = job }
    }

    /// Steps that are carried out together.
    private struct Round {
        var entries: [Entry]
        var isSlow: Bool
        var work: Job.Work
        /// The directory to sync, if it is a sync.
        var directory: String?
    }

    private let directory: StateDirectory
    private let hold: DirectoryHold
    private let clock: RestorationClock
    private let width: Int
    private let queue = DispatchQueue(label: "StateRestoration.jobs", qos: .utility)
    /// The rounds that are running on other threads.
    private let underway = DispatchGroup()

    // Guarded by the lock.
    private let lock = NSLock()
    private var incoming: [Job] = []
    private var statusHandler: @Sendable (RestorationError?) -> Void = { _ in }
    private var hasFailed = false
    private var finished = 0
    private var hasEnded = false
    private var backoff = Backoff()

    // Only used on the queue.
    private var entries: [Entry] = []
    private var directoriesUnderway: Set<String> = []
    private var isSuspended = false
    private var isPaused = false
    /// Whether writing has ended: remaining jobs are tried once, and given up.
    private var isAbandoned = false
    /// Queues for slow steps: one per running round, and the free ones.
    private var freeWorkers: [DispatchQueue] = []
    private var workerCount = 0

    init(directory: StateDirectory, hold: DirectoryHold, clock: RestorationClock) {
        self.directory = directory
        self.hold = hold
        self.clock = clock
        width = max(directory.fileSystem.syncWidth, 1)
    }

    var isFailing: Bool { lock.withLock { hasFailed } }

    /// Whether there is an unfinished job without which data would be lost.
    var hasEssentialJobs: Bool {
        queue.sync {
            enqueueIncoming()
            return entries.contains(where: \.job.isEssential)
        }
    }

    /// The number of successful jobs.
    var finishedCount: Int { lock.withLock { finished } }

    /// Sets a handler that is called with failures, and with `nil` when none is left.
    func setStatusHandler(_ handler: @escaping @Sendable (RestorationError?) -> Void) {
        lock.withLock { statusHandler = handler }
    }

    /// Adds a job.
    ///
    /// - Returns: Whether it will be tried; false when the queue has ended.
    @discardableResult
    func add(_ job: Job) -> Bool {
        let isAdded = lock.withLock {
            if !hasEnded { incoming.append(job) }
            return !hasEnded
        }
        if isAdded { queue.async { self.run() } }
        return isAdded
    }

    /// Starts no jobs until `resume`.
    func suspend() { queue.sync { isSuspended = true } }

    /// The same, for the writer's queue, which must not wait for a job: one may be waiting for it.
    func suspendSoon() { queue.async { self.isSuspended = true } }

    /// Starts no jobs while the body adds some, so that shared steps are done once.
    func whilePaused(_ body: () -> Void) {
        queue.sync { isPaused = true }
        body()
        queue.async {
            self.isPaused = false
            self.run()
        }
    }

    /// Continues, with these jobs before all others.
    func resume(with jobs: [Job]) {
        queue.async { [self] in
            enqueueIncoming()
            entries.insert(contentsOf: jobs.map(Entry.init), at: 0)
            isSuspended = false
            run()
        }
    }

    /// Runs all jobs that can run, and returns when they are done or have failed.
    func runAll(retrying: Bool) {
        queue.sync {
            if retrying { retry() }
            run()
        }
        underway.wait()
    }

    /// Runs waiting jobs one last time; those that fail now are given up.
    func end() {
        runAll(retrying: true)
        lock.withLock { hasEnded = true }
        // Jobs that were added in the meantime may be awaited.
        runAll(retrying: false)
        queue.sync { entries = [] }
    }

    /// Gives up all writing jobs; reading jobs still run, because they may be awaited. For the
    /// writer's queue, which must not wait for a job.
    func abandonSoon() {
        lock.withLock { hasEnded = true }
        queue.async { [self] in
            isAbandoned = true
            isSuspended = false
            isPaused = false
            retry()
            run()
        }
    }

    /// Retries failed jobs, unless that was a moment ago.
    func retryIfDue() {
        let isDue = lock.withLock { hasFailed && backoff.isDue(at: clock.uptime()) }
        guard isDue else { return }
        queue.async {
            self.retry()
            self.run()
        }
    }
}

// MARK: - On the queue

extension JobQueue {
    private func enqueueIncoming() {
        let jobs = lock.withLock {
            defer { incoming = [] }
            return incoming
        }
        for job in jobs {
            let entry = Entry(job)
            if job.supersedesOthers { supersedeOthers(with: job, entry) }
            entries.append(entry)
        }
    }

    /// A new job is no reason to retry one that failed a moment ago.
    private func supersedeOthers(with job: Job, _ entry: Entry) {
        func isNeedless(_ other: Entry) -> Bool {
            other.job.supersedesOthers && other.job.topics == job.topics
                && other.state != .underway && other.next == 0
        }
        for other in entries where isNeedless(other) {
            entry.isTroubled = entry.isTroubled || other.isTroubled
            if other.state == .failed { entry.state = .failed }
        }
        entries.removeAll(where: isNeedless)
    }

    private func retry() {
        for entry in entries where entry.state == .failed { entry.state = .ready }
    }

    private func run() {
        enqueueIncoming()
        guard !isSuspended, !isPaused else { return }
        // After any wait, for a timer or a disk, time has passed since the last check.
        var isAsked = false
        while let round = nextRound() {
            if !isAsked { hold.ask() }
            begin(round)
            isAsked = !round.isSlow
        }
    }

    /// The next steps that can run: the first quick one, else the first slow one, else a directory
    /// sync, which is best done once for all jobs that need it.
    private func nextRound() -> Round? {
        let mayBeSlow = workerCount - freeWorkers.count < width
        var held: Set<Job.Topic> = []
        // Jobs that wait for a failed one are not tried either.
        var stuck: Set<Job.Topic> = []
        var untried: Set<Job.Topic> = []
        var isAnyUntried = false
        var slow: Round?
        var sync: Round?
        for entry in entries {
            let isFree = entry.state == .ready && held.isDisjoint(with: entry.job.topics)
            let mayFollow =
                switch entry.job.following {
                case .none: true
                case .topics(let topics): untried.isDisjoint(with: topics)
                case .everything: !isAnyUntried
                }
            held.formUnion(entry.job.topics)
            if entry.state == .failed || !stuck.isDisjoint(with: entry.job.topics) {
                stuck.formUnion(entry.job.topics)
            } else {
                untried.formUnion(entry.job.topics)
                isAnyUntried = true
            }
            guard isFree, mayFollow else { continue }
            switch entry.job.steps[entry.next] {
            case .quick(let work):
                return Round(entries: [entry], isSlow: false, work: work)
            case .slow(let work):
                guard mayBeSlow, slow == nil else { continue }
                slow = Round(entries: [entry], isSlow: true, work: work)
            case .syncDirectory(let path):
                guard mayBeSlow, !directoriesUnderway.contains(path) else { continue }
                if sync == nil { sync = JobQueue.sync(path) }
                if sync?.directory == path { sync?.entries.append(entry) }
            }
        }
        return slow ?? sync
    }

    private static func sync(_ path: String) -> Round {
        let work: Job.Work = { directory in
            do {
                try directory.fileSystem.syncDirectory(path)
            } catch let error as POSIXError where error.code == .ENOENT {}
        }
        return Round(entries: [], isSlow: true, work: work, directory: path)
    }

    private func begin(_ round: Round) {
        for entry in round.entries { entry.state = .underway }
        guard round.isSlow, width > 1 else { return end(round, attempt(round)) }
        if let path = round.directory { directoriesUnderway.insert(path) }
        underway.enter()
        let box = RoundBox(round)
        let worker = dequeueWorker()
        worker.async { [self] in
            let error = attempt(box.round)
            queue.async { [self] in
                freeWorkers.append(worker)
                if let path = box.round.directory { directoriesUnderway.remove(path) }
                end(box.round, error)
                run()
                underway.leave()
            }
        }
    }

    /// Returns a serial queue: the threads shared by concurrent queues are few, and those blocked
    /// by the disk would not be available for writing key presses.
    private func dequeueWorker() -> DispatchQueue {
        if let worker = freeWorkers.popLast() { return worker }
        workerCount += 1
        return DispatchQueue(label: "StateRestoration.sync.\(workerCount)", qos: .utility)
    }

    /// A round that is passed to its thread and back; only one of the two uses it at a time.
    private final class RoundBox: @unchecked Sendable {
        let round: Round

        init(_ round: Round) { self.round = round }
    }

    private func attempt(_ round: Round) -> (any Error)? {
        do {
            try round.work(directory)
            return nil
        } catch {
            return error
        }
    }

    private func end(_ round: Round, _ error: (any Error)?) {
        if let error {
            if isAbandoned {
                return entries.removeAll { entry in round.entries.contains { $0 === entry } }
            }
            for entry in round.entries {
                entry.state = .failed
                entry.next = 0
                entry.isTroubled = true
            }
            return failed(StateWriter.failure(error, "The session cannot be written."))
        }
        var isAnyDone = false
        for entry in round.entries {
            entry.state = .ready
            entry.next += 1
            if entry.next == entry.job.steps.count { isAnyDone = true }
        }
        guard isAnyDone else { return }
        let count = entries.count
        entries.removeAll { $0.next == $0.job.steps.count }
        let isTroubled = entries.contains(where: \.isTroubled)
        let handler: (@Sendable (RestorationError?) -> Void)? = lock.withLock {
            finished += count - entries.count
            guard !isTroubled else { return nil }
            backoff.succeed()
            defer { hasFailed = false }
            return hasFailed ? statusHandler : nil
        }
        handler?(nil)
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
            retry()
            run()
        }
    }
}

// MARK: - Jobs

/// Slow work in the state directory, in steps, repeated until it succeeds.
///
/// A failed job restarts with its first step, so that all steps must be repeatable. Only jobs that
/// really depend on each other wait for each other:
///
/// - Jobs with the same *topic* run in the order in which they were added, even if an earlier one
///   keeps failing. For example, a window's file must not be replaced before the file at launch has
///   its second name in the previous session, nor be moved before it is written.
/// - A job that merely *follows* others waits until they have been tried. The index is only a hint:
///   it should not name files that are not on the disk yet, but may.
///
/// A file sync has no topic: whatever else fails, typed text reaches the disk.
struct Job: Sendable {
    typealias Work = @Sendable (StateDirectory) throws -> Void

    /// An object that jobs must change in the given order.
    enum Topic: Hashable, Sendable {
        /// The files of a window in `windows/`.
        case window(SceneIdentifier)
        /// The file of a window among the closed ones.
        case closedWindow(SceneIdentifier)
        case previousSession
        /// The folder of a workspace.
        case workspace(WorkspaceIdentifier)
        case history
        case trash
        case index
    }

    enum Step: Sendable {
        /// Changes names, or writes little. One at a time, in the order of the jobs.
        case quick(Work)
        /// May take seconds, and only affects this job's own files. Runs in parallel with others.
        case slow(Work)
        /// Syncs a directory's names, if it exists; once for all jobs that have reached this step.
        case syncDirectory(String)
    }

    /// The earlier jobs that are tried first.
    enum Following: Sendable {
        case none
        case topics(Set<Topic>)
        case everything
    }

    var topics: Set<Topic> = []
    var following = Following.none
    /// Whether it has the only copy of some data, so that a run must not end cleanly without it.
    var isEssential = false
    /// Whether it replaces earlier jobs that are equal and have not started.
    var supersedesOthers = false
    var steps: [Step]
}

extension Job {
    /// Splits work into portions, so that a failure in one does not delay the others, and thousands
    /// of windows do not become thousands of jobs.
    static func portions<Element>(of elements: [Element]) -> [[Element]] {
        let size = max(1, elements.count / 64)
        return stride(from: 0, to: elements.count, by: size).map {
            Array(elements[$0..<min($0 + size, elements.count)])
        }
    }
}
