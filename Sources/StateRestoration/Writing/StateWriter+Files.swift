import Foundation

// The windows' files: written, synced, named, closed. On the writer's queue.

extension StateWriter {
    func writeFiles(_ ids: [SceneIdentifier]) {
        guard mayWrite else { return heldBack.formUnion(ids) }
        var written: Set<SceneIdentifier> = []
        for id in ids where !written.contains(id) {
            guard let file = files[id] else { continue }
            defer { reportForeign(file) }
            do {
                if try file.write() {
                    failures.wrote(id, anew: true)
                    // Syncs all that is in it; once more would cost as much again.
                    unsynced.remove(id)
                    remove(file.drainUseless())
                    finishLater(file)
                } else {
                    failures.wrote(id, anew: false)
                    unsynced.insert(id)
                }
                written.insert(id)
                reportRecovery()
            } catch {
                failures.writeFailed(id)
                failed(error, "The state of a window cannot be written.", id)
            }
        }
        guard !written.isEmpty else { return }
        didPersist(written)
        if !unsynced.isEmpty { scheduleSync() }
    }

    /// Lets a window's file be as it is.
    func forget(_ id: SceneIdentifier) {
        files[id] = nil
        failures.forget(id)
        unsynced.remove(id)
        heldBack.remove(id)
    }

    /// - Parameter following: What must have been done before.
    func close(_ id: SceneIdentifier, _ date: Date, following: Set<Job.Topic> = []) {
        guard let file = files[id] else { return }
        // The closing may take as long as a sync; until then a kill leaves the window open, with all
        // that is in it.
        if mayWrite, file.hasUnwrittenChanges {
            do { _ = try file.write() } catch { /* The closing says so if it fails as well. */  }
        }
        forget(id)
        let temporary = file.temporaryPaths
        let expected = file.expectedAtName
        let bytes = file.closingSnapshot(date: date)
        closing[id] = file.state
        let number = file.state.nextSequence
        let path = directory.closedWindow(id)
        jobs.add(
            Job(
                topics: following.union([.closedWindow(id)]),
                isEssential: true,
                steps: [.quick { try $0.keepIfLater(path, than: number) }]
                    + StateDirectory.replacing(path, with: { bytes }) + [
                        .quick { [weak self] _ in self?.continue { $0.closed(id, number) } }
                    ]
            )
        )
        // Whatever keeps this from being done: of two copies the one with the higher number counts.
        jobs.add(
            Job(
                topics: following.union([.closedWindow(id), .window(id)]),
                steps: [
                    .quick { directory in
                        for path in temporary { try directory.removeIfPresent(path) }
                        try directory.removeUnlessForeign(directory.window(id), expected)
                    },
                    .syncDirectory(directory.windows),
                    .quick { [weak self] _ in self?.reportRecoverySoon() },
                ]
            )
        )
    }

    /// The file of a closed window is on the disk.
    func closed(_ id: SceneIdentifier, _ number: Int) {
        if closing[id]?.nextSequence == number { closing[id] = nil }
    }

    /// Syncs a new file, then lets it take its name, then syncs the name.
    private func finishLater(_ file: WindowFile) {
        guard let replacement = file.replacementPath else { return }
        let id = file.id
        sync([replacement], of: id) { $0.name(replacement, of: id) }
    }

    /// Lets a file that has been synced take its name. On a thread of the jobs.
    private func name(_ replacement: String, of id: SceneIdentifier) {
        let useless = UselessFiles()
        let steps: [Job.Step] = [
            .quick { [weak self] _ in
                // Nothing on the writer's queue waits for a job.
                if let self { useless.paths = queue.sync { self.finish(id, replacement) } }
            },
            .syncDirectory(directory.folder(of: id)),
            .quick { [weak self] directory in
                // One that cannot be removed is left to the next launch.
                for path in useless.paths { try? directory.removeIfPresent(path) }
                self?.reportRecoverySoon()
            },
        ]
        jobs.add(Job(topics: [.window(id)], steps: steps))
        self.continue { $0.proveIfHeldUp(id, replacement) }
    }

