import Foundation
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

// Windows that are opened, and links that lead to one.

extension WindowManager {
    /// Opens a window where the front one is, private like it, or on the first book.
    func openNewWindow() {
        restore { [self] in openWindowHere(isPrivate: frontWindow?.scene.isPrivate ?? false) }
    }

    /// Opens a window of which nothing is kept, where the front one is.
    func openNewPrivateWindow() { restore { [self] in openWindowHere(isPrivate: true) } }

    private func openWindowHere(isPrivate: Bool) {
        let front = frontWindow
        var place = front?.tabController.place
        // Not the web page, which would be loaded once more.
        if case .webPage(let book) = place { place = .book(book) }
        openWindow(showing: place, on: front?.tab, isPrivate: isPrivate)
    }

    @discardableResult
    func openWindow(
        showing place: Place?,
        on tab: Place? = nil,
        isPrivate: Bool
    ) -> MainWindow {
        let scene = session.makeScene(isPrivate: isPrivate)
        if let place { scene.begin(at: place, on: tab, in: context) }
        let window = makeWindow(scene)
        window.present()
        return window
    }

    /// Opens what an address names: in the window that shows it already, else in a new one.
    func open(address: String, isPrivate: Bool = false) {
        restore { [self] in show(address: address, isPrivate: isPrivate) }
    }

    private func show(address: String, isPrivate: Bool) {
        if let file = URL(string: address), file.isFileURL {
            return openFile(at: file.path, isPrivate: isPrivate)
        }
        let place: Place
        do {
            place = try Place(link: address)
        } catch {
            return refuse(address, error)
        }
        if case .search(let text) = place { return search(for: text, isPrivate: isPrivate) }
        context.resolve(place) { [weak self] result in
            switch result {
            case .success(let found):
                self?.openWindow(
                    showing: found,
                    pointingOut: place,
                    isPrivate: isPrivate,
                    raisingExisting: true
                )
            case .failure(let error): self?.refuse(address, error)
            }
        }
    }

    /// Searches in the window that somebody used last, if what is done in it is kept as is wanted.
    func search(for text: String, isPrivate: Bool) {
        presentFrontWindow(isPrivate: isPrivate).showSearch(for: text)
    }

    private func refuse(_ address: String, _ error: any Error) {
        Log.warn("\(PlaceText.shortened(address)): \(error)")
        presentFrontWindow().show(Toast(text: PlaceText.sentence(error, link: address)))
    }
}
