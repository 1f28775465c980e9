import Foundation

extension RestorationSession {
    /// Permanently removes stored data other than the open windows, without using the trash.
    ///
    /// Open windows stay unchanged, including their undo history, and so do foreign files in the
    /// state directory. Waits for pending jobs, but not for a failing disk.
    ///
    /// - Returns: What could not be removed, and why; empty when all of it was removed. Removals
    ///   behind a failing job are done as soon as it succeeds.
    public func forget(_ what: ForgetOptions) async -> [RestorationError] {
        guard mayChangeWorkspaces else {
            return [RestorationError(.cannotWrite, "The session writes nothing now.")]
        }
        var removals: [StateRemoval] = []
        // First, because the windows that only a workspace needed are ordinary ones afterwards.
        if what.contains(.workspaces) {
            let ids = workspaceList.map(\.id)
            workspaceList = []
            removals.append(
                StateRemoval(folder: directory.workspaces, topics: Set(ids.map { .workspace($0) }))
            )
        }
        if what.contains(.recentlyClosed) { removals.append(forgetClosed()) }
        if what.contains(.previousSession) {
            hasPreviousSession = false
            previousSession.setWindows([])
            let new = StateDirectory.replacement(of: directory.previousSession)
            for folder in [directory.previousSession, new] {
                removals.append(StateRemoval(folder: folder, topics: [.previousSession]))
            }
        }
        if what.contains(.history) {
            removals.append(StateRemoval(folder: directory.history, topics: [.history]))
        }
        if what.contains(.trash) {
            removals.append(StateRemoval(folder: directory.trash, topics: [.trash]))
        }
        if what.contains(.quarantine) {
            removals.append(StateRemoval(folder: directory.quarantine))
        }
        updateIndex(isForced: true)
        return await writer.remove(removals)
    }

    /// Removes the closed windows except those that opening a workspace restores.
    private func forgetClosed() -> StateRemoval {
        let resting = restingMemberIDs
        let forgotten = recentlyClosed.map(\.id).filter { !resting.contains($0) }
        recentlyClosed.removeAll { !resting.contains($0.id) }
        if closingRun.completed.isEmpty { closingRun = ClosingRun() }
        return StateRemoval(
            folder: directory.closed,
            topics: Set(forgotten.map { .closedWindow($0) }),
            spared: Set(resting.map { "\($0).state" })
        )
    }

    /// The maximum number of closed windows that can be reopened; lowering it moves older ones to
    /// the trash at once. Initially that of the configuration.
    public var recentlyClosedLimit: Int {
        get { closedLimit }
        set {
            closedLimit = max(newValue, 0)
            guard isRestorationComplete, !hasTerminated else { return }
            evictClosed()
            updateIndex()
        }
    }
}

/// Stored data other than the open windows, which a session can erase.
public struct ForgetOptions: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: Int

    /// Makes options from bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The closed windows that can be reopened; not those that a workspace restores.
    public static let recentlyClosed = ForgetOptions(rawValue: 1)
    /// The state at the last launch.
    public static let previousSession = ForgetOptions(rawValue: 2)
    /// The earlier states of the windows.
    public static let history = ForgetOptions(rawValue: 4)
    /// The workspaces with their closed windows. Their open windows stay open.
    public static let workspaces = ForgetOptions(rawValue: 8)
    /// Files that were removed during the last launches.
    public static let trash = ForgetOptions(rawValue: 16)
    /// Damaged files that were set aside.
    public static let quarantine = ForgetOptions(rawValue: 32)
    /// All of it.
    public static let everything: ForgetOptions = [
        .recentlyClosed, .previousSession, .history, .workspaces, .trash, .quarantine,
    ]
}

// MARK: - Removing

/// A folder whose library files are to be removed permanently.
private struct StateRemoval: Sendable {
    var folder: String
    /// The topics whose jobs must be done before, so that no file reappears.
    var topics: Set<Job.Topic> = []
    /// The names of files to keep.
    var spared: Set<String> = []

    /// No file of the library is deeper: `trash/previous-session-1`, or a folder in the quarantine.
    private static let depth = 4

