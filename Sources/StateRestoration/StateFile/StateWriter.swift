import Foundation

/// Takes the changes of all windows and brings them to the disk, off the main thread.
///
/// Two serial queues: what must be quick, the writing of what was just typed, is never behind what
/// may be slow, the syncing. Everything but the inbox belongs to the first queue, unless it says
/// otherwise.
final class StateWriter: @unchecked Sendable {
    /// Something to be brought to the disk, in the order given.
    enum Command: Sendable {
        /// A window has been opened; its file, if there is one, stays until the first change.
        case open(SceneIdentifier, WindowState, isNew: Bool)
        case change(SceneIdentifier, SceneChange)
        case close(SceneIdentifier, Date)
        /// The window is not open after all; its file stays as it is.
        case forget(SceneIdentifier)
        /// A slow operation that may be repeated without harm.
        case job(Job)
    }

    typealias Job = @Sendable (StateDirectory) throws -> Void

    private struct Inbox {
        var commands: [Command] = []
        var isScheduled = false
        /// Until the restore is complete nothing may be touched.
        var isGated = true
        var hasEnded = false
        var lastDrain: Duration?
    }

    /// How long the changes of one event take to come together.
    private static let burst: Duration = .milliseconds(5)

    let directory: StateDirectory
    private let clock: RestorationClock
    private let configuration: RestorationSession.Configuration
    private let queue = DispatchQueue(label: "StateRestoration.write", qos: .userInitiated)
    private let jobs: JobQueue
    private let inboxLock = NSLock()
    private var inbox = Inbox()
    private var files: [SceneIdentifier: WindowFile] = [:]
    private var unsynced: Set<SceneIdentifier> = []
    private var isSyncScheduled = false
    /// Windows whose last write failed; they wait for the retry, lest a full disk is tried at each
    /// key.
    private var failing: Set<SceneIdentifier> = []
    private var isRetryScheduled = false
    private var retryDelay = JobQueue.firstRetryDelay
    private var isFailing = false
    /// Told, on the writer's queue, of windows whose changes have been written.
    private let didPersist: @Sendable (Set<SceneIdentifier>) -> Void
    private let statusChanged: @Sendable (StorageStatus) -> Void

    init(
        directory: StateDirectory,
        configuration: RestorationSession.Configuration,
        clock: RestorationClock,
        didPersist: @escaping @Sendable (Set<SceneIdentifier>) -> Void,
        statusChanged: @escaping @Sendable (StorageStatus) -> Void
    ) {
        self.directory = directory
        self.configuration = configuration
        self.clock = clock
        self.didPersist = didPersist
        self.statusChanged = statusChanged
        jobs = JobQueue(directory: directory, clock: clock)
        jobs.setStatusHandler { [weak self] error in
            guard let self else { return }
            queue.async { self.report(error) }
        }
    }

    /// Takes a command; costs the main thread a few microseconds, whatever the command.
    func submit(_ command: Command) {
        let delay: Duration? = inboxLock.withLock {
            guard !inbox.hasEnded else { return nil }
            inbox.commands.append(command)
            guard !inbox.isGated, !inbox.isScheduled else { return nil }
            inbox.isScheduled = true
            // After a pause at once, or nearly: what one event changes is to be one write. While
            // changes follow one another, a full delay after the last write, however many there
            // are.
            let next = inbox.lastDrain.map { $0 + configuration.writeDelay - clock.uptime() }
            return max(next ?? .zero, min(StateWriter.burst, configuration.writeDelay))
        }
        if let delay { scheduleDrain(after: delay) }
    }

    /// Ends the time in which nothing may be touched.
    ///
    /// - Parameters:
    ///   - preparation: What must be done before anything is written, and is quick.
    ///   - job: What must be done before any file from before gets another content: the first job,
    ///     and each replacement waits for the jobs before it.
    func openGate(after preparation: @escaping Job, then job: @escaping Job) {
        queue.async { [self] in
            do {
                try preparation(directory)
            } catch {
                report(StateWriter.failure(error, "The state directory cannot be prepared."))
            }
            jobs.add(job)
            inboxLock.withLock { inbox.isGated = false }
            drain()
        }
    }

    /// Writes and syncs everything; returns when that is done or has failed.
    func flush() {
        queue.sync {
            drain()
            writeFiles(Array(failing))
            syncUnsynced()
        }
        waitForJobs()
    }

    /// Returns when the jobs so far have run, and those that they gave rise to.
    func waitForJobs() {
        queue.sync {}
        jobs.runAll()
        // A job may have left a rename to the writer's queue, and that another job.
        queue.sync {}
        jobs.runAll()
    }

    /// Compacts and writes everything a last time, then runs the job; later commands are refused.
    ///
    /// The job is not run when anything before it failed, nor when nothing may be touched yet.
    func end(last job: @escaping Job) {
        flush()
        let isGated = inboxLock.withLock {
            inbox.hasEnded = true
            return inbox.isGated
        }
        guard !isGated else { return }
        queue.sync {
            for file in files.values where file.hasLog { file.requireSnapshot() }
            writeFiles(files.keys.sorted { $0.rawValue < $1.rawValue })
        }
        waitForJobs()
        let hasFailed = queue.sync { !failing.isEmpty }
        if !hasFailed { jobs.add(job) }
        jobs.end()
    }
}

// MARK: - On the writer's queue

extension StateWriter {
    private func scheduleDrain(after delay: Duration) {
        clock.schedule(delay, queue) { [weak self] in self?.drain() }
    }

