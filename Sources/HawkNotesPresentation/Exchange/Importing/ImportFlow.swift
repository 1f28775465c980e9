import Foundation
import HawkNotesExchange
import HawkNotesFormats
import HawkNotesModel
import Phrases

/// One import, from the choice of a file to its report.
@MainActor
package final class ImportFlow {
    /// How far it has come.
    package enum Stage {
        /// Nothing has been chosen.
        case choosing
        /// It is being looked through.
        case looking
        /// What an import would bring.
        case preview(LibraryImportPreview)
        /// It is being imported.
        case importing
        /// It has been imported.
        case done(LibraryImportOutcome)
        /// Why it cannot be imported.
        case failed(any Error)
    }

    package private(set) var stage = Stage.choosing
    package private(set) var path = ""
    /// How the reader wants it to be read; nil for what it most likely is.
    private var format: ImportFormatName?
    /// Called when the stage is another one.
    package var onChange: @MainActor () -> Void = {}
    /// Told how far the stage has come.
    package var onProgress: @MainActor (LibraryImportProgress) -> Void = { _ in }
    /// Told what was imported.
    package var onDone: @MainActor (LibraryImportOutcome) -> Void = { _ in }

    private let imports: Imports
    /// What the last preview has read, until it is imported or given up.
    private var reading: KeptReading?
    private var task: Task<Void, Never>?
    /// Counts what was begun: what comes late of something that was given up is not shown.
    private var number = 0

    package init(_ imports: Imports) { self.imports = imports }

    /// What the file or folder is called.
    package var name: String { URL(fileURLWithPath: path).lastPathComponent }

    /// Looks through a file or folder.
    ///
    /// - Parameter format: how to read it; nil for what it most likely is.
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

    /// Imports what was looked through.
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

    /// Gives up what is going on, and asks for another file.
    package func chooseAgain() {
        giveUp()
        path = ""
        setStage(.choosing)
    }

    /// Gives up the import, and shows what it would bring again.
    package func cancel() {
        giveUp()
        look(at: path, as: format)
    }

    /// Gives up looking through; an import goes on.
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
