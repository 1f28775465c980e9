import GTKBridge
import HawkNotesPresentation
import Phrases

extension Window {
    /// A window of the program itself, without user content.
    static func ofProgram(_ application: Application, height: Int) -> Window {
        let window = Window(application: application)
        window.title = "Hawk Notes"
        window.defaultSize = (width: 600, height: height)
        window.setTitlebar(HeaderBar())
        return window
    }
}

/// Shown while the library takes long to open.
@MainActor
final class OpeningWindow {
    let window: Window
    private let bar = ProgressBar()

    init(application: Application, onClose: @escaping @MainActor () -> Void) {
        window = Window.ofProgram(application, height: 380)
        bar.accessibleLabel(localized("Opening your notes"))
        let page = StatusPage(
            icon: "hawknotes-empty-notes-symbolic",
            heading: localized("Opening your notes…"),
            [
                StatusPage.remark(
                    localized(
                        "This takes longer than usual. Your notes are being updated, or the disk is slow."
                    )
                ),
                bar.margin(top: 12),
            ]
        )
        window.setChild(ScrolledWindow(page.root))
        window.onCloseRequest {
            onClose()
            return false
        }
    }

    /// Shows the progress, from 0 to 1.
    func show(_ fraction: Double) { bar.fraction = fraction }

    func present() { window.present() }

    /// Closes the window.
    func close() { window.destroy() }
}

/// Shown when the program cannot work: states the problem, and nothing else.
@MainActor
final class ProblemWindow {
    let window: Window

    /// Says that the notes cannot be opened.
    ///
    /// - Parameters:
    ///   - onRetry: called for *Try Again*; nil when that would not help.
    ///   - onClose: called when the user closes it.
    convenience init(
        application: Application,
        reason: String,
        onRetry: (@MainActor () -> Void)? = nil,
        onClose: @escaping @MainActor () -> Void = {}
    ) {
        self.init(
            application,
            height: 460,
            heading: localized("Hawk Notes cannot open your notes"),
            reason: reason,
            remark: StatusPage.remark(localized("Nothing was changed.")),
            button: Command.quit.title,
            onRetry: onRetry,
            onClose: onClose
        )
    }

    /// Says that the program runs on another display.
    convenience init(runningElsewhere application: Application) {
        self.init(
            application,
            height: 360,
            heading: ElsewhereText.heading,
            reason: ElsewhereText.advice,
            remark: Label(ElsewhereText.command, "monospace").selectable(),
            button: localized("Close"),
            onRetry: nil,
            onClose: {}
        )
    }

    private init(
        _ application: Application,
        height: Int,
        heading: String,
        reason: String,
        remark: Label,
        button: String,
        onRetry: (@MainActor () -> Void)?,
        onClose: @escaping @MainActor () -> Void
    ) {
        window = Window.ofProgram(application, height: height)
        let quit = Button(button, "pill").action(.quit)
        let retry = Button(localized("Try Again"), "pill", "suggested-action")
            .onClicked { onRetry?() }.visible(onRetry != nil)
        let page = StatusPage(
            icon: "dialog-warning-symbolic",
            heading: heading,
            [
                StatusPage.text(reason).selectable(),
                remark,
                Box(.horizontal, spacing: 12).append(retry, quit).halign(.center).margin(top: 12),
            ]
        )
        window.setChild(ScrolledWindow(page.root))
        // Not the text, which would be selected entirely.
        let first = onRetry == nil ? quit : retry
        window.onMap { first.grabFocus() }
        window.onCloseRequest {
            onClose()
            return false
        }
    }

    func present() { window.present() }

    /// Closes the window.
    func close() { window.destroy() }
}

/// Shown while a backup replaces the library.
@MainActor
final class RestoringWindow {
    let window: Window

    init(application: Application) {
        window = Window.ofProgram(application, height: 320)
        let page = StatusPage(
            icon: "hawknotes-empty-notes-symbolic",
            heading: localized("Restoring the backup…"),
            [
                StatusPage.remark(
                    localized(
                        "Your current library is set aside first. Your windows will be back in a moment."
                    )
                )
            ]
        )
        window.setChild(ScrolledWindow(page.root))
        // It closes by itself; the replacement cannot be stopped halfway.
        window.onCloseRequest { true }
        window.present()
    }

    /// Closes the window.
    func close() { window.destroy() }
}
