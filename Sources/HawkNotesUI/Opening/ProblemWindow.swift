import GTKBridge

/// The window that is shown when the program cannot work: what is wrong, and that it can be tried
/// again.
@MainActor
final class ProblemWindow {
    private let window: Window

    /// - Parameter onClose: called when the person is done with it; *Try Again* otherwise.
    init(
        application: Application,
        reason: String,
        onRetry: @escaping @MainActor () -> Void,
        onClose: @escaping @MainActor () -> Void
    ) {
        window = MessagePage.window(application, height: 460)
        let quit = Button(localized("Quit"), "pill").action("app.quit")
        let retry = Button(localized("Try Again"), "pill", "suggested-action").onClicked(onRetry)
        let page = MessagePage(
            icon: "dialog-warning-symbolic",
            heading: localized("Hawk Notes cannot open your notes"),
            [
                MessagePage.text(reason).selectable(),
                MessagePage.remark(localized("Nothing was changed.")),
                Box(.horizontal, spacing: 12).append(retry, quit).halign(.center).margin(top: 12),
            ]
        )
        window.setChild(ScrolledWindow(page.root))
        // Not to the text, which would be selected as a whole.
        window.onMap { retry.grabFocus() }
        window.onCloseRequest {
            onClose()
            return false
        }
    }

    func present() { window.present() }

    /// Takes the window away.
    func close() { window.destroy() }
}
