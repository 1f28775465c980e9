import Foundation

/// A folder of which everything that is the library's is to be removed for good.
struct StateRemoval: Sendable {
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
            "It cannot be removed for good.",
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
    func remove(_ removals: [StateRemoval]) async -> [RestorationError] {
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
