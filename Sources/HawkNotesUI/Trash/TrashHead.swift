import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// What stands over the list of the trash: how long things stay, and how to empty it.
@MainActor
final class TrashHead {
    let root: Box
    let empty = Button(localized("Empty Trash…"), "remedy").halign(.start)
    private(set) var step: TrashStep?
    private let explanation: Label
    private let status: Widget
    private let steps = Box(.vertical)

    /// - Parameter days: how long things stay; nil for as long as nobody empties the trash.
    init(days: Int?) {
        explanation = Label(TrashText.period(days: days), "dim-label").wrapping()
        status = StatusPage(
            icon: "hawknotes-delete-symbolic",
            heading: localized("The trash is empty"),
            isCompact: true,
            [StatusPage.remark(TrashText.period(days: days))]
        ).root.margin(vertical: 48)
        root = Box(.vertical, spacing: 12).append(
            explanation,
            empty,
            steps.visible(false),
            status.visible(false)
        )
    }

    /// Shows that there is something, or nothing.
    func show(isEmpty: Bool) {
        status.visible(isEmpty)
        explanation.visible(!isEmpty)
        empty.visible(!isEmpty && step == nil)
        steps.visible(!isEmpty && step != nil)
    }

    /// Shows what comes before everything is deleted, or the way to it.
    func show(_ new: TrashStep?) {
        step = new
        steps.removeAll()
        if let new { steps.append(new.root.classes("card", "report-row")) }
    }
}

/// What comes before something is deleted for good: it says what goes, and until when there are copies.
///
/// It stands where the button was that leads to it, and can be left like any other place: no window asks
/// a question, and nothing is lost by pressing Escape or Enter once too often.
@MainActor
final class TrashStep {
    let root: Box
    let confirm: Button
    let keep: Button
    private let text: Label

    /// - Parameter title: what the button says that deletes.
    init(
        _ title: String,
        confirm: @escaping @MainActor () -> Void,
        keep: @escaping @MainActor () -> Void
    ) {
        text = Label("", "caption").wrapping()
        self.confirm = Button(title, "destructive-action", "pill")
        self.keep = Button(localized("Keep"), "pill")
        // Later: the step goes by it, and the buttons with it.
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
