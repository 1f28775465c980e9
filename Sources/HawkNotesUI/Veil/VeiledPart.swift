import GTKBridge
import HawkNotesPresentation
import Phrases

/// The placeholder of a hidden text, with a button that shows it.
@MainActor
final class VeiledPart {
    let root: Widget
    /// Shows the text.
    let button = Button(VeilText.show, "remedy")

    /// - Parameter onShow: called when the user wants to see it.
    init(onShow: @escaping @MainActor () -> Void) {
        root = PairBox(
            Label(VeilText.remark, "dim-label").wrapping().valign(.center),
            button.halign(.start).valign(.center),
            words: .first,
            spacing: 12
        ).classes("veiled")
        // Later: the handler removes the button.
        button.onClicked { MainLoop.whenIdle(onShow) }
    }
}
