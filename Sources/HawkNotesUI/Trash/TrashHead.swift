import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// The head of the trash, which says how long items are kept, and its foot with the button that empties it.
@MainActor
final class TrashHead {
    let root: Box
    /// Below the list, so that the button comes last in the focus order.
    let foot = Box(.vertical).classes("dialog-foot")
    let empty = Button(localized("Empty Trash…"), "remedy").halign(.end)
    private(set) var step: TrashStep?
    private let explanation: Label
    private let status: Widget
    private let steps = Box(.vertical)

    /// - Parameter days: how long items are kept; nil for forever.
    init(days: Int?) {
        explanation = Label(TrashText.period(days: days), "dim-label").wrapping()
        status = StatusPage(
            icon: "hawknotes-delete-symbolic",
            heading: localized("The trash is empty"),
            isCompact: true,
            [StatusPage.remark(TrashText.period(days: days))]
        ).below(12)
        root = Box(.vertical, spacing: 12).append(
            explanation,
            status.visible(false)
        )
        foot.append(empty, steps.visible(false))
    }

    /// Shows whether the trash is empty.
    func show(isEmpty: Bool) {
        status.visible(isEmpty)
        explanation.visible(!isEmpty)
        empty.visible(!isEmpty && step == nil)
        steps.visible(!isEmpty && step != nil)
        foot.visible(!isEmpty)
    }

    /// Shows the step that confirms emptying the trash; nil shows the button instead.
    func show(_ new: TrashStep?) {
        step = new
        steps.removeAll()
        if let new { steps.append(new.root.classes("card", "report-row")) }
    }
}

/// Confirms a permanent deletion: says what will be deleted, and how long backups keep it.
///
/// It replaces the button that leads to it, rather than opening a window, so that an extra Escape or Enter
/// deletes nothing.
@MainActor
final class TrashStep {
    let root: Box
    let confirm: Button
    let keep: Button
    private let text: Label

    /// - Parameter title: the title of the button that deletes.
    init(
        _ title: String,
        confirm: @escaping @MainActor () -> Void,
        keep: @escaping @MainActor () -> Void
    ) {
        text = Label("", "caption").wrapping()
        self.confirm = Button(title, "destructive-action", "pill")
        self.keep = Button(localized("Keep"), "pill")
        // Later: this removes the step with its buttons.
        self.confirm.onClicked { MainLoop.whenIdle(confirm) }
        self.keep.onClicked { MainLoop.whenIdle(keep) }
        let buttons = WrapBox(spacing: 6)
        for button in [self.keep, self.confirm] { buttons.append(button) }
        root = Box(.vertical, spacing: 9, role: .group).append(text, buttons)
    }

    func say(_ sentences: [String]) {
        text.text = sentences.joined(separator: " ")
        root.accessibleLabel(text.text)
    }
}