    /// A file that may have to wait for its name can be found by the one that it has.
    private func proveIfHeldUp(_ id: SceneIdentifier, _ replacement: String) {
        guard isChangingGenerations || jobs.isFailing else { return }
        jobs.add(
            Job(steps: [
                .syncDirectory(directory.folder(of: id)),
                .quick { [weak self] _ in self?.continue { $0.proved(id, replacement) } },
            ])
        )
    }

    /// A new file is safe under its temporary name: those that it supersedes are of no use.
    private func proved(_ id: SceneIdentifier, _ replacement: String) {
        guard let file = files[id], file.replacementPath == replacement else { return }
        failures.proved(id)
        remove(file.drainSuperseded())
        reportRecovery()
    }

    /// Gives a new file its name.
    ///
    /// - Returns: The files that have no use as soon as the name is on the disk.
    private func finish(_ id: SceneIdentifier, _ replacement: String) -> [String] {
        guard let file = files[id] else { return [] }
        defer { reportForeign(file) }
        do {
            guard let useless = try file.finishReplacing(replacement) else { return [] }
            failures.proved(id)
            return useless
        } catch let error as RestorationError where error.code == .damaged {
            // Another program has had its hands in it.
            writeFiles([id])
            return []
        } catch {
            failures.syncFailed(id)
            failed(error, "The state of a window cannot be replaced.", id)
            return []
        }
    }

    /// Removes files without a use. One that cannot be removed is left to the next launch.
    private func remove(_ paths: [String]) {
        guard !paths.isEmpty else { return }
        jobs.add(
            Job(steps: [
                .quick { directory in
                    for path in paths { try? directory.removeIfPresent(path) }
                }
            ])
        )
    }
}

/// Handed from one step of a job to a later one.
private final class UselessFiles: @unchecked Sendable {
    var paths: [String] = []
}

// MARK: - Syncing

extension StateWriter {
    private func scheduleSync() {
        guard !isSyncScheduled else { return }
        isSyncScheduled = true
        clock.schedule(configuration.syncDelay, queue) { [weak self] in
            guard let self else { return }
            isSyncScheduled = false
            syncUnsynced()
        }
    }

    func syncUnsynced() {
        guard mayWrite, unsynced.isEmpty || holdsDirectory() else { return }
        let ids = unsynced.sorted { $0.rawValue < $1.rawValue }
        unsynced = []
        // One whole file is sooner on the disk than two, of which the one needs the other.
        let rewritten = requireSnapshots(of: ids)
        writeFiles(rewritten)
        for id in ids {
            guard let file = files[id] else { continue }
            guard rewritten.contains(id) else {
                // A replacement may have got its name meanwhile, and a closed window has left.
                sync([file.livePath, directory.window(id)], of: id)
                continue
            }
            // Where there was no room for it.
            guard file.needsSnapshot else { continue }
            sync([file.livePath], of: id) { writer in
                writer.jobs.add(Job(steps: [.syncDirectory(writer.directory.folder(of: id))]))
            }
        }
    }

    /// Has those of these windows written anew of which what was written goes on from a file of before
    /// this launch.
    ///
    /// - Returns: Which they are.
    @discardableResult
    func requireSnapshots(of ids: [SceneIdentifier]) -> [SceneIdentifier] {
        let continuing = ids.filter { files[$0]?.isContinuing == true }
        for id in continuing { files[id]?.requireSnapshot() }
        return continuing
    }

    /// Syncs the first of these files of a window that is there, then goes on with the rest, on a thread
    /// of the jobs.
    private func sync(
        _ paths: [String],
        of id: SceneIdentifier,
        then next: @escaping @Sendable (StateWriter) -> Void = { _ in }
    ) {
        let sync: Job.Work = { [weak self] directory in
            for path in paths {
                do {
                    try directory.fileSystem.sync(path)
                    if let self { next(self) }
                    return
                } catch let error as POSIXError where error.code == .ENOENT {
                    continue
                } catch {
                    self?.continue { $0.syncFailed(error, path, id) }
                    return
                }
            }
        }
        jobs.add(Job(steps: [.slow(sync)]))
    }

