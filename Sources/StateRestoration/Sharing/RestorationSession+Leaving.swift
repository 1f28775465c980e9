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

// MARK: - The other directory

/// The windows of a session that has given up its directory, on their way into another one.
///
/// Nothing that is there is overwritten or removed but the index, which is a hint and goes on listing all
/// that it has listed.
private struct LeavingWindows: Sendable {
    /// Front first.
    var order: [SceneIdentifier]
    var active: SceneIdentifier?
    /// Closed windows, newest first.
    var closed: [SceneIdentifier]
    /// A window that has none is written nowhere.
    var states: [SceneIdentifier: WindowState]
    let environment: RestorationEnvironment
    /// The program and version that write.
    let writer: String

    /// Writes them, each for itself: what stands in the way of one is no reason to do without the others.
    func write(to url: URL) -> DirectoryLeaving.Outcome {
        let directory = StateDirectory(url, environment)
        let isMissing: Bool
        let access = DirectoryAccess(directory, hold: DirectoryHold(nil), lastFault: nil)
        do {
            isMissing = try directory.isMissing()
            try access.acquire()
        } catch {
            let ids = (order + closed + [.application]).filter(isToBeWritten)
            return .init(failures: ids.map { failure(error, $0, directory) })
        }
        defer { access.release() }
        var names = TakenNames(in: directory)
        var outcome = DirectoryLeaving.Outcome()
        var written: [SceneIdentifier: SceneIdentifier] = [:]
        func write(_ ids: [SceneIdentifier], in folder: String) {
            for id in ids where isToBeWritten(id) {
                let newID = id == .application ? id : names.reserveName(for: id, environment)
                do {
                    try self.write(id, as: newID, in: folder, directory)
                    written[id] = newID
                } catch {
                    outcome.failures.append(failure(error, id, directory))
                }
            }
        }
        write(order, in: directory.windows)
        write(closed, in: directory.closed)
        if !names.hasApplicationValues { write([.application], in: directory.path) }
        do {
            try updateIndex(written, directory)
            if isMissing {
                let parent = (directory.path as NSString).deletingLastPathComponent
                try directory.fileSystem.syncDirectory(parent)
            }
        } catch {
            outcome.failures.append(failure(error, nil, directory))
        }
        return outcome
    }

    /// Values of the application that were never set are no reason for a file.
    private func isToBeWritten(_ id: SceneIdentifier) -> Bool {
        guard let state = states[id] else { return false }
        return id != .application || !state.contents.isEmpty || !state.unknownRecords.isEmpty
    }

    private func write(
        _ id: SceneIdentifier,
        as newID: SceneIdentifier,
        in folder: String,
        _ directory: StateDirectory
    ) throws {
        guard var state = states[id] else { return }
        if folder != directory.closed { state.closingDate = nil }
        let path = folder + "/\(newID).state"
        let new = StateDirectory.replacement(of: path, number: state.nextSequence)
        var encoder = StateFileEncoder()
        let bytes = encoder.snapshot(of: &state, newID, writer: writer)
        try directory.makeFolder(folder)
        do {
            try directory.fileSystem.create(new, bytes)
        } catch let error as POSIXError where error.code != .EEXIST {
            // On a full disk a part may stand there.
            try? directory.removeIfPresent(new)
            throw error
        }
        do {
            try directory.fileSystem.sync(new)
            // Only a program that ignores the lock may write there.
            guard try directory.fileSystem.status(path) == nil else { throw POSIXError(.EEXIST) }
            try directory.fileSystem.rename(new, path)
        } catch {
            try? directory.removeIfPresent(new)
            throw error
        }
        try directory.fileSystem.syncDirectory(folder)
    }

