import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases

// What pages ask of the window that they are in.

extension MainWindow {
    /// Shows a place on top of the page that is shown.
    func push(_ place: Place) {
        showPage { tabController.push(context.series.current(place)) }
    }

    /// Shows a place of another series, which may have to be read first.
    func showInItsSeries(_ place: Place) {
        context.resolve(place) { [weak self] result in
            guard let self, !isClosed else { return }
            switch result {
            case .success(let place): show(place)
            case .failure(let error): show(PlaceText.sentence(error))
            }
        }
    }

    /// Shows the tab of a book; Back leads to where that was asked.
    func select(book: UUID) {
        if tab == .book(book) {
            showPage { tabController.push(.book(book)) }
        } else {
            select(.book(book), from: tab)
        }
    }

    /// Opens a window at the place; an existing one that shows it is raised instead, if wanted.
    func openInNewWindow(_ place: Place, raisingExisting: Bool) {
        coordinator.openWindow(
            showing: place,
            isPrivate: scene.isPrivate,
            raisingExisting: raisingExisting
        )
    }

    /// Opens what a link into the program names: in the window that shows it already, else in a new one.
    func open(link: String) { coordinator.open(address: link, isPrivate: scene.isPrivate) }

    /// Copies a link, and says so.
    func copy(link: String) {
        Desktop.copy(link)
        show(localized("Link copied"))
    }

    /// Takes over what a page is called now.
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

    /// Where the window's web pages keep their cookies: a private window has a place of its own.
    func webSession(_ engine: WebEngine) -> WebSession {
        guard scene.isPrivate else { return context.webPages.sharedSession(engine) }
        let session = privateWebSession ?? WebSession(ephemeral: engine)
        privateWebSession = session
        return session
    }

    /// Opens an address in the web browser.
    func openInBrowser(_ address: String) { Desktop.open(address, from: window) }

    /// Says what of a page could not be brought back, and why.
    func reportNotRestored(_ subject: String, reason: String) {
        coordinator.window(self, didNotRestore: subject, reason: reason)
    }
}
