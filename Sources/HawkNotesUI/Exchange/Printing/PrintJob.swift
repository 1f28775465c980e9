import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// The way from the library to paper or into a PDF file. Windows can be used meanwhile.
@MainActor
final class PrintJob {
    /// What came of it.
    enum Outcome: Equatable {
        case printed, cancelled
        /// Why nothing was printed, in a sentence.
        case failed(String)
    }

    private let source: PrintSource
    private let layout: PrintLayout
    private let name: String
    /// Calls off what is going on.
    private var cancellation: @MainActor () -> Void = {}

    init(_ plan: PrintPlan, in library: Library) {
        source = PrintSource(plan, in: library)
        layout = PrintLayout(source)
        name = plan.title.holdable
        layout.onFailure = { [weak self] in self?.cancel() }
    }

    /// Lets the person choose a printer, and prints.
    func runDialog(over window: Window, completion: @escaping @MainActor (Outcome) -> Void) {
        let operation = PrintOperation(layout, name: name)
        cancellation = { [weak operation] in operation?.cancel() }
        operation.runDialog(over: window) { self.finish($0, completion) }
    }

    /// Writes a PDF file; one that is there stays until the new one is whole.
    ///
    /// - Parameter onProgress: told how many pages have been laid out.
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

    /// Calls it off.
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
    /// What is printed of the page that is shown; nil for one that has no paper.
    var printPlan: PrintPlan? {
        // What is covered need not be there.
        guard showsTabs else { return nil }
        return context.series.owner(of: tabController.place).flatMap(printPlan(in:))
    }

    /// The same, of the series as it is to be printed.
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
