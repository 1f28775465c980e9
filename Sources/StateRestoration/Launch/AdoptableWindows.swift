import Foundation

/// The windows of a state directory that is not the session's, to be opened in the session and then removed
/// there. The directory is locked until `release()`.
final class AdoptableWindows: Sendable {
    let directory: StateDirectory
    private let access: DirectoryAccess
    /// Front first.
    let windows: [LoadedSession.Window]
    let report: RestorationReport
    private let damaged: [LoadedSession.Damaged]
    /// The program and version that write.
    private let writer: String

    private init(
        _ directory: StateDirectory,
        _ access: DirectoryAccess,
        _ session: LoadedSession,
        writer: String
    ) {
        self.directory = directory
        self.access = access
        // What a workspace has replaced is a closed window.
        windows = session.windows.filter { session.workspaces.replaced[$0.id] == nil }
        report = session.report
        damaged = session.damaged
        self.writer = writer
    }

    /// Locks a directory and reads its windows; `nil` when it is not there.
    static func take(
        _ url: URL,
        _ environment: RestorationEnvironment,
        writer: String
    ) -> Result<AdoptableWindows?, RestorationError> {
        let directory = StateDirectory(url, environment)
        let access = DirectoryAccess(directory, hold: DirectoryHold(nil), lastFault: nil)
        do {
            if try directory.isMissing() { return .success(nil) }
            try access.take()
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

    /// Gives the directory back.
    func release() { access.release() }

    /// Removes the windows, now that they are elsewhere. May be interrupted anywhere: what is left of a window
    /// is all of it, until it is gone.
    ///
    /// - Returns: The first failure; the other windows are removed all the same.
    func remove() -> (any Error)? {
        guard !windows.isEmpty else { return nil }
        let ids = Set(windows.map(\.id))
        do {
            // First, as a window that is listed and has no file is looked for elsewhere.
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
            // One file is removed as a whole; of several a crash would leave a part.
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

    /// Keeps what could not be read of a window that is opened all the same.
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
