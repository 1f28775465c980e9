import GTKBridge
import Phrases

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