    private func updateIndex(
        _ written: [SceneIdentifier: SceneIdentifier],
        _ directory: StateDirectory
    ) throws {
        guard !written.isEmpty else { return }
        let date = environment.clock.now()
        try directory.changeIndex(writer: writer) { index in
            index.order = order.compactMap { written[$0] } + index.order
            index.active = active.flatMap { written[$0] } ?? index.order.first
            let closed = closed.compactMap { id in
                written[id].map {
                    RecentlyClosedScene(
                        id: $0,
                        title: states[id]?.title ?? "",
                        closingDate: states[id]?.closingDate ?? date
                    )
                }
            }
            index.closed = closed + index.closed
        }
    }

    private func failure(
        _ error: any Error,
        _ id: SceneIdentifier?,
        _ directory: StateDirectory
    ) -> DirectoryLeaving.Failure {
        let subject: String
        let what: String
        switch id {
        case nil:
            subject = (directory.path as NSString).lastPathComponent
            what = "order of the windows"
        case .application?:
            subject = (directory.window(.application) as NSString).lastPathComponent
            what = "values of the application"
        case let id?:
            let title = states[id]?.title ?? ""
            subject = title.isEmpty ? id.rawValue : title
            what = "window"
        }
        let cause = error as? RestorationError
        return DirectoryLeaving.Failure(
            id: id,
            subject: subject,
            error: RestorationError(
                cause?.code ?? .cannotWrite,
                "The \(what) cannot be written to the directory \(directory.path)",
                underlying: cause?.code == .cannotWrite ? cause?.underlying ?? error : error
            )
        )
    }
}

/// The identifiers that windows of a directory have, by the names of its files.
private struct TakenNames {
    private var ids: Set<SceneIdentifier> = []
    /// Whether not all names are known, so that only a fresh one is certain to be free.
    private var isUncertain = false
    let hasApplicationValues: Bool

    init(in directory: StateDirectory) {
        let own = directory.window(.application)
        hasApplicationValues = (try? directory.fileSystem.status(own)) != .some(nil)
        do {
            var folders = [directory.windows, directory.closed]
            folders += try directory.namesIfPresent(directory.workspaces).map {
                directory.workspaces + "/" + $0
            }
            for folder in folders {
                guard try directory.fileSystem.status(folder)?.kind == .directory else { continue }
                ids.formUnion(
                    try directory.namesIfPresent(folder).compactMap {
                        StateDirectory.window(fileName: $0)
                    }
                )
            }
        } catch {
            isUncertain = true
        }
    }

    /// Reserves a name that no window has: its own if that is free.
    mutating func reserveName(
        for id: SceneIdentifier,
        _ environment: RestorationEnvironment
    ) -> SceneIdentifier {
        var name = isUncertain ? SceneIdentifier(from: environment) : id
        while !ids.insert(name).inserted { name = SceneIdentifier(from: environment) }
        return name
    }
}

extension StateDirectory {
    /// Another directory than that of the session.
    init(_ url: URL, _ environment: RestorationEnvironment) {
        let gaps = FileSystemGaps()
        self.init(
            path: RestorationSession.path(of: url, environment.fileSystem),
            fileSystem: environment.fileSystem.bridging(gaps),
            gaps: gaps
        )
    }

    /// Whether there is no such directory; whatever else has its name stays as it is.
    func isMissing() throws -> Bool {
        guard let status = try fileSystem.status(path) else { return true }
        guard status.kind == .directory else { throw POSIXError(.ENOTDIR) }
        return false
    }

    /// Changes the order of the windows in a directory that is not the session's. An index that makes no
    /// sense to this version stays as it is.
    func changeIndex(writer: String, _ change: (inout SessionIndex) -> Void) throws {
        var index = SessionIndex()
        do {
            index = try SessionIndex(fileSystem.read(session, StateDirectory.fileSizeLimit))
        } catch let error as POSIXError where error.code == .ENOENT {
        } catch is RestorationError {
            return
        }
        let before = index
        change(&index)
        if index != before { try replace(session, with: index.encoded(writer: writer)) }
    }
}
