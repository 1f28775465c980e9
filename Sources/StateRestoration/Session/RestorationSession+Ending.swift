import Foundation

extension RestorationSession {
    /// The maximum number of rounds in which `end()` saves changes made during the previous round.
    private static let mostRounds = 4

    /// Saves everything and records the clean end, off the main thread: the application's windows
    /// stay responsive, however slow the disk is.
    ///
    /// Afterwards, `terminate()` has nothing left to do. Changes during the save are saved as well,
    /// in another round. In the last of a few rounds, and when everything is saved, changes are
    /// refused as after `terminate()`, and `hasTerminated` is true. Data that cannot be written is
    /// given up, as there. A second call waits for the first one.
    public func end() async {
        if let ending { return await ending.value }
        guard !hasTerminated else { return }
        let task = Task { await saveAndEnd() }
        ending = task
        await task.value
    }

    private func saveAndEnd() async {
        var isClean = true
        for round in 1...RestorationSession.mostRounds {
            guard !hasTerminated else { return }
            if configuration.savesState, isRestorationComplete {
                await writer.detached { $0.acquireDirectoryNow() }
                guard !hasTerminated else { return }
                adoptDirectory()
            }
            encodeAll()
            if round == RestorationSession.mostRounds { refuseChanges() }
            guard configuration.savesState else { break }
            let count = writer.commandCount
            isClean = await writer.detached { $0.save() }
            // The display was lost in the meantime, and the session has terminated.
            if access.isReleased { return }
            encodeAll()
            if hasTerminated || writer.commandCount == count { break }
        }
        refuseChanges()
        if configuration.savesState {
            let isSaved = isClean
            await writer.detached { $0.end(isClean: isSaved) }
            if access.isReleased { return }
            if let work = markerWithdrawal {
                reportMarker(await writer.detached { _ in RestorationSession.failure(of: work) })
            }
            if access.isReleased { return }
            noteLossAtEnd()
            if let work = leavingWork {
                let outcome = await writer.detached { _ in work() }
                if access.isReleased { return }
                noteLeft(outcome)
            }
        }
        access.release()
    }

    /// Writes and syncs all pending changes off the main thread, and continues.
    ///
    /// Call it before an end that the user can still postpone: `end()` gives up data that cannot be
    /// written. Before `completeRestoration()`, this writes nothing either.
    ///
    /// Changes during the save are saved as well, in the next of a few rounds.
    ///
    /// - Returns: False when something cannot be written; `storageStatus` has the reason.
    public func save() async -> Bool {
        for _ in 1...RestorationSession.mostRounds {
            guard configuration.savesState, isRestorationComplete, !hasTerminated else { break }
            await writer.detached { $0.acquireDirectoryNow() }
            guard !hasTerminated else { break }
            adoptDirectory()
            encodeAll()
            let (isSaved, isFailing) = await writer.detached { ($0.save(), $0.isFailing) }
            if isSaved { break }
            if isFailing { return false }
        }
        return true
    }

    /// Saves everything and records the clean end. Later changes are not written.
    ///
    /// Blocks as long as the disk does; meant for an end without time left, such as the loss of the
    /// display. Use `end()` otherwise. A second call does nothing. Data that cannot be written now
    /// is given up, and the reason of the next launch is then `recover`. Before
    /// `completeRestoration()`, the state on disk stays unchanged.
    public func terminate() {
        guard !access.isReleased else { return }
        if !hasTerminated, configuration.savesState, isRestorationComplete {
            writer.acquireDirectoryNow()
            adoptDirectory()
        }
        if !hasTerminated { encodeAll() }
        refuseChanges()
        if configuration.savesState {
            writer.end(isClean: writer.save())
            if let work = markerWithdrawal {
                reportMarker(RestorationSession.failure(of: work))
            }
            noteLossAtEnd()
            if let work = leavingWork { noteLeft(work()) }
        }
        access.release()
    }

    /// Encodes restorables, writes and syncs all pending changes, and returns when that is done or
    /// has failed.
    ///
    /// Blocks as long as the disk does: meant for moments when the system waits for the
    /// application, such as at log-out. Before `completeRestoration()`, this writes nothing either.
    public func flush() {
        guard configuration.savesState, isRestorationComplete, !hasTerminated else { return }
        writer.acquireDirectoryNow()
        adoptDirectory()
        encodeAll()
        writer.flush()
    }

    /// Returns when all submitted changes have reached the disk; submits nothing itself.
    package func waitForWriter() { writer.waitForJobs() }

    private func encodeAll() {
        guard !hasTerminated else { return }
        for scene in scenes + [applicationScene] { scene.encodeRestorables() }
        updateIndex()
    }

    private func refuseChanges() {
        hasTerminated = true
        for scene in scenes + [applicationScene] { scene.submit = nil }
    }

    /// Restores the last run's marker when this run ends before the restore was complete; may take
    /// as long as the disk does.
    private var markerWithdrawal: (@Sendable () throws -> Void)? {
        guard !isRestorationComplete, access.isHeld else { return nil }
        let directory = directory
        let hold = access.hold
        guard let marker = loaded.marker else {
            return { if hold.ask() { try directory.removeIfPresent(directory.running) } }
        }
        return {
            if hold.ask() { try directory.replace(directory.running, with: marker.encoded()) }
        }
    }

    private nonisolated static func failure(of work: () throws -> Void) -> (any Error)? {
        do {
            try work()
            return nil
        } catch {
            return error
        }
    }
}
