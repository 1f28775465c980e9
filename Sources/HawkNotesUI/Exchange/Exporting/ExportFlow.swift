import Foundation
import HawkNotesExchange
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// An export, from the choice of a file to its end.
@MainActor
final class ExportFlow {
    /// The stage.
    enum Stage: Equatable {
        case choosing
        /// Writing the file of this name.
        case writing(String)
        /// Done; the location of the file.
        case done(URL)
        /// Failed; the reason as a sentence.
        case failed(String)
    }

    private(set) var stage = Stage.choosing
    /// Called when the stage changes.
    var onChange: @MainActor () -> Void = {}
    /// Called with the progress as text.
    var onProgress: @MainActor (String) -> Void = { _ in }

    /// How spoilers are exported.
    var veil = ExportVeil.lifted

    private let library: Library
    private let bundledPicture: LibraryExport.BundledPicture
    private var cancellation: @MainActor () -> Void = {}
    /// Counts the exports: late results of cancelled ones are ignored.
    private var number = 0

    /// - Parameter pictures: the folder with the pictures of the bundled series.
    init(_ library: Library, pictures: URL) {
        self.library = library
        bundledPicture = Self.pictures(in: pictures)
    }

    /// Reads the pictures of the bundled series from a folder.
    static func pictures(in folder: URL) -> LibraryExport.BundledPicture {
        { path in
            let file = folder.appendingPathComponent(path)
            guard let data = try? PictureFile.read(file) else { return nil }
            return try? PictureIntake.picture(from: data)
        }
    }

    /// Writes a subject.
    ///
    /// - Parameter url: the file, or the folder for several Markdown files.
    func begin(_ subject: ExportSubject, as format: ExportFormat, to url: URL) {
        cancel()
        number += 1
        setStage(.writing(url.lastPathComponent))
        switch format {
        case .pdf:
            if let plan = subject.plan { writePDF(plan, url) }
        case .markdown, .seriesFile: write(subject.part, format, url)
        }
    }

    /// Cancels the export; no file is written, and an existing one stays unchanged.
    func cancel() {
        number += 1
        cancellation()
        cancellation = {}
        if case .writing = stage { setStage(.choosing) }
    }

    /// Returns to the choice.
    func chooseAgain() { setStage(.choosing) }

    /// Cancels the export without further callbacks.
    func close() {
        onChange = {}
        onProgress = { _ in }
        cancel()
    }

    private func setStage(_ stage: Stage) {
        self.stage = stage
        onChange()
    }

    private func finish(_ number: Int, _ stage: Stage) {
        guard number == self.number else { return }
        cancellation = {}
        setStage(stage)
    }

    private func writePDF(_ plan: PrintPlan, _ url: URL) {
        let number = number
        let job = PrintJob(plan, in: library)
        cancellation = { job.cancel() }
        job.export(to: url) { [weak self] pages in
            guard let self, number == self.number else { return }
            onProgress(localized("%1 page", plural: "%1 pages", count: pages))
        } completion: { [weak self] outcome in
            switch outcome {
            case .printed: self?.finish(number, .done(url))
            case .cancelled: self?.finish(number, .choosing)
            case .failed(let reason):
                self?.finish(number, .failed(ExportText.failure(url, reason)))
            }
        }
    }

    private func write(_ part: ExportedPart, _ format: ExportFormat, _ url: URL) {
        let number = number
        let export = LibraryExport(of: library, veil: veil, bundledPicture: bundledPicture)
        let tell: @Sendable (Int) -> Void = { [weak self] count in
            DispatchQueue.main.async {
                MainActor.assumeIsolated {
                    guard let self, number == self.number else { return }
                    self.onProgress(
                        localized("%1 item exported", plural: "%1 items exported", count: count)
                    )
                }
            }
        }
        let task = Task.detached {
            try await Self.write(export, part, format, url, tell)
        }
        cancellation = { task.cancel() }
        Task { [weak self] in
            do {
                let written = try await task.value
                self?.finish(number, .done(written))
            } catch is CancellationError {
                self?.finish(number, .choosing)
            } catch {
                Log.warn("\(error)")
                self?.finish(number, .failed(ExportText.failure(url, ExportText.reason(error))))
            }
        }
    }

    /// - Returns: the location of the file.
    private nonisolated static func write(
        _ export: LibraryExport,
        _ part: ExportedPart,
        _ format: ExportFormat,
        _ url: URL,
        _ progress: @escaping @Sendable (Int) -> Void
    ) async throws -> URL {
        switch (format, part) {
        case (.markdown, .notes(let ids)) where ids.count == 1:
            try await export.writeMarkdown(ofNote: ids[0], to: url)
            return url
        case (.markdown, _):
            return try await export.writeMarkdown(
                of: part,
                into: url.deletingLastPathComponent(),
                name: url.lastPathComponent,
                progress: progress
            )
        case (.seriesFile, _), (.pdf, _):
            try await export.writeSeriesFile(of: part, to: url, progress: progress)
            return url
        }
    }
}
