import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation

// What the pages ask of the window that they are in.

extension MainWindow: Navigator {
    func push(_ place: Place) {
        showPage { tabController.push(place) }
    }

    func select(book: UUID) {
        if tab == .book(book) {
            showPage { tabController.push(.book(book)) }
        } else {
            select(.book(book), from: tab)
        }
    }

    func openInNewWindow(_ place: Place, raisingExisting: Bool) {
        coordinator.openWindow(
            showing: place,
            isPrivate: scene.isPrivate,
            raisingExisting: raisingExisting
        )
    }

    func open(link: String) { coordinator.open(address: link, isPrivate: scene.isPrivate) }

    func setWebPageShown(_ isShown: Bool, for book: Book) {
        showPage { tabController.setWebPage(shown: isShown, of: book) }
    }
}

extension MainWindow: MessagePresenter {
    func show(_ toast: Toast) { toasts.show(toast) }

    func withdrawToast(of source: AnyObject) { toasts.withdrawToast(of: source) }
}

extension MainWindow: SceneHost {}

extension MainWindow: NoteChanging {}

extension MainWindow: DraftMarking {}

extension MainWindow: WebPageHost {
    func webSession(_ engine: WebEngine) -> WebSession {
        guard scene.isPrivate else { return context.webPages.sharedSession(engine) }
        let session = privateWebSession ?? WebSession(ephemeral: engine)
        privateWebSession = session
        return session
    }

    func openInBrowser(_ address: String) { Desktop.open(address, from: window) }
}

extension MainWindow: RestorationReporter {
    func reportNotRestored(_ subject: String, reason: String) {
        coordinator.window(self, didNotRestore: subject, reason: reason)
    }
}

extension MainWindow: PageContainer {
    func titleDidChange(of page: Page) {
        if !isClosed, page === self.page { pageDidChange() }
    }
}
