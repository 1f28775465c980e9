import GTKBridge
import Phrases

/// The window that is shown while a backup takes the library's place.
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
                        "Your present library is put aside first. Your windows come back in a moment."
                    )
                )
            ]
        )
        window.setChild(ScrolledWindow(page.root))
        // It ends by itself; half way there is nothing to go back to.
        window.onCloseRequest { true }
        window.present()
    }

    /// Takes the window away.
    func close() { window.destroy() }
}
