import Foundation
import GTKBridge
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The windows at earlier moments: a list of moments, and a page with the windows of one. Restoring
/// does not replace open windows.
@MainActor
final class EarlierPage: HistoryDialog.Page {
    let root: Widget
    var onChange: @MainActor () -> Void = {}
    var focusable: [(name: String, widget: Widget)] {
        if let page { return page.focusable }
        return problem.root.isVisible ? [("again", problem.again)] : rows
    }

    /// The maximum number of windows listed for a moment.
    private static let listedWindows = 3

    private let past: PastWindows
    private let now: Date
    private let dismiss: @MainActor () -> Void
    private let stack: PageStack
    private let column: HistoryColumn
    private let list = ListBox().classes("card", "history")
    private let introduction = Label(
        localized("Choose a moment to see your windows then. Nothing current is replaced."),
        "dim-label"
    ).wrapping().visible(false)
    private let empty = HistoryParts.emptyState(
        icon: "hawknotes-kept-symbolic",
        localized("No earlier moments yet"),
        StatusPage.remark(
            localized("Your windows are saved at each start, and hourly while something changes.")
        )
    )
    private let problem = Problem()
    private var rows: [(name: String, widget: Widget)] = []
    private var states: [HistoryState] = []
    private var page: MomentPage?
    /// The chosen moment, in milliseconds.
    private let chosen: SceneStorage<String>

    /// - Parameters:
    ///   - scope: stores the chosen moment.
    ///   - dismiss: closes the dialog.
    init(
        _ past: PastWindows,
        in scope: RestorationScope,
        now: Date,
        dismiss: @escaping @MainActor () -> Void
    ) {
        self.past = past
        self.now = now
        self.dismiss = dismiss
        chosen = SceneStorage(.historyState, in: scope)
        column = HistoryColumn(in: scope.page(.earlier))
        stack = PageStack(column.root)
        root = stack.root
        column.content.append(
            introduction,
            list.visible(false),
            empty.visible(false),
            problem.root.visible(false)
        )
        list.accessibleLabel(HistoryPage.earlier.title)
        list.onRowActivated { [weak self] index in
            guard let self, states.indices.contains(index) else { return }
            showState(states[index], animated: true)
        }
        problem.again.onClicked { [weak self] in self?.read() }
        read()
    }

    func leaveInnermost() -> Bool {
        guard page != nil else { return false }
        goBack()
        return true
    }

    /// Reads the moments. Call it again when the restore is complete, which adds the end of the
    /// last run.
    func read() {
        Task { [weak self, past] in
            do {
                let states = try await past.states()
                self?.fill(states)
            } catch {
                Log.warn("\(error)")
                self?.showProblem()
            }
        }
    }

    /// Shows that reading failed; earlier results stay.
    private func showProblem() {
        guard rows.isEmpty, page == nil else { return }
        empty.visible(false)
        problem.root.visible(true)
        if root.isMapped { problem.again.grabFocus() }
    }

    private func fill(_ states: [HistoryState]) {
        problem.root.visible(false)
        if !rows.isEmpty, states == self.states { return }
        let isFirst = rows.isEmpty
        for row in rows { list.remove(row.widget) }
        rows = []
        self.states = states
        for state in states {
            let row = row(state)
            list.insert(row)
            rows.append((Self.name(state), row))
        }
        introduction.visible(!states.isEmpty)
        list.visible(!states.isEmpty)
        empty.visible(states.isEmpty)
        guard page == nil else { return }
        let wanted = chosen.wrappedValue
        if let state = states.first(where: { Self.name($0) == wanted }) {
            showState(state, animated: false)
        } else if isFirst, root.isMapped {
            rows.first?.widget.grabFocus()
        }
        onChange()
    }

    /// Shows the windows of a moment, read-only.
    private func showState(_ state: HistoryState, animated: Bool) {
        chosen.wrappedValue = Self.name(state)
        let page = MomentPage(
            of: state,
            past,
            onBack: { [weak self] in self?.goBack() },
            onRestore: dismiss
        )
        page.onChange = { [weak self] in self?.onChange() }
        self.page = page
        stack.show(page.root, animated: animated)
        if root.isMapped { page.back.grabFocus() }
    }

    private func goBack() {
        page = nil
        let name = chosen.wrappedValue
        chosen.reset()
        stack.goBack()
        rows.first { $0.name == name }?.widget.grabFocus()
    }

    /// Shown when the moments cannot be read.
    @MainActor
    private struct Problem {
        let root: Widget
        let again = Button(localized("Try Again"), "pill").wrapping().halign(.center)

        init() {
            root = HistoryParts.emptyState(
                icon: "hawknotes-kept-symbolic",
                localized("Couldn't read earlier moments"),
                StatusPage.remark(
                    localized("Nothing has been deleted. Check the disk and try again.")
                ),
                again
            )
        }
    }

    /// The name of a moment, which stays valid across launches.
    private static func name(_ state: HistoryState) -> String {
        String(Int((state.date.timeIntervalSince1970 * 1000).rounded()))
    }

    private func row(_ state: HistoryState) -> ListBoxRow {
        let windows = state.windows.map(past.line)
        let date = DateText.exact(state.date)
        let relative = DateText.relative(state.date, now: now)
        let head = Box(.horizontal, spacing: 12).append(
            Label(date, "heading").ellipsizing().hexpand(),
            Label(relative, "caption", "dim-label")
                .visible(relative != DateText.day(of: state.date))
        )
        let lines = HistoryParts.lines(windows, limit: Self.listedWindows)
        return ListBoxRow(
            Box(.vertical, spacing: 3).append(head, lines).margin(horizontal: 12, vertical: 9),
            name: ([date] + windows).joined(separator: ", ")
        )
    }
}
