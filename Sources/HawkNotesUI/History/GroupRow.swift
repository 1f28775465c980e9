import Foundation
import GTKBridge
import HawkNotesPresentation
import Phrases
import StateRestoration

/// A group in the list: its name, its windows and its actions.
@MainActor
final class GroupRow {
    /// The maximum length of a name, in characters.
    static let longestName = 100
    /// The maximum number of windows listed.
    private static let listedWindows = 5

    let root: Widget
    private(set) var focusable: [(name: String, widget: Widget)] = []

    private let workspace: Workspace
    private let workspaces: Workspaces
    private let closeDialog: @MainActor () -> Void
    /// Whether it is being renamed.
    private var isRenamed: SceneStorage<Bool>?
    private let scope: RestorationScope
    private let head = Box(.horizontal, spacing: 12)
    private var draft: DraftBinding?

    /// - Parameters:
    ///   - scope: stores a new name while it is typed.
    ///   - closeDialog: closes the dialog before windows open or close, because it belongs to one
    ///     of them.
    init(
        _ workspace: Workspace,
        _ workspaces: Workspaces,
        in scope: RestorationScope,
        closeDialog: @escaping @MainActor () -> Void
    ) {
        self.workspace = workspace
        self.workspaces = workspaces
        self.closeDialog = closeDialog
        self.scope = scope.workspace(workspace.id)
        isRenamed = SceneStorage(.isRenamed, in: self.scope)
        let box = Box(.vertical, spacing: 9, role: .group).classes("card", "report-row")
        box.accessibleLabel(workspace.name)
        root = box
        box.append(head, list())
        let buttons = WrapBox(spacing: 6)
        box.append(buttons)
        addButtons(to: buttons)
        if isRenamed?.wrappedValue == true { rename() } else { showName() }
    }

    /// Releases the keys of the state; stored values stay.
    func close() {
        draft?.close()
        draft = nil
        isRenamed = nil
    }

    private func list() -> Widget {
        let windows = workspace.windows.map {
            WindowText.line(workspaces.readable($0.title), $0.beginningOfText)
        }
        return HistoryParts.lines(windows, limit: Self.listedWindows)
    }

    private func addButtons(to box: WrapBox) {
        let id = workspace.id
        if workspace.isOpen {
            add("show", localized("Show"), to: box, closesDialog: true) {
                $0.open(id, instead: false)
            }
            if workspaces.freeWindowCount > 0 {
                add("update", localized("Add Open Windows"), to: box) {
                    $0.update(id)
                }
            }
            // The dialog has a button with the same name.
            add("leave", localized("Close"), to: box, closesDialog: true) { $0.leave(id) }
                .accessibleLabel(localized("Close Group"))
        } else {
            add("open", localized("Open"), to: box, closesDialog: true) {
                $0.open(id, instead: false)
            }
            let title = localized("Replace Current Windows")
            add("instead", title, to: box, closesDialog: true) {
                $0.open(id, instead: true)
            }
        }
        let rename = Button(localized("Rename"), "remedy")
        rename.onClicked { [weak self] in self?.rename() }
        focusable.append(("rename:\(id)", rename))
        box.append(rename)
        add("delete", localized("Delete"), to: box) { [workspace] in $0.remove(workspace) }
    }

    @discardableResult
    private func add(
        _ name: String,
        _ title: String,
        to box: WrapBox,
        closesDialog: Bool = false,
        _ action: @escaping @MainActor (Workspaces) -> Void
    ) -> Button {
        let button = Button(title, "remedy")
        // Later: this may remove the row and its button.
        button.onClicked { [workspaces, closeDialog] in
            MainLoop.whenIdle {
                if closesDialog { closeDialog() }
                action(workspaces)
            }
        }
        focusable.append(("\(name):\(workspace.id)", button))
        box.append(button)
        return button
    }

    // MARK: The name

    private func showName() {
        head.removeAll()
        focusable.removeAll { $0.name.hasPrefix("name:") }
        let count = workspace.windows.count
        head.append(
            Label(workspace.name, "heading").ellipsizing().hexpand(),
            Label(
                workspace.isOpen
                    ? localized("Open now")
                    : localized("%1 window", plural: "%1 windows", count: count),
                "caption",
                workspace.isOpen ? "open-mark" : "dim-label"
            )
        )
    }

    private func rename() {
        guard draft == nil else { return }
        isRenamed?.wrappedValue = true
        let entry = Entry(name: localized("Name")).limited(to: Self.longestName)
        let draft = DraftBinding(
            entry.content,
            key: .workspaceName,
            in: scope,
            initial: workspace.name
        )
        self.draft = draft
        let done = Button(localized("Rename"), "suggested-action", "pill")
        entry.onActivate { [weak self, weak entry] in self?.finish(entry?.content.text) }
        done.onClicked { [weak self, weak entry] in self?.finish(entry?.content.text) }
        head.removeAll()
        head.append(entry.hexpand(), done)
        focusable.append(("name:\(workspace.id)", entry))
        entry.grabFocus()
    }

    /// Discards the new name; returns false when none is being typed.
    func leaveRenaming() -> Bool {
        guard draft != nil else { return false }
        finish(nil)
        return true
    }

    private func finish(_ text: String?) {
        draft?.discard()
        draft = nil
        isRenamed?.reset()
        showName()
        focusable.first { $0.name.hasPrefix("rename:") }?.widget.grabFocus()
        let name = text?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
        let id = workspace.id
        if !name.isEmpty { MainLoop.whenIdle { [workspaces] in workspaces.rename(id, to: name) } }
    }
}
