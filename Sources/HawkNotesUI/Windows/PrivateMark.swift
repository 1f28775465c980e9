import GTKBridge
import Phrases

/// How a window looks of which nothing is kept: it cannot be taken for another one.
@MainActor
enum PrivateMark {
    /// Marks a window, before its page is put into it.
    static func add(to chrome: WindowChrome, of window: Window) {
        window.classes("private")
        window.forgetTypingInFields()
        let name = localized("Private window")
        let icon = Image(icon: "hawknotes-private-symbolic", name: name).tooltip(name)
        chrome.header.packStart(icon.margin(horizontal: 6))
        let words = localized(
            "Private window. Drafts and pages of this window are not kept. Notes that you save are."
        )
        chrome.content.append(Label(words, "caption", "private-line").wrapping().centered())
    }
}
