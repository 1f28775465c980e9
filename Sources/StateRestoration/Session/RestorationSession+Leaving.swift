import Foundation

extension RestorationSession {
    /// Gives the session's directory up, and has the windows go on in another one.
    ///
    /// From the call on nothing is written, renamed or removed in the directory, as when
    /// ``Configuration/holdsDirectory`` says no. The windows go on in memory: nothing is written at once.
    /// ``end()`` and ``terminate()`` then write every open window that is not private to the other directory,
    /// whole and synced, for a session that opens it later: with the order of the windows, which one was
    /// active, and the values of the application when there are none in that directory. Windows that were
    /// closed too late to be among the closed ones here are among those there. All other closed windows,
    /// the history and the workspaces stay where they are, and so does everything when the restore was not
    /// complete: nothing has changed then.
    ///
    /// The other directory is made when it is missing, and locked while it is written to. What is there stays:
    /// a window whose identifier is taken gets another one, and the windows of that directory come behind
    /// these. Only the order of the windows is written anew.
    ///
    /// The session ends all the same when something cannot be written. ``leavingError`` says why then, and the
    /// report names each window that is not there, and the directory.
    ///
    /// May be called again with another directory; the last one counts. Has no effect after the end, nor with
    /// ``Configuration/savesState`` off.
    public func leaveDirectory(for other: URL) {
        guard !access.isReleased, configuration.savesState else { return }
        leaving = DirectoryLeaving(other)
        access.hold.giveUp()
        noteDirectoryLoss()
    }

    /// Tells of the loss at once, where the main thread has had no time for it: at an end that blocks.
    func noteLossAtEnd() {
        if access.hold.isLost { noteDirectoryLoss() }
    }

    /// What writes the windows to the directory in which they go on; `nil` when there is none, or nothing
    /// to write. Blocks as long as the disk does.
    var leavingWork: (@Sendable () -> DirectoryLeaving.Outcome)? {
        guard isRestorationComplete, let leaving else { return nil }
        let open = scenes.filter { !$0.isPrivate }.map(\.id)
        let order = open.isEmpty ? closingRun.completed : open
        let active = order.contains { $0 == activeScene?.id } ? activeScene?.id : order.first
        let resting = restingMemberIDs.subtracting(recentlyClosed.map(\.id))
            .sorted { $0.rawValue < $1.rawValue }
        let closed = recentlyClosed.map(\.id) + resting
        let (writer, environment, name) = (writer, environment, configuration.writer)
        return {
            leaving.carryOut {
                let windows = LeavingWindows(
                    order: order,
                    active: active,
                    closed: closed,
                    states: writer.statesToLeave(open: order, closed: closed),
                    environment: environment,
                    writer: name
                )
                return windows.write(to: leaving.url)
            }
        }
    }

    func noteLeft(_ outcome: DirectoryLeaving.Outcome) {
        leavingError = outcome.failures.first?.error
        for failure in outcome.failures {
            report.add(
                .notRestored,
                .unreadableFolder,
                scene: failure.id == .application ? nil : failure.id,
                subject: failure.subject,
                reason: failure.error.description
            )
        }
    }
}

/// A directory that windows are written to once, by whichever end of the session comes first.
final class DirectoryLeaving: Sendable {
    struct Failure: Sendable {
        /// The window, or that of the application's values; `nil` when it is about all of them.
        var id: SceneIdentifier?
        var subject: String
        var error: RestorationError
    }

    struct Outcome: Sendable {
        var failures: [Failure] = []
    }

    let url: URL
    private let outcome = Once()

    init(_ url: URL) { self.url = url }

    /// Does it, unless it has been done; waits while it is being done.
    func carryOut(_ body: () -> Outcome) -> Outcome { outcome.value(body) }

    private final class Once: @unchecked Sendable {
        private let lock = NSLock()
        private var outcome: Outcome?

        func value(_ body: () -> Outcome) -> Outcome {
            lock.withLock {
                let outcome = self.outcome ?? body()
                self.outcome = outcome
                return outcome
            }
        }
    }
}

extension StateWriter {
    /// The states of windows, as far as they are in no file that is known to be on the disk.
    ///
    /// - Parameters:
    ///   - open: Windows that are open, or were closed by quitting.
    ///   - closed: Closed windows, of which only those that were closed a moment ago, or since nothing is
    ///     written, have one.
    fileprivate func statesToLeave(
        open: [SceneIdentifier],
        closed: [SceneIdentifier]
    ) -> [SceneIdentifier: WindowState] {
        queue.sync {
            drain()
            var states: [SceneIdentifier: WindowState] = [:]
            for id in open + [.application] { states[id] = files[id]?.state ?? closing[id] }
            for id in closed where states[id] == nil { states[id] = closing[id] }
            return states
        }
    }
}