    /// Removes all files that can be removed.
    ///
    /// - Returns: The files that could not be removed, and why.
    func carryOut(in directory: StateDirectory) -> [RestorationError] {
        var errors: [RestorationError] = []
        empty(folder, directory, StateRemoval.depth, &errors)
        return errors
    }

    private func empty(
        _ folder: String,
        _ directory: StateDirectory,
        _ depth: Int,
        _ errors: inout [RestorationError]
    ) {
        let names: [String]
        do {
            // A link is not followed.
            guard try directory.fileSystem.status(folder)?.kind == .directory else { return }
            names = try directory.namesIfPresent(folder)
        } catch {
            return errors.append(failure(error, folder, directory))
        }
        for name in names.sorted() where !spared.contains(name) {
            let path = folder + "/" + name
            do {
                guard let status = try directory.fileSystem.status(path) else { continue }
                if status.kind == .directory {
                    guard depth > 1 else { continue }
                    empty(path, directory, depth - 1, &errors)
                    // A foreign file keeps its folder.
                    if try directory.fileSystem.names(path).isEmpty {
                        try directory.fileSystem.remove(path)
                    }
                } else if StateRemoval.isRemovable(name) {
                    try directory.fileSystem.remove(path)
                }
            } catch let error as POSIXError where error.code == .ENOENT {
                continue
            } catch {
                errors.append(failure(error, path, directory))
            }
        }
        do {
            try directory.fileSystem.syncDirectory(folder)
        } catch {
            errors.append(failure(error, folder, directory))
        }
    }

    private func failure(
        _ error: any Error,
        _ path: String,
        _ directory: StateDirectory
    ) -> RestorationError {
        RestorationError(
            .cannotWrite,
            "It cannot be removed permanently.",
            url: directory.url(path),
            underlying: error
        )
    }

    /// Whether the library gave the file its name, also an unfinished one.
    private static func isRemovable(_ name: String) -> Bool {
        let name = name.hasSuffix(".new") ? String(name.dropLast(4)) : name
        return StateDirectory.isOwn(name) || name == StateDirectory.workspaceIndexName
            || HistoryState.ID(fileName: name) != nil || HistoryObject.isName(name)
    }
}

extension StateWriter {
    /// Carries out removals, each after the jobs on which it depends.
    ///
    /// - Returns: The files that could not be removed.
    fileprivate func remove(_ removals: [StateRemoval]) async -> [RestorationError] {
        let results = RemovalResults(removals.map(\.folder))
        return await withCheckedContinuation { continuation in
            queue.async { [self] in
                drain()
                guard mayWrite else {
                    let message = "The state directory cannot be used for now."
                    return continuation.resume(returning: [RestorationError(.cannotWrite, message)])
                }
                for (index, removal) in removals.enumerated() {
                    for case .closedWindow(let id) in removal.topics { closing[id] = nil }
                    let step: Job.Work = { results.set(removal.carryOut(in: $0), at: index) }
                    jobs.add(
                        Job(topics: removal.topics, following: .everything, steps: [.quick(step)])
                    )
                }
                let directory = directory
                let end: Job.Work = { _ in
                    continuation.resume(returning: results.errors(in: directory))
                }
                if !jobs.add(Job(following: .everything, steps: [.quick(end)])) {
                    continuation.resume(returning: results.errors(in: directory))
                }
            }
        }
    }
}

/// The results of removals, in order.
private final class RemovalResults: @unchecked Sendable {
    private let lock = NSLock()
    private let folders: [String]
    private var results: [[RestorationError]?]

    init(_ folders: [String]) {
        self.folders = folders
        results = folders.map { _ in nil }
    }

    func set(_ errors: [RestorationError], at index: Int) {
        lock.withLock { results[index] = errors }
    }

    /// Removals that wait for a failing job count as failed.
    func errors(in directory: StateDirectory) -> [RestorationError] {
        lock.withLock {
            zip(folders, results).flatMap { folder, errors in
                errors
                    ?? [
                        RestorationError(
                            .cannotWrite,
                            "It is removed as soon as the disk works again.",
                            url: directory.url(folder)
                        )
                    ]
            }
        }
    }
}
