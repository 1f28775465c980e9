import Foundation

// Writes, syncs, names and closes the files of windows. On the writer's queue.

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
                    // It syncs the whole file; another sync would cost as much again.
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

    /// Stops writing a window, and leaves its file unchanged.
    func forget(_ id: SceneIdentifier) {
        files[id] = nil
        failures.forget(id)
        unsynced.remove(id)
        heldBack.remove(id)
    }

    /// - Parameter following: The topics whose jobs must be done before.
    func close(_ id: SceneIdentifier, _ date: Date, following: Set<Job.Topic> = []) {
        guard let file = files[id] else { return }
        // The closing may take as long as a sync; until then a kill leaves the window open with all
        // its content.
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
        // If this cannot be done: of two copies, the one with the higher number counts.
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

    /// Called when the file of a closed window is on the disk.
    func closed(_ id: SceneIdentifier, _ number: Int) {
        if closing[id]?.nextSequence == number { closing[id] = nil }
    }

    /// Syncs a new file, then renames it to its final name, then syncs the name.
    private func finishLater(_ file: WindowFile) {
        guard let replacement = file.replacementPath else { return }
        let id = file.id
        sync([replacement], of: id) { $0.name(replacement, of: id) }
    }

    /// Renames a synced file to its final name. On a thread of the jobs.
    private func name(_ replacement: String, of id: SceneIdentifier) {
        let useless = UselessFiles()
        let steps: [Job.Step] = [
            .quick { [weak self] _ in
                // No code on the writer's queue waits for a job.
                if let self { useless.paths = queue.sync { self.finish(id, replacement) } }
            },
            .syncDirectory(directory.folder(of: id)),
            .quick { [weak self] directory in
                // A file that cannot be removed is left to the next launch.
                for path in useless.paths { try? directory.removeIfPresent(path) }
                self?.reportRecoverySoon()
            },
        ]
        jobs.add(Job(topics: [.window(id)], steps: steps))
        self.continue { $0.proveIfHeldUp(id, replacement) }
    }

    /// Makes a file that may have to wait for its final name findable by its present one.
    private func proveIfHeldUp(_ id: SceneIdentifier, _ replacement: String) {
        guard isChangingGenerations || jobs.isFailing else { return }
        jobs.add(
            Job(steps: [
                .syncDirectory(directory.folder(of: id)),
                .quick { [weak self] _ in self?.continue { $0.proved(id, replacement) } },
            ])
        )
    }

    /// A new file is safe under its temporary name: those that it supersedes are no longer needed.
    private func proved(_ id: SceneIdentifier, _ replacement: String) {
        guard let file = files[id], file.replacementPath == replacement else { return }
        failures.proved(id)
        remove(file.drainSuperseded())
        reportRecovery()
    }

    /// Renames a new file to its final name.
    ///
    /// - Returns: The files that are no longer needed once the name is on the disk.
    private func finish(_ id: SceneIdentifier, _ replacement: String) -> [String] {
        guard let file = files[id] else { return [] }
        defer { reportForeign(file) }
        do {
            guard let useless = try file.finishReplacing(replacement) else { return [] }
            failures.proved(id)
            return useless
        } catch let error as RestorationError where error.code == .damaged {
            // Another program has changed it.
            writeFiles([id])
            return []
        } catch {
            failures.syncFailed(id)
            failed(error, "The state of a window cannot be replaced.", id)
            return []
        }
    }

    /// Removes files that are no longer needed. One that cannot be removed is left to the next
    /// launch.
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

/// Passed from one step of a job to a later one.
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
        // One complete file is on the disk sooner than two that depend on each other.
        let rewritten = requireSnapshots(of: ids)
        writeFiles(rewritten)
        for id in ids {
            guard let file = files[id] else { continue }
            guard rewritten.contains(id) else {
                // A replacement may have got its final name since, and a closed window may have
                // moved.
                sync([file.livePath, directory.window(id)], of: id)
                continue
            }
            // There was no room for it.
            guard file.needsSnapshot else { continue }
            sync([file.livePath], of: id) { writer in
                writer.jobs.add(Job(steps: [.syncDirectory(writer.directory.folder(of: id))]))
            }
        }
    }

    /// Requests a rewrite of those windows whose last writes went to a continuation of a file from
    /// before this launch.
    ///
    /// - Returns: The rewritten windows.
    @discardableResult
    func requireSnapshots(of ids: [SceneIdentifier]) -> [SceneIdentifier] {
        let continuing = ids.filter { files[$0]?.isContinuing == true }
        for id in continuing { files[id]?.requireSnapshot() }
        return continuing
    }

    /// Syncs the first existing file of these, then continues with the remaining windows, on a
    /// thread of the jobs.
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
        // A window that was closed or rewritten since is elsewhere.
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

    /// Writes windows that failed to be written, and these windows.
    func retryFailed(with ids: Set<SceneIdentifier> = []) {
        backoff.attempt(at: clock.uptime())
        if mayWrite, !failures.isEmpty || !ids.isEmpty, !holdsDirectory() { return }
        for id in failures.unsynced { files[id]?.requireSnapshot() }
        writeFiles(Set(failures.ids).union(ids).sorted { $0.rawValue < $1.rawValue })
    }

    /// Reports the first of consecutive failures, or one of another kind, and the recovery.
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

/// The windows whose state is not safely on the disk because of a failure.
struct WriteFailures {
    /// Windows whose last write failed; they wait for the retry, so that a full disk is not tried
    /// at each key press.
    private(set) var unwritten: Set<SceneIdentifier> = []
    /// Windows whose last sync failed. The kernel does not repeat a sync, so they are rewritten;
    /// until then their changes are appended as usual.
    private(set) var unsynced: Set<SceneIdentifier> = []
    /// Rewritten windows that wait for their sync.
    private var unproven: Set<SceneIdentifier> = []

    var isEmpty: Bool { unwritten.isEmpty && unsynced.isEmpty && unproven.isEmpty }

    /// The windows that must be written, in a fixed order.
    var ids: [SceneIdentifier] {
        unwritten.union(unsynced).sorted { $0.rawValue < $1.rawValue }
    }

    mutating func writeFailed(_ id: SceneIdentifier) { unwritten.insert(id) }

    /// Records that a window was written, to a new file or to the end of its current one.
    mutating func wrote(_ id: SceneIdentifier, anew: Bool) {
        unwritten.remove(id)
        if anew, unsynced.remove(id) != nil { unproven.insert(id) }
    }

    mutating func syncFailed(_ id: SceneIdentifier) {
        unproven.remove(id)
        unsynced.insert(id)
    }

    /// Records that a window's new file was synced and has its final name.
    mutating func proved(_ id: SceneIdentifier) { unproven.remove(id) }

    /// Removes a window that the writer no longer handles.
    mutating func forget(_ id: SceneIdentifier) {
        unwritten.remove(id)
        unsynced.remove(id)
        unproven.remove(id)
    }
}
