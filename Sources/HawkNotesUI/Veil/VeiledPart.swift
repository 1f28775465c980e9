import GTKBridge

/// What stands in the place of a text that the reader has not come to yet, with the way to see it all the
/// same.
@MainActor
final class VeiledPart {
    let root: Box
    /// Lifts the veil.
    let button = Button(VeilText.show, "remedy")

    /// - Parameter onShow: called when somebody wants to see it.
    init(onShow: @escaping @MainActor () -> Void) {
        root = Box(.horizontal, spacing: 12).append(
            Label(VeilText.remark, "dim-label").wrapping().hexpand().valign(.center),
            button.valign(.center)
        ).classes("veiled")
        // Later: the button goes with what it lifts.
        button.onClicked { MainLoop.whenIdle(onShow) }
    }
}
