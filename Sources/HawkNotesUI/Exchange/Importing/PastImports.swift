import Foundation
import GTKBridge
import HawkNotesExchange
import HawkNotesFormats
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// Earlier imports with their results; each can be undone.
@MainActor
final class PastImports {
    let root = Box(.vertical, spacing: 6).visible(false)
    /// Called with a message for the user.
    var onMessage: @MainActor (String) -> Void = { _ in }
    /// Called to show the values that a merge did not take.
    var onLosses: @MainActor (ImportBatch.ID) -> Void = { _ in }

    private let imports: Imports
    private let list = Box(.vertical, spacing: 12)
    private var reading: Task<Void, Never>?
    /// The maximum number of imports shown, latest first.
    private static let limit = 50

    init(_ imports: Imports) {
        self.imports = imports
        root.append(PageParts.heading(localized("Earlier imports")), list)
    }

    func close() { reading?.cancel() }

    /// Reads the imports off the main thread.
    func read() {
        reading?.cancel()
        reading = Task { [weak self, imports] in
            do {
                let past = try await imports.past(limit: Self.limit)
                guard !Task.isCancelled else { return }
                self?.show(past)
            } catch {
                Log.warn("\(error)")
            }
        }
    }

    /// The message after undoing an import, or failing to; nil if there is nothing to say.
    static func message(_ result: Result<UndoneImport, LibraryError>) -> String? {
        switch result {
        case .success(let undone):
            return ImportText.kept(undone)
        case .failure(let error):
            Log.warn("\(error)")
            return localized(
                "The import could not be undone: %1",
                LibraryText.savingReason(error)
            )
        }
    }

    private func show(_ past: [Imports.Past]) {
        list.removeAll()
        for past in past { list.append(row(past)) }
        root.visible(!past.isEmpty)
    }

    private func row(_ past: Imports.Past) -> Widget {
        let batch = past.batch
        let report = LibraryImportReport(batch)
        let about = [
            DateText.exact(batch.importedAt), ImportText.name(ofStored: batch.format),
            report.map { ImportText.news($0) } ?? MergeText.news(batch),
        ].compactMap(\.self).filter { !$0.isEmpty }
        let texts = Box(.vertical, spacing: 3).append(
            Label(batch.name, "heading").wrapping(),
            Label(parted(about), "caption", "dim-label").wrapping()
        )
        if let report, report.problemCount > 0 {
            let problems = report.problems.prefix(5).map(ImportProblemText.line)
            for problem in problems {
                texts.append(Label(problem, "caption", "dim-label").wrapping())
            }
        }
        if batch.undoneAt != nil {
            texts.append(Label(localized("Undone"), "caption").wrapping())
        } else {
            let isMerge = batch.format == LibraryMerge.format
            let title = isMerge ? localized("Undo Merge") : localized("Undo Import")
            let undo = Button(title, "remedy")
            undo.onClicked { [weak self, weak undo] in
                undo?.sensitive(false)
                self?.undo(batch)
            }
            let buttons = WrapBox(spacing: 6)
            if past.lossCount > 0 {
                let losses = Button(MergeLossText.show(past.lossCount), "remedy").wrapping()
                losses.onClicked { [weak self] in self?.onLosses(batch.id) }
                buttons.append(losses)
            }
            buttons.append(undo)
            texts.append(buttons)
        }
        return texts.classes("card", "report-row")
    }

    private func undo(_ batch: ImportBatch) {
        imports.undo(batch.id) { [weak self] result in
            if let message = Self.message(result) { self?.onMessage(message) }
            self?.read()
        }
    }
}
