import Foundation

extension RestorationSession {
    /// The maximum number of rounds in which `adoptWindows(of:)` saves changes made during the
    /// previous round.
    private static let mostSaves = 4

    /// Opens the windows of another state directory in this session, beside the current ones, with
    /// all their content, and removes them there.
    ///
    /// They keep their identifiers. If this session already has a window with an identifier (open,
    /// closed, or left alone at launch), the other window is not opened again when its content is
    /// equal, and otherwise opened with a new identifier. Files in the other directory are only
    /// removed after the windows were written and synced here: at any time, each window is in at
    /// least one of the two directories, and adopting again opens nothing twice. Windows that
    /// cannot be written here stay there.
    ///
    /// The other directory is read off the main thread, and locked until the call returns. A
    /// damaged window is restored as far as it is readable, as at launch, and its file is set aside
    /// in that directory's `quarantine/`. A completely unreadable file, or one of a later version,
    /// stays where it is. The report has a line about each of them. Closed windows, workspaces and
    /// the history of that directory stay there.
    ///
    /// - Parameter other: A state directory that no session has open. A missing one counts as
    ///   without windows.
    /// - Returns: The windows that were opened, front first; the first one is now in front and active.
    /// - Throws: `RestorationError` with code `.alreadyInUse` when another process has the other
    ///   directory, and with `.cannotWrite` when that directory cannot be used, or this session
    ///   does not write: before `completeRestoration()`, after the end, after the loss of its
    ///   directory.
    public func adoptWindows(of other: URL) async throws -> [RestorationScene] {
        try checkAdopting()
        let (environment, name) = (environment, configuration.writer)
        let taken = await writer.detached { _ in
            AdoptableWindows.lockAndRead(other, environment, writer: name)
        }
        guard let found = try taken.get() else { return [] }
        defer { found.release() }
        let known = await contentsOfWindowsNotOpen(among: found.windows.map(\.id))
        try checkAdopting()
        for entry in found.report.entries {
            report.add(entry)
        }
        let adopted = open(found.windows, known)
        guard await isOnDisk(adopted.equal) else { return adopted.scenes }
        if let error = await writer.detached({ _ in found.remove() }) {
            report.add(
                .note,
                .unreadableFolder,
                subject: other.lastPathComponent,
                reason: "The windows are open here, and their files in the directory \(other.path) "
                    + "cannot be removed: \(error)"
            )
        }
        return adopted.scenes
    }

    /// The number of windows in a state directory that no session has open, judged by the names of
    /// its files: unreadable ones count, and closed windows do not. 0 when the directory does not
    /// exist.
    ///
    /// Blocks as long as the disk does: call it off the main thread.
    ///
    /// - Throws: `RestorationError` with code `.cannotWrite` when the directory cannot be listed.
    public nonisolated static func windowCount(
        in directory: URL,
        environment: RestorationEnvironment = .live
    ) throws -> Int {
        let directory = StateDirectory(directory, environment)
        do {
            let names = try directory.namesIfPresent(directory.windows)
            return Set(names.compactMap { StateDirectory.window(fileName: $0) }).count
        } catch {
            throw RestorationError(
                .cannotWrite,
                "The windows of a state directory cannot be counted.",
                url: directory.url(directory.windows),
                underlying: error
            )
        }
    }

    private func checkAdopting() throws {
        guard isRestorationComplete, !hasTerminated, !isDirectoryLost, configuration.savesState
        else { throw RestorationError(.cannotWrite, "The session writes nothing now.") }
    }

    /// The contents of windows that this session knows and has not opened.
    private func contentsOfWindowsNotOpen(
        among ids: [SceneIdentifier]
    ) async -> [SceneIdentifier: ClosedWindow] {
        let known = idsOfWindowsNotOpen
        var found: [SceneIdentifier: ClosedWindow] = [:]
        for id in ids where known.contains(id) {
            if let place = workspaceList.place(of: id) {
                let workspace = workspaceList[place].id
                found[id] = await writer.readMembers([id], of: workspace)[id]
            } else {
                found[id] = await writer.readClosed(id)
            }
        }
        return found
    }

