import Foundation

extension RestorationSession {
    /// Permanently removes what is kept besides the open windows: none of it goes to the trash.
    ///
    /// Open windows stay as they are, with what can be undone in them, and so do files in the state
    /// directory that are not the library's. Waits for what is on its way to the disk, but for no disk
    /// that fails.
    ///
    /// - Returns: What could not be removed, and why; nothing when all of it is gone. What has to wait for
    ///   something that fails goes as soon as that succeeds.
    public func forget(_ what: ForgetOptions) async -> [RestorationError] {
        guard mayChangeWorkspaces else {
            return [RestorationError(.cannotWrite, "The session writes nothing now.")]
        }
        var removals: [StateRemoval] = []
        // First, as the windows that only a workspace counted on are then like any others.
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

    /// Forgets the closed windows but for those that opening a workspace brings back.
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

    /// How many closed windows can be reopened; older ones go to the trash at once when it is made smaller.
    /// At first what the configuration says.
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

/// What a session keeps besides the open windows, and can be told to forget.
public struct ForgetOptions: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: Int

    /// Makes options of bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The closed windows that can be reopened; not those that a workspace brings back.
    public static let recentlyClosed = ForgetOptions(rawValue: 1)
    /// What was there at the last launch.
    public static let previousSession = ForgetOptions(rawValue: 2)
    /// The earlier states of the windows.
    public static let history = ForgetOptions(rawValue: 4)
    /// The workspaces, with the windows that are put away in them. Their open windows stay open.
    public static let workspaces = ForgetOptions(rawValue: 8)
    /// What was thrown away in the last launches.
    public static let trash = ForgetOptions(rawValue: 16)
    /// What was set aside because it is damaged.
    public static let quarantine = ForgetOptions(rawValue: 32)
    /// All of it.
    public static let everything: ForgetOptions = [
        .recentlyClosed, .previousSession, .history, .workspaces, .trash, .quarantine,
    ]
}

// MARK: - Removing

/// A folder from which everything of the library's is to be removed permanently.
private struct StateRemoval: Sendable {
    var folder: String
    /// What must have been done before, so that nothing comes back after it.
    var topics: Set<Job.Topic> = []
    /// The names of files that stay.
    var spared: Set<String> = []

    /// Nothing of the library is deeper: `trash/previous-session-1`, or a folder in the quarantine.
    private static let depth = 4

    /// Removes what can be removed.
    ///
    /// - Returns: What could not be, and why.
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
                    // What is not the library's keeps its folder.
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

    /// Whether the library gave the file its name, also one that was never finished.
    private static func isRemovable(_ name: String) -> Bool {
        let name = name.hasSuffix(".new") ? String(name.dropLast(4)) : name
        return StateDirectory.isOwn(name) || name == StateDirectory.workspaceIndexName
            || HistoryState.ID(fileName: name) != nil || HistoryObject.isName(name)
    }
}

extension StateWriter {
    /// Carries removals out, each behind the jobs on which it depends.
    ///
    /// - Returns: What could not be removed.
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

/// What has become of removals, in their order.
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

    /// What has to wait for something that fails counts as not removed.
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
