import GTKBridge
import HawkNotesPresentation
import Phrases

/// What stands in the place of a text that the reader has not come to yet, with the way to see it all the
/// same.
@MainActor
final class VeiledPart {
    let root: Widget
    /// Lifts the veil.
    let button = Button(VeilText.show, "remedy")

    /// - Parameter onShow: called when the user wants to see it.
    init(onShow: @escaping @MainActor () -> Void) {
        root = PairBox(
            Label(VeilText.remark, "dim-label").wrapping().valign(.center),
            button.halign(.start).valign(.center),
            words: .first,
            spacing: 12
        ).classes("veiled")
        // Later: the button goes with what it lifts.
        button.onClicked { MainLoop.whenIdle(onShow) }
    }
}