    private var idsOfWindowsNotOpen: Set<SceneIdentifier> {
        Set(recentlyClosed.map(\.id) + leftAlone + loaded.leftAlone).union(restingMemberIDs)
    }

    /// Opens the windows, front one first, except those that exist here with equal content.
    ///
    /// - Returns: The scenes, and the identifiers of the windows that exist here.
    private func open(
        _ windows: [LoadedSession.Window],
        _ known: [SceneIdentifier: ClosedWindow]
    ) -> (scenes: [RestorationScene], equal: Set<SceneIdentifier>) {
        endClosingRun()
        let notOpen = idsOfWindowsNotOpen
        var opened: [RestorationScene] = []
        var equal: Set<SceneIdentifier> = []
        for window in windows.reversed() {
            var id = window.id
            if scenes.contains(where: { $0.id == id }) || notOpen.contains(id) {
                if let here = idOfEqual(window, known[id]) {
                    equal.insert(here)
                    continue
                }
                id = SceneIdentifier(from: environment)
            }
            var state = window.state
            let scene = insertScene(id, of: &state)
            submit(.open(id, state, isNew: true))
            opened.insert(scene, at: 0)
        }
        updateIndex()
        return (opened, equal)
    }

    /// A window of this session with equal content: the one with its identifier, or one that an
    /// interrupted adoption has opened.
    private func idOfEqual(
        _ window: LoadedSession.Window,
        _ known: ClosedWindow?
    ) -> SceneIdentifier? {
        let contents = window.state.contents
        if case .state(let state, damage: nil)? = known?.reading,
            state.contents.holdsTheSame(as: contents)
        {
            return window.id
        }
        return scenes.first { !$0.isPrivate && $0.contents.holdsTheSame(as: contents) }?.id
    }

    /// Whether all open windows and these are on the disk.
    private func isOnDisk(_ equal: Set<SceneIdentifier>) async -> Bool {
        var isSaved = false
        for _ in 1...RestorationSession.mostSaves where !isSaved {
            let isFailing: Bool
            (isSaved, isFailing) = await writer.detached { ($0.save(), $0.isFailing) }
            if isFailing { return false }
        }
        guard isSaved, !hasTerminated, !equal.isEmpty else { return isSaved && !hasTerminated }
        // Files that this run has not written may not have been synced by the last one.
        let workspaces = workspaceList.map(\.id)
        return await writer.read(following: Set(equal.map { .window($0) })) { directory in
            let folders =
                [directory.windows, directory.closed]
                + workspaces.map { directory.folder(of: $0) }
            do {
                try directory.syncFiles(of: equal, in: folders)
                return true
            } catch {
                return false
            }
        }
    }
}

extension StateDirectory {
    /// Syncs the files of windows, in whichever of the folders they are.
    ///
    /// - Throws: `POSIXError` with code `ENOENT` when a window has no file.
    fileprivate func syncFiles(of ids: Set<SceneIdentifier>, in folders: [String]) throws {
        var missing = ids
        for folder in folders {
            let names = try namesIfPresent(folder).filter { name in
                StateDirectory.window(fileName: name).map(ids.contains) ?? false
            }
            for name in names {
                try fileSystem.sync(folder + "/" + name)
                if let id = StateDirectory.window(fileName: name) { missing.remove(id) }
            }
            if !names.isEmpty { try fileSystem.syncDirectory(folder) }
        }
        if !missing.isEmpty { throw POSIXError(.ENOENT) }
    }
}

extension [String: SceneContent] {
    /// Whether the same paths have equal values and texts with equal undo histories. Cursors are
    /// not compared.
    func holdsTheSame(as other: [String: SceneContent]) -> Bool {
        count == other.count
            && allSatisfy { path, content in
                switch (content, other[path]) {
                case (.value(let value), .value(let otherValue)?): value == otherValue
                case (.unknown(let value), .unknown(let otherValue)?): value == otherValue
                case (.text(let text), .text(let otherText)?): text.holdsTheSame(as: otherText)
                case (.value, _), (.unknown, _), (.text, _): false
                }
            }
    }
}