    private func syncFailed(_ error: any Error, _ path: String, _ id: SceneIdentifier) {
        // A window that was closed or written anew meanwhile is elsewhere.
        guard let file = files[id], file.syncFailed(path) else { return }
        failures.syncFailed(id)
        failed(error, "The state of a window cannot be synced.", id)
    }
}

// MARK: - Failures

extension StateWriter {
    private func failed(_ error: any Error, _ message: String, _ id: SceneIdentifier) {
        guard !access.hold.isLost else { return }
        report(StateWriter.failure(error, message, id, directory))
        guard let delay = backoff.fail(at: clock.uptime()) else { return }
        clock.schedule(delay, queue) { [weak self] in
            guard let self else { return }
            backoff.begin()
            guard !hasEnded else { return }
            retryFailed()
        }
    }

    /// Writes what could not be written, and these windows besides.
    func retryFailed(with ids: Set<SceneIdentifier> = []) {
        backoff.attempt(at: clock.uptime())
        if mayWrite, !failures.isEmpty || !ids.isEmpty, !holdsDirectory() { return }
        for id in failures.unsynced { files[id]?.requireSnapshot() }
        writeFiles(Set(failures.ids).union(ids).sorted { $0.rawValue < $1.rawValue })
    }

    /// Reports the first failure in a row, or one of another kind, and their end.
    func report(_ error: RestorationError?) {
        guard let error else { return reportRecovery() }
        guard !access.hold.isLost else { return }
        guard reportedFailure?.code != error.code else { return }
        reportedFailure = error
        statusChanged(.failing(error))
    }

    /// For the end of a job after which nothing else would report it.
    func reportRecoverySoon() { self.continue { $0.reportRecovery() } }

    func reportRecovery() {
        guard mayWrite, failures.isEmpty, !jobs.isFailing else { return }
        backoff.succeed()
        guard reportedFailure != nil else { return }
        reportedFailure = nil
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

/// The windows whose state is not safe on the disk, because something failed.
struct WriteFailures {
    /// Windows whose last write failed; they wait for the retry, lest a full disk is tried at each
    /// key.
    private(set) var unwritten: Set<SceneIdentifier> = []
    /// Windows whose last sync failed. The kernel does not repeat one, so that they are written
    /// anew; until then their changes are appended as usual.
    private(set) var unsynced: Set<SceneIdentifier> = []
    /// Those that have been written anew, and wait for the sync of that.
    private var unproven: Set<SceneIdentifier> = []

    var isEmpty: Bool { unwritten.isEmpty && unsynced.isEmpty && unproven.isEmpty }

    /// The windows that must be written, in the order in which they always are.
    var ids: [SceneIdentifier] {
        unwritten.union(unsynced).sorted { $0.rawValue < $1.rawValue }
    }

    mutating func writeFailed(_ id: SceneIdentifier) { unwritten.insert(id) }

    /// A window has been written, to a new file or to the end of the one it had.
    mutating func wrote(_ id: SceneIdentifier, anew: Bool) {
        unwritten.remove(id)
        if anew, unsynced.remove(id) != nil { unproven.insert(id) }
    }

    mutating func syncFailed(_ id: SceneIdentifier) {
        unproven.remove(id)
        unsynced.insert(id)
    }

    /// The new file of a window has been synced and has its name.
    mutating func proved(_ id: SceneIdentifier) { unproven.remove(id) }

    /// The window is no longer the writer's concern.
    mutating func forget(_ id: SceneIdentifier) {
        unwritten.remove(id)
        unsynced.remove(id)
        unproven.remove(id)
    }
}
