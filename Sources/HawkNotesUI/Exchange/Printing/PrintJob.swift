import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// Prints, or writes a PDF file. Windows stay usable meanwhile.
@MainActor
final class PrintJob {
    /// The outcome.
    enum Outcome: Equatable {
        case printed, cancelled
        /// Failed; the reason as a sentence.
        case failed(String)
    }

    private let source: PrintSource
    private let layout: PrintLayout
    private let name: String
    /// Cancels the current job.
    private var cancellation: @MainActor () -> Void = {}

    init(_ plan: PrintPlan, in library: Library) {
        source = PrintSource(plan, in: library)
        layout = PrintLayout(source)
        name = plan.title.holdable
        layout.onFailure = { [weak self] in self?.cancel() }
    }

    /// Shows the print dialog, and prints.
    func runDialog(over window: Window, completion: @escaping @MainActor (Outcome) -> Void) {
        let operation = PrintOperation(layout, name: name)
        cancellation = { [weak operation] in operation?.cancel() }
        operation.runDialog(over: window) { self.finish($0, completion) }
    }

    /// Writes a PDF file; an existing one stays until the new one is complete.
    ///
    /// - Parameter onProgress: called with the number of pages laid out so far.
    func export(
        to file: URL,
        onProgress: @escaping @MainActor (_ pages: Int) -> Void = { _ in },
        completion: @escaping @MainActor (Outcome) -> Void
    ) {
        layout.onProgress = onProgress
        guard let export = PDFExport(layout, title: name, to: file.path) else {
            return completion(.failed(""))
        }
        cancellation = { [weak export] in export?.cancel() }
        export.run { self.finish($0, completion) }
    }

    /// Cancels the job.
    func cancel() { cancellation() }

    private func finish(_ outcome: PrintOutcome, _ completion: (Outcome) -> Void) {
        source.close()
        if let error = layout.failure {
            let reason = (error as? LibraryError).map(LibraryText.readingReason) ?? "\(error)"
            return completion(.failed(localized("The notes cannot be read: %1", reason)))
        }
        switch outcome {
        case .printed: completion(.printed)
        case .cancelled: completion(.cancelled)
        case .failed(let reason): completion(.failed(reason))
        }
    }
}

extension MainWindow {
    /// The print plan of the current page; nil for one that cannot be printed.
    var printPlan: PrintPlan? {
        // The page below a cover may not exist.
        guard showsTabs else { return nil }
        return context.series.owner(of: tabController.place).flatMap(printPlan(in:))
    }

    /// The same for a series in the form in which it is printed.
    func printPlan(in series: Series) -> PrintPlan? {
        guard showsTabs, !tabController.showsWebPage else { return nil }
        return PrintPlan(of: tabController.place, in: series, favorites: context.favorites.ids)
    }

    /// Shows the print dialog for the page.
    func printPage() {
        if let printPlan { print(printPlan) }
    }

    /// Shows the print dialog.
    func print(_ plan: PrintPlan) {
        PrintJob(plan, in: context.library).runDialog(over: window) { [weak self] outcome in
            guard case .failed(let reason) = outcome else { return }
            self?.show(localized("The page was not printed: %1", reason))
        }
    }
}
