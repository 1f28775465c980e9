import Foundation
import GTKBridge
import HawkNotesPresentation
import Phrases

/// Offers to show what was left behind when the program died of its own fault; asks nothing.
@MainActor
final class CrashReportOffer {
    private let reports: CrashReports?
    private var window: CrashReportWindow?

    /// - Parameter reports: nil for a program that keeps none.
    init(_ reports: CrashReports?) { self.reports = reports }

    /// Looks for a report that nobody has been told of, off the main thread.
    ///
    /// - Parameters:
    ///   - parent: the window that the report is to be shown over.
    ///   - body: called with what shows the report, or nil when there is none, once files have been read.
    ///     It is told once of each report.
    func take(
        over parent: @escaping @MainActor () -> Window?,
        then body: @escaping @MainActor (Toast.Action?) -> Void
    ) {
        guard let reports else { return body(nil) }
        Task { [weak self] in
            let report = await Task.detached { reports.takeNewest() }.value
            guard let report else { return body(nil) }
            body(
                Toast.Action(title: localized("Details")) { [weak self] in
                    guard let self, let parent = parent() else { return }
                    show(report, in: reports.folder, over: parent)
                }
            )
        }
    }

    private func show(_ report: CrashReport, in folder: URL, over parent: Window) {
        let window = CrashReportWindow(report, folder: folder, over: parent)
        window.onGone = { [weak self] in self?.window = nil }
        window.present()
        self.window = window
    }
}
