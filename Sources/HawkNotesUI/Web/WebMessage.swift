import GTKBridge
import HawkNotesPresentation
import Phrases

/// What stands in the place of a web page that is not shown: why, and what can be done.
@MainActor
final class WebMessage {
    let root: ScrolledWindow
    let tryAgain = Button(localized("Try Again"), "pill", "accent-button")
    let open = Button(localized("Open in Browser"), "pill")
    let showAnyway = Button(localized("Show Anyway"), "pill")

    private let title = Label("", "title-1", role: .heading(level: 1)).centered().wrapping()
        .maximumCharacters(StatusPage.lineLength)
    private let reason = StatusPage.remark("").selectable()
    private let message = Box(.vertical, spacing: 12, role: .alert)

    init() {
        message.append(
            Image(icon: "hawknotes-offline-symbolic", size: 96).classes("empty-drawing"),
            title,
            reason,
            // Below one another, where there is room for each in any language.
            Box(.vertical, spacing: 12).append(tryAgain, open, showAnyway).halign(.center)
                .margin(top: 12)
        )
        root = ScrolledWindow(message.halign(.center).valign(.center).vexpand().margin(24))
    }

    /// What a person can do beside opening the page in the browser.
    enum Choice {
        case tryAgain, showAnyway, nothing
    }

    /// Says why. Where the same would come of trying again, the browser is what is suggested.
    func show(_ text: WebFailureText, choice: Choice) {
        title.text = text.title
        reason.text = text.reason
        message.accessibleLabel(text.title + "\n" + text.reason).announce(text.title)
        tryAgain.visible(choice == .tryAgain)
        showAnyway.visible(choice == .showAnyway)
        open.setClass("accent-button", choice != .tryAgain)
    }
}
