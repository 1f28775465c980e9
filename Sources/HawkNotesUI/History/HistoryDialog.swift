import Foundation
import GTKBridge
import HawkNotesPresentation
import Phrases
import StateRestoration

/// What the windows were at earlier times: a list of the times, and of the one that was chosen what can be
/// brought back. Nothing that is open is replaced by it.
@MainActor
final class HistoryDialog: DialogContent {
    let title = localized("Earlier Times")
    let root: Widget
    let size = (width: 600, height: 600)
    var focusable: [(name: String, widget: Widget)] {
        if let page { return page.focusable }
        return problem.root.isVisible ? [("again", problem.again)] : rows
    }

    /// The time in which a page slides away before it is removed.
    private static let removalDelay: Duration = .milliseconds(300)

    private let past: PastWindows
    private weak var window: MainWindow?
    private let now: Date
    private let stack = Stack()
    private let list = ListBox().classes("card", "history")
    private let introduction = Label(
        localized("Choose a time to see what your windows were. Nothing is replaced."),
        "dim-label"
    ).wrapping().visible(false)
    private let times: ScrolledWindow
    private let emptyState = StatusPage(
        icon: "hawknotes-empty-notes-symbolic",
        heading: localized("No earlier times yet"),
        isCompact: true,
        [
            StatusPage.remark(
                localized(
                    "Your windows are remembered at each start, and once an hour while something changes."
                )
            )
        ]
    ).root
    private let problem = Problem()
    private var rows: [(name: String, widget: Widget)] = []
    private var states: [HistoryState] = []
    private var page: HistoryPage?
    /// The time that was chosen, in milliseconds.
    private let chosen: SceneStorage<String>

    /// - Parameters:
    ///   - scope: where it is kept which time was chosen.
    ///   - window: the window over which the dialog is.
    init(_ past: PastWindows, in scope: RestorationScope, over window: MainWindow, now: Date) {
        self.past = past
        self.window = window
        self.now = now
        chosen = SceneStorage(.historyState, in: scope)
        root = stack
        let column = Box(.vertical, spacing: 12).margin(18)
        times = ScrolledWindow(Clamp(column, maximumWidth: PageParts.measure))
        column.append(
            introduction,
            list.visible(false),
            emptyState.visible(false),
            problem.root.visible(false)
        )
        stack.add(times)
        list.accessibleLabel(title)
        list.onRowActivated { [weak self] index in
            guard let self, states.indices.contains(index) else { return }
            showState(states[index], animated: true)
        }
        stack.onKey { [weak self] key, modifiers in
            guard key == Key("Escape"), modifiers.isEmpty, self?.page != nil else { return false }
            self?.goBack()
            return true
        }
        problem.again.onClicked { [weak self] in self?.read() }
        read()
    }

    /// Reads what there is; to be called again when the restore is complete, which keeps what the last run
    /// has left.
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

    /// Shows that nothing could be read; what was read before stays.
    private func showProblem() {
        guard rows.isEmpty, page == nil else { return }
        emptyState.visible(false)
        problem.root.visible(true)
        problem.again.grabFocus()
    }

    private func fill(_ states: [HistoryState]) {
        problem.root.visible(false)
        if !rows.isEmpty, states == self.states { return }
        for row in rows { list.remove(row.widget) }
        rows = []
        self.states = states
        for state in states {
            let row = HistoryDialog.row(state, of: past, now: now)
            list.insert(row)
            rows.append((HistoryDialog.name(state), row))
        }
        introduction.visible(!states.isEmpty)
        list.visible(!states.isEmpty)
        emptyState.visible(states.isEmpty)
        guard page == nil else { return }
        let wanted = chosen.wrappedValue
        if let state = states.first(where: { HistoryDialog.name($0) == wanted }) {
            showState(state, animated: false)
        } else {
            rows.first?.widget.grabFocus()
        }
    }

    /// Shows what the windows were, to be read only.
    private func showState(_ state: HistoryState, animated: Bool) {
        chosen.wrappedValue = HistoryDialog.name(state)
        let page = HistoryPage(
            of: state,
            past,
            onBack: { [weak self] in self?.goBack() },
            onBringBack: { [weak self] in self?.window?.dialogs.dialog(.history)?.dismiss() }
        )
        self.page = page
        stack.add(page.root)
        stack.show(page.root, animated ? .slideForward : .none)
        page.back.grabFocus()
    }

    private func goBack() {
        guard let old = page else { return }
        page = nil
        let name = chosen.wrappedValue
        chosen.reset()
        stack.show(times, .slideBack)
        rows.first { $0.name == name }?.widget.grabFocus()
        // After it has slid away.
        MainLoop.after(Self.removalDelay) { [stack] in stack.remove(old.root) }
    }

    /// What is shown where it cannot be read what there is.
    @MainActor
    private struct Problem {
        let root: Widget
        let again = Button(localized("Try Again"), "pill").wrapping().halign(.center)

        init() {
            root =
                StatusPage(
                    icon: "hawknotes-empty-notes-symbolic",
                    heading: localized("Couldn't read earlier times"),
                    isCompact: true,
                    [
                        StatusPage.remark(
                            localized("Nothing has been deleted. Check the disk and try again.")
                        ),
                        again,
                    ]
                ).root
        }
    }

    /// A time by a name that holds at the next launch.
    private static func name(_ state: HistoryState) -> String {
        String(Int((state.date.timeIntervalSince1970 * 1000).rounded()))
    }

    private static func row(
        _ state: HistoryState,
        of past: PastWindows,
        now: Date
    ) -> ListBoxRow {
        let lines = Box(.vertical, spacing: 3)
        for window in state.windows.prefix(3) {
            lines.append(Label(past.line(window), "caption", "dim-label").ellipsizing())
        }
        let more = state.windows.count - 3
        if more > 0 {
            let text = localized("and %1 more", plural: "and %1 more", count: more)
            lines.append(Label(text, "caption", "dim-label"))
        }
        let date = DateText.exact(state.date)
        let relative = DateText.relative(state.date, now: now)
        let head = Box(.horizontal, spacing: 12).append(
            Label(date).ellipsizing().hexpand(),
            Label(relative, "caption", "dim-label")
                .visible(relative != DateText.day(of: state.date))
        )
        let name = ([date] + state.windows.map(past.line)).joined(separator: ", ")
        return ListBoxRow(
            Box(.vertical, spacing: 3).append(head, lines).margin(horizontal: 12, vertical: 9),
            name: name
        )
    }
}
