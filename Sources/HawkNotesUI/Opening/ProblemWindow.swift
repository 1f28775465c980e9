import GTKBridge
import HawkNotesPresentation
import Phrases

/// The window that is shown when the program cannot work: what is wrong, and nothing else.
@MainActor
final class ProblemWindow {
    let window: Window

    /// - Parameters:
    ///   - onRetry: called for *Try Again*; nil when that is of no use.
    ///   - onClose: called when the person closes it.
    init(
        application: Application,
        reason: String,
        onRetry: (@MainActor () -> Void)? = nil,
        onClose: @escaping @MainActor () -> Void = {}
    ) {
        window = Window.ofProgram(application, height: 460)
        let quit = Button(Command.quit.title, "pill").action(.quit)
        let retry = Button(localized("Try Again"), "pill", "suggested-action")
            .onClicked { onRetry?() }.visible(onRetry != nil)
        let page = StatusPage(
            icon: "dialog-warning-symbolic",
            heading: localized("Hawk Notes cannot open your notes"),
            [
                StatusPage.text(reason).selectable(),
                StatusPage.remark(localized("Nothing was changed.")),
                Box(.horizontal, spacing: 12).append(retry, quit).halign(.center).margin(top: 12),
            ]
        )
        window.setChild(ScrolledWindow(page.root))
        // Not to the text, which would be selected as a whole.
        let first = onRetry == nil ? quit : retry
        window.onMap { first.grabFocus() }
        window.onCloseRequest {
            onClose()
            return false
        }
    }

    func present() { window.present() }

    /// Takes the window away.
    func close() { window.destroy() }
}
