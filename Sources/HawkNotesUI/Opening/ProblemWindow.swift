import GTKBridge

/// The window that is shown when the program cannot work: what is wrong, and nothing else.
@MainActor
final class ProblemWindow {
    private let window: Window

    init(application: Application, reason: String) {
        window = Window(application: application)
        window.title = "Hawk Notes"
        window.defaultSize = (width: 560, height: 420)
        let quit = Button(localized("Quit"), "pill").halign(.center).action("app.quit")
        let message = Box(.vertical, spacing: 12).append(
            Image(icon: "dialog-warning-symbolic", size: 96).classes("empty-drawing"),
            Label(localized("Hawk Notes cannot open your notes"), "title-1").centered().wrapping(),
            Label(reason).centered().wrapping().selectable().maximumCharacters(60),
            Label(localized("Nothing was changed."), "dim-label").centered(),
            quit.margin(top: 12)
        ).halign(.center).valign(.center).margin(24)
        window.setTitlebar(HeaderBar())
        window.setChild(ScrolledWindow(message))
        // Not to the text, which would be selected as a whole.
        window.onMap { quit.grabFocus() }
    }

    func present() { window.present() }
}
