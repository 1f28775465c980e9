import Foundation

extension RestorationSession {
    /// Gives up the session's directory, and moves the windows to another one.
    ///
    /// From then on, nothing is written, renamed or removed in the directory, as when
    /// ``Configuration/holdsDirectory`` returns false. The windows stay in memory: nothing is
    /// written at once. ``end()`` and ``terminate()`` then write every open window that is not
    /// private to the other directory, completely and synced, for a session that opens it later.
    /// They also write the order of the windows, the active window, and the values of the
    /// application if that directory has none. Windows that were closed too late to be among the
    /// closed ones here are among those there. All other closed windows, the history and the
    /// workspaces stay where they are. If the restore was not complete, everything does: nothing
    /// has changed then.
    ///
    /// The other directory is created if missing, and locked while it is written to. Its content
    /// stays: a window whose identifier exists there gets another one, and the windows of that
    /// directory are placed behind these. Only the order of the windows is rewritten.
    ///
    /// The session ends even if something cannot be written. ``leavingError`` then has the reason,
    /// and the report names each missing window, and the directory.
    ///
    /// May be called again with another directory; the last one counts. Has no effect after the
    /// end, or with ``Configuration/savesState`` off.
    public func leaveDirectory(for other: URL) {
        guard !access.isReleased, configuration.savesState else { return }
        leaving = DirectoryLeaving(other)
        access.hold.giveUp()
        noteDirectoryLoss()
    }

    /// Reports the loss immediately, if the main thread had no time for it: at an end that blocks.
    func noteLossAtEnd() {
        if access.hold.isLost { noteDirectoryLoss() }
    }

    /// The work that writes the windows to their new directory; `nil` when there is none, or
    /// nothing to write. Blocks as long as the disk does.
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

/// A directory to which windows are written once, at the session's first end.
final class DirectoryLeaving: Sendable {
    struct Failure: Sendable {
        /// The window, or that of the application's values; `nil` if it concerns all of them.
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

    /// Carries out the work once; waits while it is running.
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
    /// The states of windows, unless they are in a file that is known to be on the disk.
    ///
    /// - Parameters:
    ///   - open: Windows that are open, or were closed by quitting.
    ///   - closed: Closed windows; only those that were just closed, or closed after writing
    ///     stopped, have a state.
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

/// The windows of a session that has given up its directory, to be written to another one.
///
/// Overwrites and removes nothing there but the index, which is a hint and keeps all its entries.
private struct LeavingWindows: Sendable {
    /// Front first.
    var order: [SceneIdentifier]
    var active: SceneIdentifier?
    /// Closed windows, newest first.
    var closed: [SceneIdentifier]
    /// A window without a state is not written.
    var states: [SceneIdentifier: WindowState]
    let environment: RestorationEnvironment
    /// The writing program and its version.
    let writer: String

    /// Writes each window separately: the failure of one does not affect the others.
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

    /// Application values that were never set need no file.
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
            // On a full disk, a part of it may exist.
            try? directory.removeIfPresent(new)
            throw error
        }
        do {
            try directory.fileSystem.sync(new)
            // Only a program that ignores the lock can have written there.
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

/// The identifiers of a directory's windows, judged by the names of its files.
private struct TakenNames {
    private var ids: Set<SceneIdentifier> = []
    /// Whether some names are unknown, so that only a new one is certain to be free.
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

    /// Whether the directory does not exist; any other file of its name stays unchanged.
    func isMissing() throws -> Bool {
        guard let status = try fileSystem.status(path) else { return true }
        guard status.kind == .directory else { throw POSIXError(.ENOTDIR) }
        return false
    }

    /// Changes the order of the windows in a foreign directory. An index that this version cannot
    /// interpret stays unchanged.
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