    private func drain() {
        let commands = inboxLock.withLock {
            guard !inbox.isGated else { return [Command]() }
            inbox.isScheduled = false
            inbox.lastDrain = clock.uptime()
            defer { inbox.commands = [] }
            return inbox.commands
        }
        var changed: [SceneIdentifier] = []
        for command in commands {
            switch command {
            case .open(let id, let state, let isNew):
                files[id] = WindowFile(
                    id: id,
                    state: state,
                    directory: directory,
                    writer: configuration.writer
                )
                if isNew { changed.append(id) }
            case .change(let id, let change):
                guard let file = files[id] else { continue }
                file.apply(change)
                if changed.last != id { changed.append(id) }
            case .close(let id, let date):
                changed.removeAll { $0 == id }
                close(id, date)
            case .forget(let id):
                changed.removeAll { $0 == id }
                files[id] = nil
            case .job(let job):
                jobs.add(job)
            }
        }
        changed.removeAll { failing.contains($0) }
        // What is appended first: the book that was pasted into one window does not hold up the
        // keys that were pressed in another.
        writeFiles(changed.filter { files[$0]?.needsSnapshot == false })
        writeFiles(changed.filter { files[$0]?.needsSnapshot == true })
    }

    private func writeFiles(_ ids: [SceneIdentifier]) {
        var written: Set<SceneIdentifier> = []
        for id in ids where !written.contains(id) {
            guard let file = files[id] else { continue }
            do {
                if try file.write() {
                    // Syncs all that is in it; once more would cost as much again.
                    unsynced.remove(id)
                    finishLater(file)
                } else {
                    unsynced.insert(id)
                }
                written.insert(id)
                failing.remove(id)
                wellAgain()
            } catch {
                report(
                    StateWriter.failure(
                        error,
                        "The state of a window cannot be written.",
                        id,
                        directory
                    )
                )
                retry(id)
            }
        }
        guard !written.isEmpty else { return }
        didPersist(written)
        if !unsynced.isEmpty { scheduleSync() }
    }

    private func close(_ id: SceneIdentifier, _ date: Date) {
        guard let file = files.removeValue(forKey: id) else { return }
        unsynced.remove(id)
        failing.remove(id)
        let replacement = file.replacementPath
        let bytes = file.closingSnapshot(date: date)
        jobs.add { directory in
            try directory.replace(directory.closedWindow(id), with: bytes)
            if let replacement { try directory.removeIfPresent(replacement) }
            try directory.removeIfPresent(directory.window(id))
            try directory.fileSystem.syncDirectory(directory.windows)
        }
    }

    /// Syncs a new file, then lets it take its name, then syncs the name.
    private func finishLater(_ file: WindowFile) {
        guard let replacement = file.replacementPath else { return }
        let id = file.id
        jobs.add { [weak self] directory in
            do {
                try directory.fileSystem.sync(replacement)
            } catch let error as POSIXError where error.code == .ENOENT {
                // The window was closed, or the file replaced once more, meanwhile.
                return
            }
            guard let self else { return }
            queue.async { self.finish(id, replacement) }
        }
    }

    private func finish(_ id: SceneIdentifier, _ replacement: String) {
        guard let file = files[id] else { return }
        do {
            try file.finishReplacing(replacement)
            jobs.add { try $0.fileSystem.syncDirectory($0.windows) }
        } catch {
            report(
                StateWriter.failure(
                    error,
                    "The state of a window cannot be replaced.",
                    id,
                    directory
                )
            )
            file.requireSnapshot()
            retry(id)
        }
    }
}

// MARK: - Syncing

extension StateWriter {
    private func scheduleSync() {
        guard !isSyncScheduled else { return }
        isSyncScheduled = true
        clock.schedule(configuration.syncDelay, queue) { [weak self] in self?.syncUnsynced() }
    }

    private func syncUnsynced() {
        isSyncScheduled = false
        for id in unsynced {
            guard let live = files[id]?.livePath else { continue }
            jobs.add { directory in
                // A replacement may have got its name meanwhile, and a closed window has left.
                for path in [live, directory.window(id)] {
                    do {
                        return try directory.fileSystem.sync(path)
                    } catch let error as POSIXError where error.code == .ENOENT {}
                }
            }
        }
        unsynced = []
    }
}

// MARK: - Failures

extension StateWriter {
    private func retry(_ id: SceneIdentifier) {
        failing.insert(id)
        guard !isRetryScheduled else { return }
        isRetryScheduled = true
        clock.schedule(retryDelay, queue) { [weak self] in
            guard let self else { return }
            isRetryScheduled = false
            guard !inboxLock.withLock({ inbox.hasEnded }) else { return }
            writeFiles(Array(failing))
        }
        retryDelay = min(retryDelay * 2, JobQueue.lastRetryDelay)
    }

    /// Tells of the first failure in a row, and of its end.
    private func report(_ error: RestorationError?) {
        guard let error else { return wellAgain() }
        guard !isFailing else { return }
        isFailing = true
        statusChanged(.failing(error))
    }

    private func wellAgain() {
        guard failing.isEmpty, !jobs.isFailing else { return }
        retryDelay = JobQueue.firstRetryDelay
        guard isFailing else { return }
        isFailing = false
        statusChanged(.working)
    }

    static func failure(
        _ error: any Error,
        _ message: String,
        _ id: SceneIdentifier? = nil,
        _ directory: StateDirectory? = nil
    ) -> RestorationError {
        if let error = error as? RestorationError { return error }
        let url = id.flatMap { id in directory.map { $0.url($0.window(id)) } }
        return RestorationError(.cannotWrite, message, url: url, underlying: error)
    }
}
