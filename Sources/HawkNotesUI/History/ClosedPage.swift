import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The closed windows that can be restored, with their drafts; above them the last start and the
/// rest of the previous session.
@MainActor
final class ClosedPage: HistoryDialog.Page {
    let root: Widget
    var onChange: @MainActor () -> Void = {}
    var focusable: [(name: String, widget: Widget)] {
        if let report { return report.focusable }
        let heads = [("report", showsReport), ("session", previousSession.button)]
        return rows.flatMap {
            [($0.id.rawValue, $0.row as Widget), ("restore " + $0.id.rawValue, $0.button)]
        }
            + heads.filter(\.1.isVisible)
    }

    private struct Row {
        let id: SceneIdentifier
        let title: String
        let name: String
        let row: ListBoxRow
        let button: Button
        let texts: Box
    }

    /// The maximum number of drafts shown for a window.
    private static let shownDrafts = 3

    private unowned let manager: WindowManager
    private let session: RestorationSession
    private weak var window: MainWindow?
    private let dismiss: @MainActor () -> Void
    private let stack: PageStack
    private let column: HistoryColumn
    private let list = ListBox().classes("card", "history")
    private let lastStart: Widget
    private let showsReport: Button
    private let previousSession: (root: Widget, button: Button)
    private let empty = HistoryParts.emptyState(
        icon: "hawknotes-new-window-symbolic",
        localized("No windows closed recently"),
        StatusPage.remark(localized("Windows that you close can be restored from here."))
    )
    private var rows: [Row] = []
    private var shown: [RecentlyClosedScene]?
    private var report: ReportPage?
    private let isReportShown: SceneStorage<Bool>
    private var changes: RestorationObservation?

    /// - Parameter dismiss: closes the dialog.
    init(
        of manager: WindowManager,
        in scope: RestorationScope,
        over window: MainWindow?,
        dismiss: @escaping @MainActor () -> Void
    ) {
        self.manager = manager
        self.window = window
        self.dismiss = dismiss
        session = manager.session
        isReportShown = SceneStorage(.showsReport, in: scope)
        column = HistoryColumn(in: scope.page(.closed))
        stack = PageStack(column.root)
        root = stack.root
        let isWhole = ReportText.problems(of: session.report).isEmpty
        (lastStart, showsReport) = Self.card(
            localized("Restored at the Last Start"),
            isWhole
                ? localized("Everything was restored") : localized("Not everything was restored"),
            localized("Details")
        )
        previousSession = Self.card(
            localized("Previous Session"),
            localized("Its windows that aren't open now"),
            localized("Restore")
        )
        lastStart.visible(!session.report.entries.isEmpty)
        list.accessibleLabel(localized("Closed Windows"))
        column.content.append(lastStart, previousSession.root, list, empty)
        showsReport.onClicked { [weak self] in self?.showReport(animated: true) }
        previousSession.button.onClicked { [weak self] in
            self?.leave { $0.restorePreviousSession() }
        }
        list.onRowActivated { [weak self] index in
            guard let self, rows.indices.contains(index) else { return }
            restore(rows[index].id)
        }
        changes = session.onOfferChange { [weak self] in
            // Later: updating may remove the row whose click is being handled.
            MainLoop.whenIdle { [weak self] in self?.update() }
        }
        update()
        if isReportShown.wrappedValue { showReport(animated: false) }
    }

    func close() { changes = nil }

    func leaveInnermost() -> Bool {
        guard report != nil else { return false }
        leaveReport()
        return true
    }

    /// Shows the report of the last start.
    func showReport(animated: Bool) {
        guard report == nil, let window else { return }
        isReportShown.wrappedValue = true
        let report = ReportPage(session.report, windows: manager, over: window) { [weak self] in
            self?.leaveReport()
        }
        self.report = report
        stack.show(report.root, animated: animated)
        if root.isMapped { report.back.grabFocus() }
    }

    private func leaveReport() {
        report = nil
        isReportShown.reset()
        stack.goBack()
        showsReport.grabFocus()
    }

    private func restore(_ id: SceneIdentifier) { leave { $0.reopen(id) } }

    private func leave(_ body: @escaping @MainActor (WindowManager) -> Void) {
        let (manager, dismiss) = (manager, dismiss)
        // Later: closing the dialog removes the button.
        MainLoop.whenIdle {
            dismiss()
            body(manager)
        }
    }

    private func update() {
        guard changes != nil || shown == nil else { return }
        previousSession.root.visible(session.canRestorePreviousSession)
        let closed = session.recentlyClosed
        guard closed != shown else { return }
        shown = closed
        let hadFocus = list.containsFocus
        for row in rows { list.remove(row.row) }
        rows = closed.map(makeRow)
        list.visible(!rows.isEmpty)
        empty.visible(rows.isEmpty)
        if hadFocus { (rows.first?.row ?? showsReport).grabFocus() }
        Task { [weak self, session] in
            let summaries = await session.summariesOfRecentlyClosed()
            self?.showDrafts(summaries)
        }
    }

    // MARK: A row

    private func makeRow(_ scene: RecentlyClosedScene) -> Row {
        let title = WindowText.name(manager.context.series.readable(title: scene.title))
        let date = DateText.relative(scene.closingDate, now: manager.context.now())
        let button = Button(localized("Restore"), "remedy").valign(.center)
        button.accessibleDescription(title)
        button.onClicked { [weak self] in self?.restore(scene.id) }
        let texts = Box(.vertical, spacing: 3).append(
            Label(title, "heading").ellipsizing(),
            Label(date, "caption", "dim-label").tooltip(DateText.exact(scene.closingDate))
        )
        let name = "\(title), \(date)"
        let content = Box(.horizontal, spacing: 12).append(texts.hexpand(), button)
        let row = ListBoxRow(content.margin(horizontal: 12, vertical: 9), name: name)
        list.insert(row)
        return Row(
            id: scene.id,
            title: scene.title,
            name: name,
            row: row,
            button: button,
            texts: texts
        )
    }

    private func showDrafts(_ summaries: [SceneSummary]) {
        let found = Dictionary(firstOf: summaries.map { ($0.id, $0) })
        for row in rows {
            guard let summary = found[row.id] else { continue }
            let drafts = manager.context.series.drafts(in: summary).prefix(Self.shownDrafts)
            for draft in drafts { row.texts.append(Label(draft, "caption").ellipsizing()) }
            row.row.accessibleLabel(([row.name] + drafts).joined(separator: ", "))
        }
    }

    private static func card(
        _ title: String,
        _ text: String,
        _ action: String
    ) -> (root: Widget, button: Button) {
        let button = Button(action, "remedy").valign(.center)
        button.accessibleDescription(title)
        let texts = Box(.vertical, spacing: 3).append(
            Label(title, "heading").wrapping(),
            Label(text, "caption", "dim-label").wrapping()
        )
        let root = WrapBox(spacing: 12, lines: .spread).append(texts, button)
        return (root.classes("card", "report-row"), button)
    }
}
