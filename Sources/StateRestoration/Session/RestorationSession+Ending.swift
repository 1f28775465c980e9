import Foundation

extension RestorationSession {
    /// How often `end()` saves what has changed while it was saving.
    private static let mostRounds = 4

    /// Saves everything and notes the clean end, off the main thread: the application goes on serving
    /// its windows meanwhile, however slow the disk is.
    ///
    /// Afterwards `terminate()` has nothing left to do. What changes while this saves is saved as well,
    /// with the next round; in the last of a few rounds, and when all is saved, changes are refused as
    /// they are after `terminate()`, and `hasTerminated` says so. What cannot be written is given up, as
    /// there. A second call waits for the first one.
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
            // The display was lost meanwhile, and all was ended in a hurry.
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

    /// Writes and syncs all that is pending, off the main thread, and goes on.
    ///
    /// To be asked before an end that a person may still put off: `end()` gives up what cannot be
    /// written. Before `completeRestoration()` nothing is written, by this neither.
    ///
    /// What changes while this saves is saved as well, with the next of a few rounds.
    ///
    /// - Returns: False when something cannot be written, for the reason that `storageStatus` has.
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

    /// Saves everything and notes the clean end. Later changes are not written.
    ///
    /// Blocks as long as the disk does, and is meant for an end that leaves no time, as when the display
    /// is lost; see `end()` for all others. A second call does nothing. What cannot be written now is
    /// given up, and the reason of the next launch is then `recover`. Before `completeRestoration()` the
    /// state on disk stays as it was at launch.
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

    /// Encodes what only restorables know, writes and syncs all that is pending, and returns when that is
    /// done or has failed.
    ///
    /// Blocks as long as the disk does: for a moment at which the system waits for the application, such
    /// as the end of the person's session. Before `completeRestoration()` nothing is written, by this
    /// neither.
    public func flush() {
        guard configuration.savesState, isRestorationComplete, !hasTerminated else { return }
        writer.acquireDirectoryNow()
        adoptDirectory()
        encodeAll()
        writer.flush()
    }

    /// Returns when what has been handed to the disk so far has reached it; hands over nothing
    /// itself.
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

    /// An end before the restore was complete leaves the marker of the last run, not its own; this
    /// puts it there, and may take as long as the disk does.
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
