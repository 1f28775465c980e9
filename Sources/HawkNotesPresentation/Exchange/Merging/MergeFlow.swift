import Foundation
import HawkNotesModel
import Phrases

/// Merging another library into the open one: preview, merge, result and undo.
///
/// One for the whole program; it goes on while its view is closed, and ends with the program. Works
/// off the main thread.
@MainActor
package final class MergeFlow {
    /// The stage.
    package enum Stage {
        /// No library is chosen.
        case idle
        /// The library is copied and compared; the fraction that is done.
        case reading(Double)
        /// The result that a merge would have.
        case preview(MergePreview)
        /// The libraries are being merged; the fraction that is done.
        case merging(Double)
        /// They are merged.
        case done(MergeOutcome)
        /// The merge is undone.
        case undone(UndoneImport)
        /// The merge failed; the reason as a sentence.
        case failed(String)
    }

    package private(set) var stage = Stage.idle
    /// The chosen file.
    package private(set) var file: URL?
    /// Whether notes that were permanently deleted are saved anew.
    package var bringsBack = false {
        didSet { if bringsBack != oldValue { recount() } }
    }
    /// The pairs of the preview that are not the same.
    package private(set) var declined: Set<LibraryPair.ID> = []

    private let library: Library
    private let copies: URL?
    private let environment: LibraryEnvironment
    private let observers = ChangeObservers<Void>()
    private var merge: LibraryMerge?
    private var task: Task<Void, Never>?
    /// Ends when the last task no longer uses the folder of the copy, even a cancelled one.
    private var work: Task<Void, Never>?
    /// Counts the tasks: late results of cancelled ones are ignored.
    private var number = 0
    /// Counts anew for other choices.
    private var counting: Task<Void, Never>?

    /// - Parameters:
    ///   - copies: a folder for the copy of the other library alone; its contents are removed. Nil
    ///     if there is no place for one.
    package init(into library: Library, copies: URL?, environment: LibraryEnvironment) {
        self.library = library
        self.copies = copies
        self.environment = environment
    }

    /// Calls the body when the stage changes, as long as the returned object is kept.
    package func observe(_ body: @escaping @MainActor () -> Void) -> ChangeObservation {
        observers.add(body)
    }

    /// Copies and compares a library; nothing is merged.
    ///
    /// - Parameter begins: whether it is merged as soon as it was compared, as the answer to a
    ///   question, unless the preview has pairs to choose from. Notes that were permanently deleted
    ///   stay deleted.
    package func look(at url: URL, begins: Bool = false) {
        giveUp()
        file = url
        stage = .idle
        bringsBack = false
        declined = []
        guard let copies else { return setStage(.failed(MergeText.noPlace)) }
        let (library, environment) = (library, environment)
        perform(.reading(0), Stage.reading) { progress in
            let merge = try LibraryMerge(of: url, in: copies, environment: environment)
            do {
                return (merge, try merge.preview(into: library, progress: progress))
            } catch {
                try? merge.close()
                throw error
            }
        } completion: { [weak self] (merge, preview) in
            self?.merge = merge
            return .preview(preview)
        } then: { [weak self] in
            guard begins, case .preview(let preview) = self?.stage, preview.pairs.isEmpty else {
                return
            }
            self?.begin()
        }
    }

    /// Chooses whether two rows are the same.
    package func setPaired(_ pairs: some Sequence<LibraryPair>, _ areSame: Bool) {
        for pair in pairs {
            if areSame { declined.remove(pair.id) } else { declined.insert(pair.id) }
        }
        recount()
    }

    /// Shows what a merge with the present choices would do, as soon as it is known.
    private func recount() {
        guard case .preview = stage, let merge else { return }
        counting?.cancel()
        let (library, bringsBack, declined) = (library, bringsBack, declined)
        let (previous, number) = (work, number)
        let work = Task.detached {
            await previous?.value
            try Task.checkCancellation()
            return try merge.report(into: library, bringsBack: bringsBack, declining: declined) {
                _ in try Task.checkCancellation()
            }
        }
        self.work = Task { _ = await work.result }
        counting = Task { [weak self] in
            let result = await withTaskCancellationHandler {
                await work.result
            } onCancel: {
                work.cancel()
            }
            guard let self, number == self.number, !Task.isCancelled,
                case .preview(let preview) = stage
            else { return }
            switch result {
            case .success(let report): setStage(.preview(preview.replacing(report)))
            case .failure(let error):
                // The counts stay as they were; the merge itself will say what is wrong.
                Log.warn("\(error)")
            }
        }
    }

    /// Merges the previewed library.
    package func begin() {
        guard case .preview = stage, let merge else { return }
        counting?.cancel()
        self.merge = nil
        let (library, bringsBack, declined) = (library, bringsBack, declined)
        perform(.merging(0), Stage.merging) { progress in
            // The copy is no longer needed, whatever happens.
            defer { MergeFlow.remove(merge) }
            return try merge.run(
                into: library,
                bringsBack: bringsBack,
                declining: declined,
                progress: progress
            )
        } completion: {
            .done($0)
        }
    }

    /// Undoes the merge.
    package func undo() {
        guard case .done(let outcome) = stage, let batch = outcome.batch else { return }
        library.perform {
            try $0.undoImport(batch)
        } completion: { [weak self] result in
            switch result {
            case .success(let undone): self?.setStage(.undone(undone))
            case .failure(let error):
                Log.warn("\(error)")
                self?.setStage(.failed(MergeText.undoFailure(error)))
            }
        }
    }

    /// Cancels what is under way; the open library stays as it is.
    package func cancel() {
        giveUp()
        setStage(.idle)
    }

    private func giveUp() {
        number += 1
        task?.cancel()
        task = nil
        counting?.cancel()
        guard let merge else { return }
        self.merge = nil
        let previous = work
        work = Task.detached {
            await previous?.value
            MergeFlow.remove(merge)
        }
    }

    private nonisolated static func remove(_ merge: LibraryMerge) {
        do {
            try merge.close()
        } catch {
            Log.warn("\(error)")
        }
    }

    private func perform<Value: Sendable>(
        _ first: Stage,
        _ stage: @escaping @MainActor @Sendable (Double) -> Stage,
        _ body: @escaping @Sendable (@escaping @Sendable (Double) throws -> Void) throws -> Value,
        completion: @escaping @MainActor (Value) -> Stage,
        then next: @escaping @MainActor () -> Void = {}
    ) {
        number += 1
        let number = number
        let previous = self.work
        let work = Task.detached { [weak self] in
            await previous?.value
            try Task.checkCancellation()
            return try body { fraction in
                try Task.checkCancellation()
                DispatchQueue.main.async {
                    MainActor.assumeIsolated {
                        guard let self, self.number == number else { return }
                        switch self.stage {
                        case .reading, .merging: self.setStage(stage(fraction))
                        case .idle, .preview, .done, .undone, .failed: break
                        }
                    }
                }
            }
        }
        self.work = Task { _ = await work.result }
        setStage(first)
        task = Task { [weak self] in
            let result = await withTaskCancellationHandler {
                await work.result
            } onCancel: {
                work.cancel()
            }
            guard let self, number == self.number else { return }
            task = nil
            switch result {
            case .success(let value):
                setStage(completion(value))
                next()
            case .failure(let error):
                Log.warn("\(error)")
                setStage(.failed(MergeText.failure(error, file?.lastPathComponent ?? "")))
            }
        }
    }

    private func setStage(_ stage: Stage) {
        self.stage = stage
        observers.notify(())
    }
}
