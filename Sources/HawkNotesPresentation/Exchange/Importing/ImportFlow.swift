import Foundation
import HawkNotesExchange
import HawkNotesFormats
import HawkNotesModel
import Phrases

/// An import, from the choice of a file to its report.
@MainActor
package final class ImportFlow {
    /// The stage.
    package enum Stage {
        /// Nothing has been chosen.
        case choosing
        /// Reading for the preview.
        case looking
        /// The preview.
        case preview(LibraryImportPreview)
        /// Importing.
        case importing
        /// Imported.
        case done(LibraryImportOutcome)
        /// Failed, with the reason.
        case failed(any Error)
    }

    package private(set) var stage = Stage.choosing
    package private(set) var path = ""
    /// The format chosen by the user; nil to detect it.
    private var format: ImportFormatName?
    /// Called when the stage changes.
    package var onChange: @MainActor () -> Void = {}
    /// Called with the progress of the stage.
    package var onProgress: @MainActor (LibraryImportProgress) -> Void = { _ in }
    /// Called with the report of the import.
    package var onDone: @MainActor (LibraryImportOutcome) -> Void = { _ in }

    private let imports: Imports
    /// The data of the last preview, until it is imported or cancelled.
    private var reading: KeptReading?
    private var task: Task<Void, Never>?
    /// Counts the steps: late results of cancelled ones are ignored.
    private var number = 0

    package init(_ imports: Imports) { self.imports = imports }

    /// The name of the file or folder.
    package var name: String { URL(fileURLWithPath: path).lastPathComponent }

    /// Reads a file or folder for the preview.
    ///
    /// - Parameter format: its format; nil to detect it.
    package func look(at path: String, as format: ImportFormatName? = nil) {
        self.path = path
        self.format = format
        let reading = KeptReading()
        perform(.looking) { imports, progress in
            .preview(
                try await imports.preview(
                    path,
                    as: format,
                    keeping: reading,
                    progress: progress
                )
            )
        }
        self.reading = reading
    }

    /// Imports the previewed data.
    package func begin() {
        guard case .preview(let preview) = stage else { return }
        let (path, reading) = (path, reading)
        perform(.importing) { imports, progress in
            .done(
                try await imports.run(
                    path,
                    as: preview.format,
                    reusing: reading,
                    progress: progress
                )
            )
        }
    }

    /// Cancels the current step and returns to the choice of a file.
    package func chooseAgain() {
        giveUp()
        path = ""
        setStage(.choosing)
    }

    /// Cancels the import and shows the preview again.
    package func cancel() {
        giveUp()
        look(at: path, as: format)
    }

    /// Cancels the preview; a running import continues.
    package func close() {
        onChange = {}
        onProgress = { _ in }
        reading = nil
        if case .looking = stage { giveUp() }
    }

    private func giveUp() {
        number += 1
        reading = nil
        task?.cancel()
        task = nil
    }

    private func setStage(_ stage: Stage) {
        self.stage = stage
        onChange()
        if case .done(let outcome) = stage { onDone(outcome) }
    }

    private func perform(
        _ stage: Stage,
        _ body:
            @escaping @MainActor (
                Imports, @escaping @MainActor @Sendable (LibraryImportProgress) -> Void
            ) async throws -> Stage
    ) {
        giveUp()
        let number = number
        let imports = imports
        setStage(stage)
        task = Task {
            let next: Stage
            do {
                next = try await body(imports) { [weak self] progress in
                    if self?.number == number { self?.onProgress(progress) }
                }
            } catch {
                if !(error is CancellationError) { Log.warn("\(error)") }
                next = error is CancellationError ? .choosing : .failed(error)
            }
            guard self.number == number else { return }
            task = nil
            setStage(next)
        }
    }
}
