import GTKBridge
import HawkNotesPresentation
import Phrases

extension MessagePresenter {
    /// Copies a link, and says so.
    func copy(link: String) {
        Desktop.copy(link)
        show(Toast(text: localized("Link copied")))
    }
}
