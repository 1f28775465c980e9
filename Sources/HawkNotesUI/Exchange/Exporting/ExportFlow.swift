import Foundation
import HawkNotesExchange
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// One export, from the choice of a file to its end.
@MainActor
final class ExportFlow {
    /// How far it has come.
    enum Stage: Equatable {
        case choosing
        /// The file of this name is being written.
        case writing(String)
        /// Where it is.
        case done(URL)
        /// Why there is no file, in a sentence.
        case failed(String)
    }

    private(set) var stage = Stage.choosing
    /// Called when the stage is another one.
    var onChange: @MainActor () -> Void = {}
    /// Told how far the writing has come, in words.
    var onProgress: @MainActor (String) -> Void = { _ in }

    /// What becomes of what the reader has yet to come to.
    var veil = ExportVeil.lifted

    private let library: Library
    private let bundledPicture: LibraryExport.BundledPicture
    private var cancellation: @MainActor () -> Void = {}
    /// Counts what was begun: what comes late of something that was given up is not shown.
    private var number = 0

    /// - Parameter pictures: the folder with the pictures of the bundled series.
    init(_ library: Library, pictures: URL) {
        self.library = library
        bundledPicture = { path in
            let file = pictures.appendingPathComponent(path)
            guard let data = try? PictureFile.read(file) else { return nil }
            return try? PictureIntake.picture(from: data)
        }
    }

    /// Writes something.
    ///
    /// - Parameter url: the file, or the folder for several files of Markdown.
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

    /// Gives up what is going on; there is no file then, and one that was there is as it was.
    func cancel() {
        number += 1
        cancellation()
        cancellation = {}
        if case .writing = stage { setStage(.choosing) }
    }

    /// Offers the choice again.
    func chooseAgain() { setStage(.choosing) }

    /// Gives up what is going on, and tells nothing any more.
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

    /// - Returns: where it is.
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
