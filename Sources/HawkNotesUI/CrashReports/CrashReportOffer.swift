import GTKBridge

/// Offers to show what was left behind when the program died of its own fault; asks nothing.
@MainActor
final class CrashReportOffer {
    private let reports: CrashReports
    private var window: CrashReportWindow?

    init(_ reports: CrashReports) { self.reports = reports }

    /// Looks for a report that nobody has been told of, off the main thread.
    ///
    /// - Parameters:
    ///   - parent: the window that the report is to be shown over.
    ///   - body: called later with what shows the report, or nil when there is none. It is told once of each.
    func take(
        over parent: @escaping @MainActor () -> Window?,
        _ body: @escaping @MainActor (Toast.Action?) -> Void
    ) {
        let takeNewest = reports.takeNewest
        Task { [weak self] in
            let report = await Task.detached { takeNewest() }.value
            body(
                report.map { report in
                    Toast.Action(title: localized("Details")) { [weak self] in
                        self?.show(report, over: parent())
                    }
                }
            )
        }
    }

    private func show(_ report: CrashReport, over parent: Window?) {
        guard let parent else { return }
        let window = CrashReportWindow(report, folder: reports.folder, over: parent)
        window.onGone = { [weak self] in self?.window = nil }
        window.present()
        self.window = window
    }
}
