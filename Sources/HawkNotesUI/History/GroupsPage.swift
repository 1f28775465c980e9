import Foundation
import GTKBridge
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The named groups of windows: the user creates, opens, closes and edits them here.
@MainActor
final class GroupsPage: HistoryDialog.Page {
    let root: Widget
    var onChange: @MainActor () -> Void = {}
    var focusable: [(name: String, widget: Widget)] {
        [("name", name), ("save", save)] + rows.flatMap(\.focusable)
    }

    private let workspaces: Workspaces
    private let dismiss: @MainActor () -> Void
    private let name = Entry(name: localized("Name")).limited(to: GroupRow.longestName)
    private let save = Button(localized("Save"), "suggested-action", "pill")
    private let explanation = Label("", "caption", "dim-label").wrapping()
    private let list = Box(.vertical, spacing: 12)
    private let column: HistoryColumn
    private let empty = HistoryParts.emptyState(
        icon: "hawknotes-library-symbolic",
        localized("No groups yet"),
        StatusPage.remark(localized("A group keeps windows together that belong together."))
    )
    private var rows: [GroupRow] = []
    private let draft: DraftBinding
    private let scope: RestorationScope
    private var shown: [Workspace]?
    private var changes: ChangeObservation?
    private var isUpdateWaiting = false

    /// - Parameters:
    ///   - scope: the scope of the history.
    ///   - dismiss: closes the dialog.
    init(
        _ workspaces: Workspaces,
        in scope: RestorationScope,
        dismiss: @escaping @MainActor () -> Void
    ) {
        self.workspaces = workspaces
        self.dismiss = dismiss
        self.scope = scope
        draft = DraftBinding(name.content, key: .workspaceName, in: scope)
        column = HistoryColumn(in: scope.page(.groups))
        column.content.append(list, empty)
        let saving = Box(.vertical, spacing: 6).append(
            PageParts.heading(localized("Save These Windows as a Group")),
            Box(.horizontal, spacing: 12).append(name.hexpand(), save),
            explanation
        ).margin(horizontal: 18, vertical: 12)
        root = Box(.vertical).append(
            column.root.vexpand(),
            Clamp(saving, maximumWidth: PageParts.measure)
        )
        name.onActivate { [weak self] in self?.saveWindows() }
        save.onClicked { [weak self] in self?.saveWindows() }
        _ = name.content.onChanged { [weak self] in self?.update() }
        changes = workspaces.observe { [weak self] in self?.updateSoon() }
        update()
    }

    func leaveInnermost() -> Bool { rows.contains { $0.leaveRenaming() } }

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

    /// Later: updating may remove the row whose click is being handled.
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
                "Saves the open window with its drafts.",
                plural: "Saves the %1 open windows with their drafts.",
                count: count
            )
        }
        return workspaces.hasOrdinaryWindow
            ? localized("All open windows are in a group already.")
            : localized("Only private windows are open. They can't be saved.")
    }

    /// Shows the groups; a row keeps the focus while the user types in it.
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
        rows = all.map { GroupRow($0, workspaces, in: scope, closeDialog: dismiss) }
        list.append(rows.map(\.root))
        list.visible(!all.isEmpty)
        empty.visible(all.isEmpty)
        if let focused {
            let again = rows.flatMap(\.focusable).first { $0.name == focused }?.widget
            (again ?? name).grabFocus()
        }
    }
}
