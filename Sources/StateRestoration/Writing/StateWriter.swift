import Foundation

/// Writes the changes of all windows to the disk, off the main thread.
///
/// Quick work, such as writing typed text, is done on a serial queue, and never waits for slow
/// work, which is done by jobs. Everything but the inbox is only used on the queue, unless stated
/// otherwise.
final class StateWriter: @unchecked Sendable {
    /// Work to carry out, in the given order.
    enum Command: Sendable {
        /// A window has been opened; its file, if it exists, stays unchanged until the first
        /// change.
        case open(SceneIdentifier, WindowState, isNew: Bool, LaunchFile = LaunchFile())
        case change(SceneIdentifier, SceneChange)
        case close(SceneIdentifier, Date, following: Set<Job.Topic> = [])
        /// Windows return to their workspace.
        case leave(WorkspaceLeaving)
        /// Sets the limits of the history; without any, turns it off.
        case limitHistory(HistoryLimits?)
        /// The window is not open after all; its file stays unchanged.
        case forget(SceneIdentifier)
        /// The window's file must have higher numbers than this one, whatever is on the disk.
        case supersede(SceneIdentifier, number: Int)
        case job(Job)
        /// The same, when files that it names, the new files of windows, must be on the disk
        /// before.
        case index(Job)
    }

    private struct Inbox {
        var commands: [Command] = []
        /// The number of commands so far.
        var count = 0
        var isScheduled = false
        /// Nothing may be changed until the restore is complete.
        var isGated = true
        var hasEnded = false
        var lastDrain: Duration?
    }

    /// The time in which the changes of one event are collected.
    private static let burst: Duration = .milliseconds(5)

    let directory: StateDirectory
    let clock: RestorationClock
    let configuration: RestorationSession.Configuration
    let queue = DispatchQueue(label: "StateRestoration.write", qos: .userInitiated)
    let jobs: JobQueue
    private let inboxLock = NSLock()
    private var inbox = Inbox()
    var files: [SceneIdentifier: WindowFile] = [:]
    /// The last state of closed windows whose files may not exist yet.
    var closing: [SceneIdentifier: WindowState] = [:]
    var unsynced: Set<SceneIdentifier> = []
    var isSyncScheduled = false
    var failures = WriteFailures()
    var backoff = Backoff()
    /// The failure reported last, until it is over.
    var reportedFailure: RestorationError?
    /// Whether this process has the directory and may write files.
    var mayWrite = false
    /// Whether the directory belongs to another session now, and nothing may ever be written again.
    var isStopped = false
    /// Windows that were changed while nothing could be written.
    var heldBack: Set<SceneIdentifier> = []
    /// Whether the files at launch may not have their second names yet.
    var isChangingGenerations = false
    /// Whether the files of the last run are on the disk, safe from a power cut.
    private var areLaunchFilesSynced = false
    /// How to acquire the directory, until this process has it.
    var acquisition: DirectoryAcquisition?
    var history = HistoryTiming()
    /// The order of the windows.
    let index: SessionIndexBox
    /// Called on the writer's queue with windows whose changes were written.
    let didPersist: @Sendable (Set<SceneIdentifier>) -> Void
    let statusChanged: @Sendable (StorageStatus) -> Void
    /// The exclusive right to write to the directory.
    let access: DirectoryAccess
    /// Called with foreign files that were found in the place of the library's.
    let foreignFound: @Sendable ([ForeignFile]) -> Void
    /// Called when nothing may be written in the directory any longer.
    let directoryLost: @Sendable () -> Void
    /// The file in which this run leaves information for the next launch.
    var marker: LaunchMarker?
    /// Called with the first failure to store the history.
    let historyFailure: @Sendable (RestorationError) -> Void

    init(
        directory: StateDirectory,
        configuration: RestorationSession.Configuration,
        clock: RestorationClock,
        index: SessionIndexBox,
        access: DirectoryAccess,
        didPersist: @escaping @Sendable (Set<SceneIdentifier>) -> Void,
        statusChanged: @escaping @Sendable (StorageStatus) -> Void,
        foreignFound: @escaping @Sendable ([ForeignFile]) -> Void,
        directoryLost: @escaping @Sendable () -> Void,
        historyFailure: @escaping @Sendable (RestorationError) -> Void
    ) {
        self.directory = directory
        self.configuration = configuration
        self.clock = clock
        self.index = index
        self.access = access
        self.foreignFound = foreignFound
        self.directoryLost = directoryLost
        self.historyFailure = historyFailure
        history.limits = configuration.history
        self.didPersist = didPersist
        self.statusChanged = statusChanged
        jobs = JobQueue(directory: directory, hold: access.hold, clock: clock)
        jobs.suspend()
        jobs.setStatusHandler { [weak self] error in
            guard let self else { return }
            queue.async { self.report(error) }
        }
        access.hold.onLoss { [weak self] in
            guard let self else { return }
            queue.async { self.stopWriting() }
        }
    }

