import GTKBridge
import Phrases

/// The window that asks what to do when the program is to end and something cannot be saved.
@MainActor
final class UnsavedWindow {
    /// What the person may choose.
    struct Actions {
        var retry: @MainActor () -> Void
        var quit: @MainActor () -> Void
        var goOn: @MainActor () -> Void
    }

    private let window: Window

    /// - Parameter reason: why it cannot be saved.
    init(application: Application, reason: String, actions: Actions) {
        window = Window.ofProgram(application, height: 540)
        let retry = Button(localized("Try Again"), "pill", "suggested-action")
            .onClicked(actions.retry)
        let goOn = Button(localized("Go Back"), "pill").onClicked(actions.goOn)
        let quit = Button(localized("Quit Without Saving"), "pill", "destructive-action")
            .onClicked(actions.quit)
        let page = StatusPage(
            icon: "dialog-warning-symbolic",
            heading: localized("Drafts could not be saved"),
            [
                StatusPage.text(reason).selectable(),
                StatusPage.remark(
                    localized(
                        "They are safe while Hawk Notes runs. When it quits now, what you typed lately is lost."
                    )
                ),
                Box(.vertical, spacing: 12).append(retry, goOn, quit).halign(.center).margin(
                    top: 12
                ),
            ]
        )
        window.setChild(ScrolledWindow(page.root))
        window.onMap { retry.grabFocus() }
        window.onCloseRequest {
            actions.goOn()
            return true
        }
    }

    func present() { window.present() }

    /// Takes the window away.
    func close() { window.destroy() }
}
