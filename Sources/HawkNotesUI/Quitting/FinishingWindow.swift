import GTKBridge
import Phrases

/// The window that is shown while the program ends and the disk takes its time.
@MainActor
final class FinishingWindow {
    private let window: Window
    private let reason = StatusPage.text("")

    init(application: Application) {
        window = Window.ofProgram(application, height: 340)
        let page = StatusPage(
            icon: "hawknotes-empty-notes-symbolic",
            heading: localized("Saving…"),
            [
                reason,
                StatusPage.remark(
                    localized("The disk is slow. Hawk Notes quits as soon as everything is on it.")
                ),
            ]
        )
        window.setChild(ScrolledWindow(page.root))
        // It goes by itself.
        window.onCloseRequest { true }
    }

    /// Says what is still to be saved.
    func show(_ reasons: [String]) {
        reason.text = localized("Still to be saved: %1.", reasons.joined(separator: ", "))
    }

    func present() { window.present() }

    /// Takes the window away.
    func close() { window.destroy() }
}
