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
        /// The same, when what it names must be on the disk before: the new files of windows.
        case index(Job)
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
    private var failures = WriteFailures()
    private var backoff = Backoff()
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
            jobs.add { [weak self] directory in
                try job(directory)
                self?.tellWhenWellAgain()
            }
            inboxLock.withLock { inbox.isGated = false }
            drain()
        }
    }

    /// Writes and syncs everything; returns when that is done or has failed.
    func flush() {
        queue.sync {
            drain()
            retryFailed()
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
            let changed = files.values.filter(\.hasUnwrittenChanges).map(\.id)
            writeFiles(changed.sorted { $0.rawValue < $1.rawValue })
        }
        waitForJobs()
        let hasFailed = queue.sync { !failures.isEmpty }
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
        var index: Job?
        for command in commands {
            switch command {
            case .open(let id, let state, let isNew):
                files[id] = WindowFile(
                    id: id,
                    state: state,
                    directory: directory,
                    writer: configuration.writer
                )
                guard isNew else { continue }
                files[id]?.requireSnapshot()
                changed.append(id)
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
                failures.forget(id)
            case .job(let job):
                jobs.add(job)
            case .index(let job):
                index = job
            }
        }
        let writable = changed.filter { !failures.unwritten.contains($0) }
        let appended = writable.filter { files[$0]?.needsSnapshot == false }
        let rewritten = writable.filter { files[$0]?.needsSnapshot == true }
        // What is appended first: the book that was pasted into one window does not hold up the
        // keys that were pressed in another.
        writeFiles(appended)
        writeFiles(rewritten)
        if let index { addBehindNames(index) }
        guard !changed.isEmpty else { return }
        if backoff.isDue(at: clock.uptime()) { retryFailed() }
        jobs.retryIfDue()
    }

    /// Adds a job behind those by which the files that have been synced get their names.
    private func addBehindNames(_ job: @escaping Job) {
        jobs.add { [weak self] _ in self?.continue { $0.jobs.add(job) } }
    }

    private func writeFiles(_ ids: [SceneIdentifier]) {
        var written: Set<SceneIdentifier> = []
        for id in ids where !written.contains(id) {
            guard let file = files[id] else { continue }
            do {
                if try file.write() {
                    failures.wrote(id, anew: true)
                    // Syncs all that is in it; once more would cost as much again.
                    unsynced.remove(id)
                    remove(file.takeUseless())
                    finishLater(file)
                } else {
                    failures.wrote(id, anew: false)
                    unsynced.insert(id)
                }
                written.insert(id)
                wellAgain()
            } catch {
                failures.writeFailed(id)
                failed(error, "The state of a window cannot be written.", id)
            }
        }
        guard !written.isEmpty else { return }
        didPersist(written)
        if !unsynced.isEmpty { scheduleSync() }
    }

    private func close(_ id: SceneIdentifier, _ date: Date) {
        guard let file = files.removeValue(forKey: id) else { return }
        unsynced.remove(id)
        failures.forget(id)
        let temporary = file.temporaryPaths
        let bytes = file.closingSnapshot(date: date)
        jobs.add { [weak self] directory in
            try directory.replace(directory.closedWindow(id), with: bytes)
            for path in temporary + [directory.window(id)] { try directory.removeIfPresent(path) }
            try directory.fileSystem.syncDirectory(directory.windows)
            self?.tellWhenWellAgain()
        }
    }

    /// Syncs a new file, then lets it take its name, then syncs the name.
    private func finishLater(_ file: WindowFile) {
        guard let replacement = file.replacementPath else { return }
        let id = file.id
        sync([replacement], of: id) { $0.finish(id, replacement) }
    }

    private func finish(_ id: SceneIdentifier, _ replacement: String) {
        guard let file = files[id] else { return }
        do {
            guard let useless = try file.finishReplacing(replacement) else { return }
            failures.proved(id)
            jobs.add { [weak self] directory in
                try directory.fileSystem.syncDirectory(directory.windows)
                self?.tellWhenWellAgain()
            }
            remove(useless)
        } catch {
            failures.syncFailed(id)
            failed(error, "The state of a window cannot be replaced.", id)
        }
    }

    /// Removes files without a use. One that cannot be removed is left to the next launch.
    private func remove(_ paths: [String]) {
        guard !paths.isEmpty else { return }
        jobs.add { directory in
            for path in paths { try? directory.removeIfPresent(path) }
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
            // A replacement may have got its name meanwhile, and a closed window has left.
            sync([live, directory.window(id)], of: id)
        }
        unsynced = []
    }

    /// Syncs the first of these files of a window that is there, then goes on with the rest.
    private func sync(
        _ paths: [String],
        of id: SceneIdentifier,
        then next: @escaping @Sendable (StateWriter) -> Void = { _ in }
    ) {
        jobs.add { [weak self] directory in
            for path in paths {
                do {
                    try directory.fileSystem.sync(path)
                    self?.continue(next)
                    return
                } catch let error as POSIXError where error.code == .ENOENT {
                    continue
                } catch {
                    self?.continue { $0.syncFailed(error, path, id) }
                    return
                }
            }
        }
    }

    private func syncFailed(_ error: any Error, _ path: String, _ id: SceneIdentifier) {
        // A window that was closed or written anew meanwhile is elsewhere.
        guard let file = files[id], file.syncFailed(path) else { return }
        failures.syncFailed(id)
        failed(error, "The state of a window cannot be synced.", id)
    }

    /// Goes on at the writer's queue.
    private func `continue`(_ body: @escaping @Sendable (StateWriter) -> Void) {
        queue.async { [weak self] in
            if let self { body(self) }
        }
    }
}

// MARK: - Failures

extension StateWriter {
    private func failed(_ error: any Error, _ message: String, _ id: SceneIdentifier) {
        report(StateWriter.failure(error, message, id, directory))
        guard let delay = backoff.fail(at: clock.uptime()) else { return }
        clock.schedule(delay, queue) { [weak self] in
            guard let self else { return }
            backoff.begin()
            guard !inboxLock.withLock({ inbox.hasEnded }) else { return }
            retryFailed()
        }
    }

    private func retryFailed() {
        backoff.attempt(at: clock.uptime())
        for id in failures.unsynced { files[id]?.requireSnapshot() }
        writeFiles(failures.ids)
    }

    /// Tells of the first failure in a row, and of its end.
    private func report(_ error: RestorationError?) {
        guard let error else { return wellAgain() }
        guard !isFailing else { return }
        isFailing = true
        statusChanged(.failing(error))
    }

    /// For the end of a job after which nothing else would tell.
    private func tellWhenWellAgain() { self.continue { $0.wellAgain() } }

    private func wellAgain() {
        guard failures.isEmpty, !jobs.isFailing else { return }
        backoff.succeed()
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