    var hasEnded: Bool { inboxLock.withLock { inbox.hasEnded } }
    private var isGated: Bool { inboxLock.withLock { inbox.isGated } }

    /// Adds a command; any command costs the main thread a few microseconds.
    func submit(_ command: Command) {
        let delay: Duration? = inboxLock.withLock {
            guard !inbox.hasEnded else { return nil }
            inbox.commands.append(command)
            inbox.count += 1
            guard !inbox.isGated, !inbox.isScheduled else { return nil }
            inbox.isScheduled = true
            // After a pause almost at once: all changes of one event should make one write. During
            // continuous changes, a full delay after the last write, however many there are.
            let next = inbox.lastDrain.map { $0 + configuration.writeDelay - clock.uptime() }
            return max(next ?? .zero, min(StateWriter.burst, configuration.writeDelay))
        }
        if let delay { clock.schedule(delay, queue) { [weak self] in self?.drain() } }
    }

    /// Allows changes; even so, nothing is written before `open`.
    func openGate() {
        queue.async { [self] in
            inboxLock.withLock { inbox.isGated = false }
            drain()
        }
    }

    /// Starts writing.
    ///
    /// - Parameter change: The work to do before files from before this launch are overwritten.
    func open(with change: GenerationChange) {
        queue.async { [self] in
            guard holdsDirectory() else { return }
            do {
                try change.prepare(directory)
            } catch {
                report(StateWriter.failure(error, "The state directory cannot be prepared."))
            }
            isChangingGenerations = true
            areLaunchFilesSynced = !change.mayBeUnsynced
            let changing = change.jobs(
                in: directory,
                didKeep: { [weak self] in
                    self?.continue { $0.isChangingGenerations = false }
                },
                didSync: { [weak self] in
                    self?.continue { $0.launchFilesAreSynced() }
                }
            )
            jobs.resume(with: changing)
            // For the end of the last of them, after which nothing else would report it.
            jobs.add(
                Job(
                    following: .everything,
                    steps: [.quick { [weak self] _ in self?.reportRecoverySoon() }]
                )
            )
            mayWrite = true
            marker = change.marker
            if let atLaunch = change.history { keepHistory(atLaunch) }
            let ids = heldBack.sorted { $0.rawValue < $1.rawValue }
            heldBack = []
            drain()
            writeFiles(ids)
            reportRecovery()
        }
    }

    private func launchFilesAreSynced() {
        areLaunchFilesSynced = true
        for file in files.values { file.baseIsSynced() }
    }
}

// MARK: - Waiting

extension StateWriter {
    /// Writes and syncs everything; returns when that is done or has failed.
    func flush() {
        queue.sync {
            drain(isSyncing: true)
            retryFailed(with: foreignFiles())
            syncUnsynced()
        }
        waitForJobs(retrying: true)
    }

    /// Returns when the jobs so far have run, and those that they added.
    func waitForJobs(retrying: Bool = false) {
        queue.sync {}
        jobs.runAll(retrying: retrying)
        // A job may have added work on the writer's queue, and that another job.
        var count = -1
        repeat {
            count = jobs.finishedCount
            queue.sync {}
            jobs.runAll(retrying: false)
        } while jobs.finishedCount != count
    }

    /// Writes everything to the disk, with one sync per window file: a file with a log is
    /// rewritten, and the new file is synced instead.
    ///
    /// - Returns: Whether everything is on the disk.
    func save() -> Bool {
        jobs.whilePaused {
            queue.sync {
                drain(isSyncing: true)
                let foreign = foreignFiles()
                let ids = Set(files.values.filter(\.hasLog).map(\.id))
                for id in ids { files[id]?.requireSnapshot() }
                retryFailed(with: ids.union(foreign))
                // If there was no room for that, sync the appended changes.
                syncUnsynced()
            }
        }
        waitForJobs(retrying: true)
        // A file that could not be synced is rewritten once.
        if !isSaved {
            queue.sync { retryFailed() }
            waitForJobs(retrying: true)
        }
        return isSaved
    }

