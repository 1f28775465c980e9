import Foundation
import HawkNotesExchange
import HawkNotesModel
import Phrases

/// The export of the whole library into a folder: one runs at a time, off the main thread, and ends
/// with the program.
@MainActor
package final class LibraryExportFlow {
    /// The stage.
    package enum Stage: Equatable {
        /// Nothing is being written.
        case idle
        /// Writing into a folder; the fraction that is done.
        case writing(URL, Double)
        /// The last export was written into a folder.
        case done(URL, ExportedCounts)
        /// The last export failed; the reason as a sentence.
        case failed(String)
    }

    /// Stores the folder in which an export was begun and did not end.
    package struct Memory {
        /// Returns the folder.
        package var loadUnfinished: @MainActor () -> URL?
        /// Stores the folder, or nil after the end.
        package var storeUnfinished: @MainActor (URL?) -> Void

        package init(
            loadUnfinished: @escaping @MainActor () -> URL?,
            storeUnfinished: @escaping @MainActor (URL?) -> Void
        ) {
            self.loadUnfinished = loadUnfinished
            self.storeUnfinished = storeUnfinished
        }

        /// One that is forgotten with the program.
        @MainActor package static var temporary: Memory {
            var unfinished: URL?
            return Memory(loadUnfinished: { unfinished }, storeUnfinished: { unfinished = $0 })
        }
    }

    package private(set) var stage = Stage.idle
    private let export: LibraryExport
    private let memory: Memory
    private let observers = ChangeObservers<Void>()
    private var cancellation: @MainActor () -> Void = {}
    /// Ends when the last export no longer touches its folder, even a cancelled one.
    private var work: Task<Void, Never>?
    /// Counts the exports: late results of cancelled ones are ignored.
    private var number = 0

    package init(_ export: LibraryExport, memory: Memory = .temporary) {
        self.export = export
        self.memory = memory
    }

    /// Calls the body when the stage changes, as long as the returned object is kept.
    package func observe(_ body: @escaping @MainActor () -> Void) -> ChangeObservation {
        observers.add(body)
    }

    /// Exports into a folder, which is empty or has an earlier export.
    package func begin(in folder: URL) {
        if case .writing = stage { return }
        number += 1
        let number = number
        let export = export
        let words = LibraryExportText.words
        let progress: @Sendable (Double) -> Void = { [weak self] fraction in
            DispatchQueue.main.async {
                MainActor.assumeIsolated { self?.show(fraction, of: folder, number) }
            }
        }
        // A cancelled export may still be removing its files.
        let previous = work
        let task = Task.detached {
            await previous?.value
            try Task.checkCancellation()
            return try await export.writeLibrary(
                into: LibraryFolder(folder),
                words: words,
                progress: progress
            )
        }
        cancellation = { task.cancel() }
        memory.storeUnfinished(folder)
        setStage(.writing(folder, 0))
        work = Task { [weak self] in
            let result = await task.result
            guard let self else { return }
            if number == self.number || stage == .idle { forgetUnfinished(folder) }
            if number == self.number { finish(result, in: folder) }
        }
    }

    /// Cancels the export; nothing of it stays.
    package func cancel() {
        guard case .writing = stage else { return }
        number += 1
        cancellation()
        cancellation = {}
        setStage(.idle)
    }

    /// Removes or completes what an export that was killed has left, once its disk is connected.
    package func finishUnfinished() {
        guard stage == .idle, let folder = memory.loadUnfinished() else { return }
        // The next export waits for it.
        let previous = work
        work = Task { [weak self] in
            await previous?.value
            let isDone = await Task.detached {
                do {
                    return try LibraryFolder(folder).finish()
                } catch {
                    Log.warn("\(error)")
                    return false
                }
            }.value
            if isDone { self?.forgetUnfinished(folder) }
        }
    }

    private func forgetUnfinished(_ folder: URL) {
        if memory.loadUnfinished() == folder { memory.storeUnfinished(nil) }
    }

    private func finish(_ result: Result<ExportedCounts, any Error>, in folder: URL) {
        cancellation = {}
        switch result {
        case .success(let counts): setStage(.done(folder, counts))
        case .failure(is CancellationError): setStage(.idle)
        case .failure(let error):
            Log.warn("\(error)")
            setStage(.failed(LibraryExportText.failure(error, in: folder)))
        }
    }

    private func show(_ fraction: Double, of folder: URL, _ number: Int) {
        if number == self.number, case .writing = stage { setStage(.writing(folder, fraction)) }
    }

    private func setStage(_ stage: Stage) {
        self.stage = stage
        observers.notify(())
    }
}