extension EditedText {
    func holdsTheSame(as other: EditedText) -> Bool {
        text.utf8Count == other.text.utf8Count && history.edits == other.history.edits
            && string.utf8.elementsEqual(other.string.utf8)
    }
}

// MARK: - The other directory

/// The windows of a foreign state directory that are opened in the session and then removed there.
/// The directory is locked until `release()`.
private final class AdoptableWindows: Sendable {
    let directory: StateDirectory
    private let access: DirectoryAccess
    /// Front first.
    let windows: [LoadedSession.Window]
    let report: RestorationReport
    private let damaged: [LoadedSession.Damaged]
    /// The writing program and its version.
    private let writer: String

    private init(
        _ directory: StateDirectory,
        _ access: DirectoryAccess,
        _ session: LoadedSession,
        writer: String
    ) {
        self.directory = directory
        self.access = access
        // A window that a workspace has replaced is a closed window.
        windows = session.windows.filter { session.workspaces.replaced[$0.id] == nil }
        report = session.report
        damaged = session.damaged
        self.writer = writer
    }

    /// Locks a directory and reads its windows; `nil` when it does not exist.
    static func lockAndRead(
        _ url: URL,
        _ environment: RestorationEnvironment,
        writer: String
    ) -> Result<AdoptableWindows?, RestorationError> {
        let directory = StateDirectory(url, environment)
        let access = DirectoryAccess(directory, hold: DirectoryHold(nil), lastFault: nil)
        do {
            if try directory.isMissing() { return .success(nil) }
            try access.acquire()
        } catch {
            return .failure(
                error as? RestorationError
                    ?? RestorationError(
                        .cannotWrite,
                        "The state directory cannot be used.",
                        url: directory.url(directory.path),
                        underlying: error
                    )
            )
        }
        let marker = LaunchMarker.read(directory, fault: nil)
        let session = SessionLoader.load(directory, after: marker, settingAside: false)
        return .success(AdoptableWindows(directory, access, session, writer: writer))
    }

    /// Releases the directory.
    func release() { access.release() }

    /// Removes the windows after they were moved. May be interrupted at any point: a window is
    /// complete until it is removed.
    ///
    /// - Returns: The first failure; the other windows are removed nevertheless.
    func remove() -> (any Error)? {
        guard !windows.isEmpty else { return nil }
        let ids = Set(windows.map(\.id))
        do {
            // First, because a listed window without a file is looked for elsewhere.
            try directory.changeIndex(writer: writer) { index in
                index.order.removeAll(where: ids.contains)
                if let active = index.active, ids.contains(active) { index.active = nil }
            }
        } catch {
            return error
        }
        var failure: (any Error)?
        for window in windows {
            do { try remove(window) } catch { failure = failure ?? error }
        }
        do {
            try directory.fileSystem.syncDirectory(directory.windows)
        } catch let error as POSIXError where error.code == .ENOENT {
        } catch {
            failure = failure ?? error
        }
        return failure
    }

    private func remove(_ window: LoadedSession.Window) throws {
        let path = directory.window(window.id)
        try setAsideDamaged(window)
        let others = ([window.path, window.continuation].compactMap { $0 } + window.leftovers)
            .filter { $0 != path && $0.hasPrefix(directory.windows + "/") }
        if !others.isEmpty {
            // One file is removed atomically; of several files, a crash would leave some.
            var state = window.state
            var encoder = StateFileEncoder()
            try directory.replace(
                path,
                with: encoder.snapshot(of: &state, window.id, writer: writer)
            )
            for path in others { try directory.removeIfPresent(path) }
            try directory.fileSystem.syncDirectory(directory.windows)
        }
        try directory.removeIfPresent(path)
    }

    /// Keeps the unreadable parts of a window that is opened nevertheless.
    private func setAsideDamaged(_ window: LoadedSession.Window) throws {
        let files = damaged.filter { $0.topics.contains(.window(window.id)) }
        guard !files.isEmpty else { return }
        for file in files {
            if file.isMoved {
                try directory.moveToQuarantine(file.path, as: file.quarantinePath)
            } else {
                try directory.keepInQuarantine(file.path, as: file.quarantinePath)
            }
        }
        try directory.fileSystem.syncDirectory(directory.quarantine)
    }
}