    /// Whether nothing is waiting to be written or synced, and nothing essential fails.
    var isSaved: Bool {
        // Not the jobs on this queue: they may wait for it.
        queue.sync {
            let isEmpty = inboxLock.withLock { inbox.commands.isEmpty }
            return isEmpty && mayWrite && failures.isEmpty && unsynced.isEmpty
        } && !jobs.hasEssentialJobs
    }

    /// Whether something essential could not be written or synced, and has not been since.
    var isFailing: Bool {
        queue.sync { !mayWrite || !failures.isEmpty } || jobs.isFailing && jobs.hasEssentialJobs
    }

    /// The number of commands so far. Costs the main thread almost nothing.
    var commandCount: Int { inboxLock.withLock { inbox.count } }

    /// Refuses commands from now on.
    private func refuseCommands() {
        // Commands already in the inbox are still handled by a `save`.
        inboxLock.withLock { inbox.hasEnded = true }
    }

    /// Ends the jobs; call `save` before. Unfinished work is given up.
    ///
    /// - Parameter isClean: Whether everything was saved, and the next launch should know.
    func end(isClean: Bool) {
        refuseCommands()
        guard queue.sync(execute: { mayWrite }), !isGated else { return jobs.end() }
        if isClean { jobs.add(Job(steps: [.quick { try $0.removeIfPresent($0.running) }])) }
        jobs.end()
    }

    /// Continues on the writer's queue.
    func `continue`(_ body: @escaping @Sendable (StateWriter) -> Void) {
        queue.async { [weak self] in
            if let self { body(self) }
        }
    }
}

// MARK: - On the writer's queue

extension StateWriter {
    /// Takes the commands in the inbox and writes their changes.
    ///
    /// - Parameter isSyncing: Whether a sync of everything follows.
    func drain(isSyncing: Bool = false) {
        let commands = inboxLock.withLock {
            guard !inbox.isGated else { return [Command]() }
            inbox.isScheduled = false
            inbox.lastDrain = clock.uptime()
            defer { inbox.commands = [] }
            return inbox.commands
        }
        if !commands.isEmpty, !mayWrite || holdsDirectory() {
            checkDirectory()
            keepHistoryIfDue()
        }
        var changed: [SceneIdentifier] = []
        var index: Job?
        for command in commands {
            switch command {
            case .open(let id, let state, let isNew, let launchFile):
                files[id] = WindowFile(
                    id: id,
                    state: state,
                    launchFile: launchFile,
                    directory: directory,
                    writer: configuration.writer
                )
                if areLaunchFilesSynced { files[id]?.baseIsSynced() }
                guard isNew else { continue }
                files[id]?.requireSnapshot()
                changed.append(id)
            case .change(let id, let change):
                guard let file = files[id] else { continue }
                file.apply(change)
                if changed.last != id { changed.append(id) }
            case .close(let id, let date, let following):
                changed.removeAll { $0 == id }
                close(id, date, following: following)
            case .leave(let leaving):
                changed.removeAll { leaving.windows.contains($0) }
                leave(leaving)
            case .limitHistory(let limits):
                setHistoryLimits(limits)
            case .forget(let id):
                changed.removeAll { $0 == id }
                forget(id)
            case .supersede(let id, let number):
                guard let file = files[id] else { continue }
                file.requireSnapshot(from: number)
                changed.append(id)
            case .job(let job):
                jobs.add(job)
            case .index(let job):
                index = job
            }
        }
        if isSyncing { requireSnapshots(of: changed) }
        write(changed)
        if let index { addBehindNames(index) }
    }

    private func write(_ changed: [SceneIdentifier]) {
        if mayWrite {
            let writable = changed.filter { !failures.unwritten.contains($0) }
            let appended = writable.filter { files[$0]?.needsSnapshot == false }
            let rewritten = writable.filter { files[$0]?.needsSnapshot == true }
            // Appended changes first: a book pasted into one window must not delay the keys pressed
            // in another.
            writeFiles(appended)
            writeFiles(rewritten)
        } else {
            heldBack.formUnion(changed)
            if !changed.isEmpty { acquireDirectoryIfDue() }
        }
        guard !changed.isEmpty else { return }
        if backoff.isDue(at: clock.uptime()) { retryFailed() }
        jobs.retryIfDue()
    }

    /// Adds a job after those that rename files that are being synced: these are added when the
    /// syncs are done.
    private func addBehindNames(_ job: Job) {
        let add: Job.Work = { [weak self] _ in self?.jobs.add(job) }
        jobs.add(Job(following: .everything, steps: [.quick(add)]))
    }
}
