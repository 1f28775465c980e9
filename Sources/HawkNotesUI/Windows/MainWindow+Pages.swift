import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases

// The window's services for its pages.

extension MainWindow {
    /// Shows a place on top of the current page.
    func push(_ place: Place) {
        showPage { tabController.push(context.series.current(place)) }
    }

    /// Shows a place of another series, which may have to be loaded first.
    func showInItsSeries(_ place: Place) {
        context.resolve(place) { [weak self] result in
            guard let self, !isClosed else { return }
            switch result {
            case .success(let place): show(place)
            case .failure(let error): show(PlaceText.sentence(error))
            }
        }
    }

    /// Shows the tab of a book; Back returns to the current page.
    func select(book: UUID) {
        if tab == .book(book) {
            showPage { tabController.push(.book(book)) }
        } else {
            select(.book(book), from: tab)
        }
    }

    /// Opens a window at the place; raises an existing window that shows it, if requested.
    func openInNewWindow(_ place: Place, raisingExisting: Bool) {
        coordinator.openWindow(
            showing: place,
            isPrivate: scene.isPrivate,
            raisingExisting: raisingExisting
        )
    }

    /// Opens the place of a link: in the window that shows it, or in a new one.
    func open(link: String) { coordinator.open(address: link, isPrivate: scene.isPrivate) }

    /// Copies a link and confirms it.
    func copy(link: String) {
        Desktop.copy(link)
        show(localized("Link copied"))
    }

    /// Applies a page's new title.
    func titleDidChange(of page: Page) {
        if !isClosed, page === self.page { pageDidChange() }
    }
}

extension MainWindow: MessagePresenter {
    func show(_ toast: Toast) { toasts.show(toast) }

    func withdrawToast(of source: AnyObject) { toasts.withdrawToast(of: source) }
}

// MARK: - Web pages

extension MainWindow {
    /// Shows or leaves a book's web page.
    func setWebPageShown(_ isShown: Bool, for book: Book) {
        showPage { tabController.setWebPage(shown: isShown, of: book) }
    }

    /// The folder of the web pages' cookies: a private window has its own.
    func webSession(_ engine: WebEngine) -> WebSession {
        guard scene.isPrivate else { return context.webPages.sharedSession(engine) }
        let session = privateWebSession ?? WebSession(ephemeral: engine)
        privateWebSession = session
        return session
    }

    /// Opens an address in the web browser.
    func openInBrowser(_ address: String) { Desktop.open(address, from: window) }

    /// Reports which part of a page could not be restored, and why.
    func reportNotRestored(_ subject: String, reason: String) {
        coordinator.window(self, didNotRestore: subject, reason: reason)
    }
}
