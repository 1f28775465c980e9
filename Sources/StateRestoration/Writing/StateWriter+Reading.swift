import Foundation

/// The content found of a closed window.
struct ClosedWindow: Sendable {
    var path: String
    /// The content of its file; `nil` when there is none.
    var reading: StateFileReading?
    var bytes: [UInt8]?
    /// Whether it was just closed, and may have no file yet.
    var isFromMemory = false
}

extension StateWriter {
    /// Reads from the directory between the jobs: none of them is in the middle of changing names
    /// then. Waits for no sync.
    ///
    /// - Parameter topics: The topics whose jobs must have been tried before.
    func read<Result: Sendable>(
        following topics: Set<Job.Topic> = [],
        _ body: @escaping @Sendable (StateDirectory) -> Result
    ) async -> Result {
        await withCheckedContinuation { continuation in
            queue.async { [self] in
                drain()
                // States that could not be stored are missing from the result, unless a retry
                // succeeds now.
                if topics.contains(.history) { keepFailedHistory() }
                let directory = directory
                let job = Job(
                    following: .topics(topics),
                    steps: [.quick { continuation.resume(returning: body($0)) }]
                )
                // Without jobs, nothing is changed that could be read halfway.
                if !mayWrite || !jobs.add(job) { continuation.resume(returning: body(directory)) }
            }
        }
    }

    /// Runs blocking code on a separate queue.
    func detached<Result: Sendable>(
        _ body: @escaping @Sendable (StateWriter) -> Result
    ) async -> Result {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "StateRestoration.save").async {
                continuation.resume(returning: body(self))
            }
        }
    }

    /// The content of a closed window, wherever the jobs have moved its file.
    func readClosed(_ id: SceneIdentifier) async -> ClosedWindow {
        let state = await withCheckedContinuation { continuation in
            queue.async { [self] in
                drain()
                continuation.resume(returning: closing[id])
            }
        }
        if let state {
            return ClosedWindow(
                path: directory.closedWindow(id),
                reading: .state(state, damage: nil),
                isFromMemory: true
            )
        }
        return await read { ClosedWindow(id, in: $0) }
    }
}

extension ClosedWindow {
    /// Reads the file where it belongs, or where unfinished jobs may have left it.
    ///
    /// - Parameter first: The folder where it belongs; by default that of the closed windows.
    init(_ id: SceneIdentifier, in directory: StateDirectory, firstIn first: String? = nil) {
        let name = "/\(id).state"
        let folders = [directory.closed, directory.windows, directory.trash]
        self.init(path: (first ?? directory.closed) + name)
        for folder in (first.map { [$0] } ?? []) + folders {
            let found =
                folder == directory.windows
                ? directory.readWindow(id) : directory.readState(folder + name, of: id)
            guard let (reading, bytes) = found else { continue }
            let rank = ClosedWindow.rank(reading)
            guard rank > self.reading.map(ClosedWindow.rank) ?? -1 else { continue }
            self = ClosedWindow(path: folder + name, reading: reading, bytes: bytes)
        }
    }

    private static func rank(_ reading: StateFileReading) -> Int {
        switch reading {
        case .state(let state, let damage):
            damage?.isInSnapshot == true ? 2 : 3 + state.nextSequence
        case .tooNew: 1
        case .unreadable: 0
        }
    }
}
