import Foundation

/// Takes the changes of all windows and brings them to the disk, off the main thread.
///
/// What must be quick, the writing of what was just typed, is done on a serial queue, and never
/// behind what may be slow, which are jobs. Everything but the inbox belongs to the queue, unless it
/// says otherwise.
final class StateWriter: @unchecked Sendable {
    /// Something to be brought to the disk, in the order given.
    enum Command: Sendable {
        /// A window has been opened; its file, if there is one, stays until the first change.
        case open(SceneIdentifier, WindowState, isNew: Bool, LaunchFile = LaunchFile())
        case change(SceneIdentifier, SceneChange)
        case close(SceneIdentifier, Date, following: Set<Job.Topic> = [])
        /// Windows go back to their workspace.
        case leave(WorkspaceLeaving)
        /// Other limits for the history, or none to end it.
        case limitHistory(HistoryLimits?)
        /// The window is not open after all; its file stays as it is.
        case forget(SceneIdentifier)
        /// The window is to have a file with later numbers than this one, whatever the disk has of it.
        case supersede(SceneIdentifier, number: Int)
        case job(Job)
        /// The same, when what it names must be on the disk before: the new files of windows.
        case index(Job)
    }

    private struct Inbox {
        var commands: [Command] = []
        /// How many there have been.
        var count = 0
        var isScheduled = false
        /// Until the restore is complete nothing may be touched.
        var isGated = true
        var hasEnded = false
        var lastDrain: Duration?
    }

    /// How long the changes of one event take to come together.
    private static let burst: Duration = .milliseconds(5)

    let directory: StateDirectory
    let clock: RestorationClock
    let configuration: RestorationSession.Configuration
    let queue = DispatchQueue(label: "StateRestoration.write", qos: .userInitiated)
    let jobs: JobQueue
    private let inboxLock = NSLock()
    private var inbox = Inbox()
    var files: [SceneIdentifier: WindowFile] = [:]
    /// The last state of closed windows whose files may not be there yet.
    var closing: [SceneIdentifier: WindowState] = [:]
    var unsynced: Set<SceneIdentifier> = []
    var isSyncScheduled = false
    var failures = WriteFailures()
    var backoff = Backoff()
    /// The failure that was reported last, until it is over.
    var reportedFailure: RestorationError?
    /// Whether the directory is this process's, and files may be written.
    var mayWrite = false
    /// Whether the directory belongs to another session now, and nothing is written ever again.
    var isStopped = false
    /// Windows that have been changed while nothing could be written.
    var heldBack: Set<SceneIdentifier> = []
    /// Whether what was there at launch may not have its second names yet.
    var isChangingGenerations = false
    /// Whether the files of the last run are on the disk, whatever happens to the power.
    private var areLaunchFilesSynced = false
    /// The way to the directory, while this process has not got it.
    var acquisition: DirectoryAcquisition?
    var history = HistoryTiming()
    /// The order of the windows.
    let index: SessionIndexBox
    /// Told, on the writer's queue, of windows whose changes have been written.
    let didPersist: @Sendable (Set<SceneIdentifier>) -> Void
    let statusChanged: @Sendable (StorageStatus) -> Void
    /// The right to write in the directory.
    let access: DirectoryAccess
    /// Told of what other programs have put in the place of the library's files.
    let foreignFound: @Sendable ([ForeignFile]) -> Void
    /// Told that nothing may be written in the directory from now on.
    let directoryLost: @Sendable () -> Void
    /// What this run has left in the directory to tell the next launch of it.
    var marker: LaunchMarker?
    /// Told of the first failure to keep the history.
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

    /// Takes a command; costs the main thread a few microseconds, whatever the command.
    func submit(_ command: Command) {
        let delay: Duration? = inboxLock.withLock {
            guard !inbox.hasEnded else { return nil }
            inbox.commands.append(command)
            inbox.count += 1
            guard !inbox.isGated, !inbox.isScheduled else { return nil }
            inbox.isScheduled = true
            // After a pause at once, or nearly: what one event changes is to be one write. While
            // changes follow one another, a full delay after the last write, however many there
            // are.
            let next = inbox.lastDrain.map { $0 + configuration.writeDelay - clock.uptime() }
            return max(next ?? .zero, min(StateWriter.burst, configuration.writeDelay))
        }
        if let delay { clock.schedule(delay, queue) { [weak self] in self?.drain() } }
    }

    /// Ends the time in which nothing may be touched; nothing is written before `open` all the same.
    func openGate() {
        queue.async { [self] in
            inboxLock.withLock { inbox.isGated = false }
            drain()
        }
    }

    /// Begins to write.
    ///
    /// - Parameter change: What must be done before files from before get another content.
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

    /// Returns when the jobs so far have run, and those that they gave rise to.
    func waitForJobs(retrying: Bool = false) {
        queue.sync {}
        jobs.runAll(retrying: retrying)
        // A job may have left something to the writer's queue, and that another job.
        var count = -1
        repeat {
            count = jobs.finishedCount
            queue.sync {}
            jobs.runAll(retrying: false)
        } while jobs.finishedCount != count
    }

    /// Brings everything to the disk, each window's file with one sync: what has a log is written anew,
    /// and that is synced instead.
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
                // Where there was no room for that, what has been appended is synced.
                syncUnsynced()
            }
        }
        waitForJobs(retrying: true)
        // A file that could not be synced is written anew, once.
        if !isSaved {
            queue.sync { retryFailed() }
            waitForJobs(retrying: true)
        }
        return isSaved
    }

    /// Whether nothing is waiting to be written or synced, and nothing fails that matters.
    var isSaved: Bool {
        // Not the jobs on this queue: they may wait for it.
        queue.sync {
            let isEmpty = inboxLock.withLock { inbox.commands.isEmpty }
            return isEmpty && mayWrite && failures.isEmpty && unsynced.isEmpty
        } && !jobs.hasEssentialJobs
    }

    /// Whether something that matters could not be written or synced, and has not been since.
    var isFailing: Bool {
        queue.sync { !mayWrite || !failures.isEmpty } || jobs.isFailing && jobs.hasEssentialJobs
    }

    /// How many commands there have been. Costs the main thread next to nothing.
    var commandCount: Int { inboxLock.withLock { inbox.count } }

    /// Refuses commands from now on.
    private func refuseCommands() {
        // What is there already is still taken by a `save`.
        inboxLock.withLock { inbox.hasEnded = true }
    }

    /// Ends the jobs; `save` comes before it. What has not succeeded is given up.
    ///
    /// - Parameter isClean: Whether everything was saved, and the next launch is to know it.
    func end(isClean: Bool) {
        refuseCommands()
        guard queue.sync(execute: { mayWrite }), !isGated else { return jobs.end() }
        if isClean { jobs.add(Job(steps: [.quick { try $0.removeIfPresent($0.running) }])) }
        jobs.end()
    }

    /// Goes on at the writer's queue.
    func `continue`(_ body: @escaping @Sendable (StateWriter) -> Void) {
        queue.async { [weak self] in
            if let self { body(self) }
        }
    }
}

// MARK: - On the writer's queue

extension StateWriter {
    /// Takes what is in the inbox, and writes it.
    ///
    /// - Parameter isSyncing: Whether all is to be synced next.
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
            // What is appended first: the book that was pasted into one window does not hold up the
            // keys that were pressed in another.
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

    /// Adds a job behind those by which the files that are being synced get their names: these come
    /// when the syncs are done.
    private func addBehindNames(_ job: Job) {
        let add: Job.Work = { [weak self] _ in self?.jobs.add(job) }
        jobs.add(Job(following: .everything, steps: [.quick(add)]))
    }
}
