import GTKBridge
import Phrases

/// Says something to the person who looks at a page.
@MainActor
protocol MessagePresenter: AnyObject {
    /// Shows a line at the bottom of the window, with one action.
    func show(_ toast: Toast)
}

extension MessagePresenter {
    /// Copies a link, and says so.
    func copy(link: String) {
        Desktop.copy(link)
        show(Toast(text: localized("Link copied")))
    }
}
