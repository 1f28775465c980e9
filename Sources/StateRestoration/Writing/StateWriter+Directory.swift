import Foundation

/// How a writer acquires a directory that was not available at the start.
struct DirectoryAcquisition {
    /// Acquires it, or throws.
    let acquire: () throws(RestorationError) -> Void
    /// Called on the writer's queue when it has been acquired.
    let acquired: @Sendable () -> Void
    var backoff = Backoff()
}

extension StateWriter {
    /// Retries to acquire the directory with growing delays, and sooner while the user is working.
    func acquireLater(
        _ access: DirectoryAccess,
        after error: RestorationError,
        acquired: @escaping @Sendable () -> Void
    ) {
        queue.async { [self] in
            acquisition = DirectoryAcquisition(acquire: access.acquireLate, acquired: acquired)
            acquisitionFailed(error)
        }
    }

    /// The same after it was lost to another program, on the writer's queue.
    private func reacquireLater(
        _ access: DirectoryAccess,
        after error: RestorationError,
        acquired: @escaping @Sendable () -> Void
    ) {
        acquisition = DirectoryAcquisition(acquire: access.reacquire, acquired: acquired)
        acquisitionFailed(error)
    }

    /// Tries to acquire the directory, if not acquired yet. Blocks as long as the disk does.
    func acquireDirectoryNow() { queue.sync { acquireDirectory() } }

    /// The same on the writer's queue, unless it was tried a moment ago.
    func acquireDirectoryIfDue() {
        if acquisition?.backoff.isDue(at: clock.uptime()) == true { acquireDirectory() }
    }

    private func acquireDirectory() {
        guard let acquisition, !hasEnded, holdsDirectory() else { return }
        do {
            try acquisition.acquire()
        } catch {
            return acquisitionFailed(error)
        }
        self.acquisition = nil
        acquisition.acquired()
    }

    private func acquisitionFailed(_ error: RestorationError) {
        report(error)
        guard let delay = acquisition?.backoff.fail(at: clock.uptime()) else { return }
        clock.schedule(delay, queue) { [weak self] in
            guard let self else { return }
            acquisition?.backoff.begin()
            acquireDirectory()
        }
    }
}

// MARK: - Other programs

// Detects changes by other programs in the library's places, such as a client that syncs the
// folder, or a restored snapshot. Runs on the writer's queue.

extension StateWriter {
    /// Checks whether the directory is still the one that this process has locked, which costs one
    /// status call. Otherwise the current one is acquired, and everything is written there.
    func checkDirectory() {
        guard mayWrite, let loss = access.loss() else { return }
        do {
            try access.reacquire()
        } catch {
            return waitForDirectory(after: error, loss)
        }
        goOn(after: loss)
    }

    /// The windows whose files differ from those that this process wrote; they are rewritten by the
    /// next write.
    func foreignFiles() -> Set<SceneIdentifier> {
        checkDirectory()
        guard mayWrite else { return [] }
        return Set(files.values.filter { $0.requireSnapshotIfForeign() }.map(\.id))
    }

    /// Reports foreign files that were found in the place of a window's files.
    func reportForeign(_ file: WindowFile) {
        let foreign = file.drainForeign()
        guard !foreign.isEmpty else { return }
        jobs.add(Job(steps: [.syncDirectory(directory.quarantine)]))
        foreignFound(foreign)
    }

    /// Another process has the current directory, or it cannot be acquired: nothing is written
    /// until it can.
    private func waitForDirectory(
        after error: RestorationError,
        _ loss: DirectoryAccess.Loss
    ) {
        mayWrite = false
        jobs.suspendSoon()
        heldBack.formUnion(files.keys)
        reacquireLater(access, after: error) { [weak self] in
            guard let self else { return }
            mayWrite = true
            jobs.resume(with: [])
            goOn(after: loss)
            let ids = heldBack.sorted { $0.rawValue < $1.rawValue }
            heldBack = []
            writeFiles(ids)
            reportRecovery()
        }
    }

    private func goOn(after loss: DirectoryAccess.Loss) {
        let isElsewhere = loss == .directory
        let ids = files.values.filter { $0.requireSnapshotIfForeign(isElsewhere: isElsewhere) }
            .map(\.id).sorted { $0.rawValue < $1.rawValue }
        if isElsewhere {
            let marker = marker
            // If one of these cannot be made, writing reports it.
            jobs.add(
                Job(steps: [
                    .quick { directory in
                        try directory.makeFolder(directory.windows)
                        try directory.makeFolder(directory.closed)
                        try marker?.markRestored(in: directory)
                    },
                    .syncDirectory(directory.path),
                ])
            )
        }
        foreignFound([
            ForeignFile(
                path: isElsewhere ? directory.path : directory.lock,
                kind: isElsewhere ? .directory : .lock
            )
        ])
        writeFiles(ids)
    }
}

// MARK: - Trying again

/// Decides when to retry a failure: with growing delays, and sooner while the user is working.
///
/// The times are those of `RestorationClock.uptime`.
struct Backoff {
    private static let firstDelay: Duration = .milliseconds(100)
    private static let lastDelay: Duration = .seconds(30)
    /// The maximum delay before the next attempt while the user is working.
    static let retryIntervalAtWork: Duration = .seconds(2)

    private var delay = Backoff.firstDelay
    private var isScheduled = false
    private var lastAttempt: Duration = .zero

    /// Records a failure.
    ///
    /// - Returns: The delay before the next attempt; `nil` when one is already scheduled.
    mutating func fail(at time: Duration) -> Duration? {
        lastAttempt = time
        guard !isScheduled else { return nil }
        isScheduled = true
        defer { delay = min(delay * 2, Backoff.lastDelay) }
        return delay
    }

    /// Records that the delay that `fail` returned has passed.
    mutating func begin() { isScheduled = false }

    /// Records an attempt that was not scheduled.
    mutating func attempt(at time: Duration) { lastAttempt = time }

    /// Records a success.
    mutating func succeed() { delay = Backoff.firstDelay }

    /// Whether enough time has passed since the last attempt for another one while the user is
    /// working.
    func isDue(at time: Duration) -> Bool { time - lastAttempt >= Backoff.retryIntervalAtWork }
}
