import Foundation

/// How a writer gets the directory that could not be had at the start.
struct DirectoryTaking {
    /// Takes it, unless that fails.
    let take: () throws(RestorationError) -> Void
    /// Called, on the writer's queue, when it has been taken.
    let taken: @Sendable () -> Void
    var backoff = Backoff()
}

extension StateWriter {
    /// Goes on trying to take the directory, ever more slowly, and sooner while somebody is at work.
    func takeLater(
        _ access: DirectoryAccess,
        after error: RestorationError,
        taken: @escaping @Sendable () -> Void
    ) {
        queue.async { [self] in
            taking = DirectoryTaking(take: access.takeLate, taken: taken)
            takingFailed(error)
        }
    }

    /// The same after it was lost to another program, on the writer's queue.
    private func takeLater(
        again access: DirectoryAccess,
        after error: RestorationError,
        taken: @escaping @Sendable () -> Void
    ) {
        taking = DirectoryTaking(take: access.takeAgain, taken: taken)
        takingFailed(error)
    }

    /// Tries to take the directory, if that is still to be done. Blocks as long as the disk does.
    func takeNow() { queue.sync { takeDirectory() } }

    /// The same on the writer's queue, unless it was tried a moment ago.
    func takeDirectoryIfDue() {
        if taking?.backoff.isDue(at: clock.uptime()) == true { takeDirectory() }
    }

    private func takeDirectory() {
        guard let taking, !hasEnded, holdsDirectory() else { return }
        do {
            try taking.take()
        } catch {
            return takingFailed(error)
        }
        self.taking = nil
        taking.taken()
    }

    private func takingFailed(_ error: RestorationError) {
        report(error)
        guard let delay = taking?.backoff.fail(at: clock.uptime()) else { return }
        clock.schedule(delay, queue) { [weak self] in
            guard let self else { return }
            taking?.backoff.begin()
            takeDirectory()
        }
    }
}

// MARK: - Other programs

// Other programs that put something where this one keeps its own: a client that syncs the folder, a
// snapshot that is restored. On the writer's queue.

extension StateWriter {
    /// Looks whether the directory is still the one that this process has locked, which costs one look at
    /// the lock. When it is not, the one that is there now is taken instead, and all is written there.
    func checkDirectory() {
        guard mayWrite, let loss = access.loss() else { return }
        do {
            try access.takeAgain()
        } catch {
            return waitForDirectory(after: error, loss)
        }
        goOn(after: loss)
    }

    /// The windows of which other files are there than those that this process has left; they are
    /// written anew by the next write.
    func foreignFiles() -> Set<SceneIdentifier> {
        checkDirectory()
        guard mayWrite else { return [] }
        return Set(files.values.filter { $0.requireSnapshotIfForeign() }.map(\.id))
    }

    /// Tells of what was found in the place of a window's files.
    func tellForeign(_ file: WindowFile) {
        let foreign = file.takeForeign()
        guard !foreign.isEmpty else { return }
        jobs.add(Job(steps: [.syncDirectory(directory.quarantine)]))
        foreignFound(foreign)
    }

    /// Another process has the directory that is there now, or it cannot be had: nothing is written
    /// until it can.
    private func waitForDirectory(
        after error: RestorationError,
        _ loss: DirectoryAccess.Loss
    ) {
        mayWrite = false
        jobs.suspendSoon()
        heldBack.formUnion(files.keys)
        takeLater(again: access, after: error) { [weak self] in
            guard let self else { return }
            mayWrite = true
            jobs.resume(with: [])
            goOn(after: loss)
            let ids = heldBack.sorted { $0.rawValue < $1.rawValue }
            heldBack = []
            writeFiles(ids)
            wellAgain()
        }
    }

    private func goOn(after loss: DirectoryAccess.Loss) {
        let isElsewhere = loss == .directory
        let ids = files.values.filter { $0.requireSnapshotIfForeign(isElsewhere: isElsewhere) }
            .map(\.id).sorted { $0.rawValue < $1.rawValue }
        if isElsewhere {
            let marker = marker
            // Where one of these cannot be made, writing says so.
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

/// When to try again what has failed: ever more slowly, and sooner while somebody is at work.
///
/// The times are those of `RestorationClock.uptime`.
struct Backoff {
    private static let firstDelay: Duration = .milliseconds(100)
    private static let lastDelay: Duration = .seconds(30)
    /// The longest that somebody who goes on working waits for the next attempt.
    static let patience: Duration = .seconds(2)

    private var delay = Backoff.firstDelay
    private var isScheduled = false
    private var lastAttempt: Duration = .zero

    /// Notes a failure.
    ///
    /// - Returns: After what time to try again; `nil` when that is arranged already.
    mutating func fail(at time: Duration) -> Duration? {
        lastAttempt = time
        guard !isScheduled else { return nil }
        isScheduled = true
        defer { delay = min(delay * 2, Backoff.lastDelay) }
        return delay
    }

    /// Notes that the time that `fail` gave has come.
    mutating func begin() { isScheduled = false }

    /// Notes an attempt that nobody arranged.
    mutating func attempt(at time: Duration) { lastAttempt = time }

    /// Notes that all is well again.
    mutating func succeed() { delay = Backoff.firstDelay }

    /// Whether somebody who is at work has waited long enough since the last attempt.
    func isDue(at time: Duration) -> Bool { time - lastAttempt >= Backoff.patience }
}
