import GTKBridge
import Phrases

/// The window that is shown while the library takes long to open.
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
                        "This takes a moment longer than usual: they are copied and brought up to date, or the disk is slow."
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

    /// Shows how far it has come, from 0 to 1.
    func show(_ fraction: Double) { bar.fraction = fraction }

    func present() { window.present() }

    /// Takes the window away.
    func close() { window.destroy() }
}
