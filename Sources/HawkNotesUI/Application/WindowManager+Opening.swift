import Foundation
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

// Opening windows and following links to them.

extension WindowManager {
    /// Opens a window at the front one's place, private like it, or at the first book.
    func openNewWindow() {
        restore { [self] in openWindowHere(isPrivate: frontWindow?.scene.isPrivate ?? false) }
    }

    /// Opens a private window at the front one's place.
    func openNewPrivateWindow() { restore { [self] in openWindowHere(isPrivate: true) } }

    private func openWindowHere(isPrivate: Bool) {
        let front = frontWindow
        var place = front?.tabController.place
        // Without the web page, which would be loaded again.
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

    func openWindow(showing place: Place, isPrivate: Bool, raisingExisting: Bool) {
        context.resolve(place) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let found):
                openWindow(
                    showing: found,
                    pointingOut: place,
                    isPrivate: isPrivate,
                    raisingExisting: raisingExisting
                )
            case .failure(let error): frontWindow?.show(PlaceText.sentence(error))
            }
        }
    }

    /// Like `openWindow(showing:isPrivate:raisingExisting:)`, for a place whose page is known.
    ///
    /// - Parameter wanted: the requested place; a note is highlighted on its page.
    func openWindow(
        showing place: Place,
        pointingOut wanted: Place,
        isPrivate: Bool,
        raisingExisting: Bool
    ) {
        let raised = raisingExisting ? raise(place, isPrivate: isPrivate) : nil
        let window = raised ?? openWindow(showing: place, isPrivate: isPrivate)
        window.pointOut(wanted)
    }

    /// Raises the window that shows the place, if there is one. Its content must be stored as a new
    /// window's would be, so a private window never replaces an ordinary one.
    private func raise(_ place: Place, isPrivate: Bool) -> MainWindow? {
        let isFitting = { (window: MainWindow) in
            window.scene.isPrivate == isPrivate && window.isShowing(place)
        }
        // None of the windows that are still to be restored is private.
        if !isPrivate, !windows.contains(where: isFitting) {
            lateWindows.makeNow { $0.place(in: context) == place }
        }
        guard let window = windows.first(where: isFitting) else { return nil }
        window.present()
        return window
    }

    /// Opens an address: in the window that shows it already, otherwise in a new one.
    func open(address: String, isPrivate: Bool = false) {
        restore { [self] in openPlace(address: address, isPrivate: isPrivate) }
    }

    private func openPlace(address: String, isPrivate: Bool) {
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

    /// Searches in the last active window, if it is private as requested.
    func search(for text: String, isPrivate: Bool) {
        presentFrontWindow(isPrivate: isPrivate).showSearch(for: text)
    }

    private func refuse(_ address: String, _ error: any Error) {
        Log.warn("\(PlaceText.shortened(address)): \(error)")
        presentFrontWindow().show(PlaceText.sentence(error, link: address))
    }
}
