import Foundation
import HawkNotesExchange
import Phrases

/// Writing into a folder of the reader's choice: one task runs at a time, off the main thread, and
/// ends with the program.
@MainActor
package class FolderTask<Product: Equatable & Sendable> {
    /// The stage.
    package enum Stage: Equatable {
        /// Nothing is being written.
        case idle
        /// Writing into a folder; the fraction that is done.
        case writing(URL, Double)
        /// The last task has written into a folder.
        case done(URL, Product)
        /// The last task failed; the reason as a sentence.
        case failed(String)
    }

    package private(set) var stage = Stage.idle
    private let unfinished: UnfinishedFolder
    private let cleanUp: @Sendable (URL) throws -> Bool
    private let failure: @MainActor (any Error, URL) -> String
    private let onWritten: @MainActor (Product) -> Void
    private let observers = ChangeObservers<Void>()
    private var cancellation: @MainActor () -> Void = {}
    /// Ends when the last task no longer touches its folder, even a cancelled one.
    private(set) var work: Task<Void, Never>?
    /// Counts the tasks: late results of cancelled ones are ignored.
    private var number = 0

    /// - Parameters:
    ///   - cleanUp: removes or completes what a task that was killed has left in a folder; false if
    ///     its disk is away.
    ///   - failure: why a task failed, as a sentence.
    ///   - onWritten: called before observers.
    init(
        unfinished: UnfinishedFolder,
        cleanUp: @escaping @Sendable (URL) throws -> Bool,
        failure: @escaping @MainActor (any Error, URL) -> String,
        onWritten: @escaping @MainActor (Product) -> Void = { _ in }
    ) {
        self.unfinished = unfinished
        self.cleanUp = cleanUp
        self.failure = failure
        self.onWritten = onWritten
    }

    /// Calls the body when the stage changes, as long as the returned object is kept.
    package func observe(_ body: @escaping @MainActor () -> Void) -> ChangeObservation {
        observers.add(body)
    }

    /// Begins to write into a folder, unless a task is running.
    ///
    /// - Parameter write: gets a closure for the fraction that is done, which may be called on any
    ///   thread.
    func begin(
        in folder: URL,
        _ write:
            @escaping @Sendable (_ progress: @escaping @Sendable (Double) -> Void) async throws
            -> Product
    ) {
        if case .writing = stage { return }
        number += 1
        let number = number
        let progress: @Sendable (Double) -> Void = { [weak self] fraction in
            DispatchQueue.main.async {
                MainActor.assumeIsolated { self?.show(fraction, of: folder, number) }
            }
        }
        // A cancelled task may still be removing its files.
        let previous = work
        let task = Task.detached {
            await previous?.value
            try Task.checkCancellation()
            return try await write(progress)
        }
        cancellation = { task.cancel() }
        unfinished.store(folder)
        setStage(.writing(folder, 0))
        work = Task { [weak self] in
            let result = await task.result
            guard let self else { return }
            if number == self.number || stage == .idle { forget(folder, after: result) }
            if number == self.number { finish(result, in: folder) }
        }
    }

    /// Cancels the task; nothing of it stays.
    package func cancel() {
        guard case .writing = stage else { return }
        number += 1
        cancellation()
        cancellation = {}
        setStage(.idle)
    }

    /// Removes or completes what a task that was killed has left, once its disk is connected.
    package func finishUnfinished() {
        guard stage == .idle, let folder = unfinished.load() else { return }
        let cleanUp = cleanUp
        // The next task waits for it.
        let previous = work
        work = Task { [weak self] in
            await previous?.value
            let isDone = await Task.detached {
                do {
                    return try cleanUp(folder)
                } catch {
                    Log.warn("\(error)")
                    return false
                }
            }.value
            if isDone { self?.unfinished.forget(folder) }
        }
    }

    private func forget(_ folder: URL, after result: Result<Product, any Error>) {
        // The next start completes it.
        if case .failure(let error) = result, error is UnfinishedExport { return }
        unfinished.forget(folder)
    }

    private func finish(_ result: Result<Product, any Error>, in folder: URL) {
        cancellation = {}
        switch result {
        case .success(let product):
            onWritten(product)
            setStage(.done(folder, product))
        case .failure(is CancellationError): setStage(.idle)
        case .failure(let error):
            Log.warn("\(error)")
            setStage(.failed(failure(error, folder)))
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

/// Stores the folder in which a task was begun and did not end.
package struct UnfinishedFolder {
    /// Returns the folder.
    package var load: @MainActor () -> URL?
    /// Stores the folder, or nil after the end.
    package var store: @MainActor (URL?) -> Void

    package init(
        load: @escaping @MainActor () -> URL?,
        store: @escaping @MainActor (URL?) -> Void
    ) {
        self.load = load
        self.store = store
    }

    /// One that is forgotten with the program.
    @MainActor package static var temporary: UnfinishedFolder {
        var folder: URL?
        return UnfinishedFolder(load: { folder }, store: { folder = $0 })
    }

    @MainActor fileprivate func forget(_ folder: URL) {
        if load() == folder { store(nil) }
    }
}
