import Foundation
import GTKBridge
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The sets of windows that have a name: they are made, opened, put away and changed here.
@MainActor
final class WorkspacesDialog: DialogContent {
    let title = localized("Workspaces")
    let root: Widget
    let size = (width: 560, height: 560)
    var focusable: [(name: String, widget: Widget)] {
        [("name", name), ("save", save)] + rows.flatMap(\.focusable)
    }

    private let workspaces: Workspaces
    private weak var window: MainWindow?
    private let name = Entry(name: localized("Name")).limited(to: WorkspaceRow.longestName)
    private let save = Button(localized("Save"), "suggested-action", "pill")
    private let explanation = Label("", "caption", "dim-label").wrapping()
    private let list = Box(.vertical, spacing: 12)
    private let emptyState = Label(localized("No workspaces yet"), "dim-label").wrapping()
        .centered().margin(top: 24).halign(.center)
    private var rows: [WorkspaceRow] = []
    private let draft: DraftBinding
    private let scope: RestorationScope
    private var shown: [Workspace]?
    private var changes: ChangeObservation?
    private var isUpdateWaiting = false

    /// - Parameters:
    ///   - scope: where the name is kept that is being typed.
    ///   - window: the window over which the dialog is.
    init(_ workspaces: Workspaces, in scope: RestorationScope, over window: MainWindow) {
        self.workspaces = workspaces
        self.window = window
        self.scope = scope
        draft = DraftBinding(name.content, key: .workspaceName, in: scope)
        let column = Box(.vertical, spacing: 18).margin(18)
        root = ScrolledWindow(Clamp(column, maximumWidth: PageParts.measure))
        column.append(
            Box(.vertical, spacing: 12).append(
                PageParts.heading(localized("Save These Windows as a Workspace")),
                Box(.horizontal, spacing: 12).append(name.hexpand(), save),
                explanation
            ),
            list,
            emptyState
        )
        name.onActivate { [weak self] in self?.saveWindows() }
        save.onClicked { [weak self] in self?.saveWindows() }
        _ = name.content.onChanged { [weak self] in self?.update() }
        changes = workspaces.observe { [weak self] in self?.updateSoon() }
        update()
    }

    func close() {
        changes = nil
        draft.close()
        for row in rows { row.close() }
    }

    private func saveWindows() {
        let title = name.content.text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !title.isEmpty, workspaces.save(named: title) else { return }
        draft.empty()
        update()
    }

    /// Later: what has changed may be what a row is about to do, and the row would go by it.
    private func updateSoon() {
        guard !isUpdateWaiting else { return }
        isUpdateWaiting = true
        MainLoop.whenIdle { [weak self] in
            guard let self, changes != nil else { return }
            isUpdateWaiting = false
            update()
        }
    }

    private func explanation(of count: Int) -> String {
        if count > 0 {
            return localized(
                "%1 open window belongs to no workspace yet. It is kept with its drafts, and comes back with the others.",
                plural:
                    "%1 open windows belong to no workspace yet. They are kept with their drafts, and come back together.",
                count: count
            )
        }
        return workspaces.hasOrdinaryWindow
            ? localized("All open windows belong to a workspace already.")
            : localized("Only private windows are open, and nothing is kept of those.")
    }

    /// Shows what there is; a row that is typed in keeps the keyboard.
    private func update() {
        let count = workspaces.freeWindowCount
        explanation.text = explanation(of: count)
        save.sensitive(
            count > 0 && name.content.text.contains { !$0.isWhitespace }
        )
        let all = workspaces.all
        guard all != shown else { return }
        shown = all
        let focused = rows.flatMap(\.focusable).first { $0.widget.containsFocus }?.name
        for row in rows { row.close() }
        list.removeAll()
        rows = []
        rows = all.map { workspace in
            WorkspaceRow(workspace, workspaces, in: scope) { [weak window] in
                window?.dialogs.dialog(.workspaces)?.dismiss()
            }
        }
        list.append(rows.map(\.root))
        emptyState.visible(all.isEmpty)
        if let focused {
            let again = rows.flatMap(\.focusable).first { $0.name == focused }?.widget
            (again ?? name).grabFocus()
        }
    }
}
