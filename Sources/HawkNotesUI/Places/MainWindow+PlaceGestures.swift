import GTKBridge
import HawkNotesModel
import Phrases

extension MainWindow {
    /// Lets a tab be dragged out, and have a menu.
    func addGestures(to button: Widget, of tab: Place) {
        PlaceGestures.add(
            to: button,
            in: self,
            opening: .init { [weak self] in self?.select($0) },
            subject: { [weak self] in self?.subject(of: tab) }
        )
    }

    /// Lets the window's title be dragged: it stands for the page that is shown.
    func addGestures(toTitle title: Widget) {
        PlaceGestures.add(
            to: title,
            in: self,
            subject: { [weak self] in self.flatMap { $0.subject(of: $0.place) } }
        )
    }

    /// The pages that people turned to last, but the one that is shown, as far as their series is read.
    var lastPages: [(title: String, place: Place)] {
        coordinator.lastPlaces.filter { $0 != place }.compactMap { place in
            subject(of: place).map { (title: $0.title, place: place) }
        }
    }

    private func subject(of place: Place) -> PlaceGestures.Subject? {
        let images = context.images
        switch place {
        case .book(let id), .webPage(let id):
            guard let book = context.series.book(id) else { return nil }
            return .init(place: place, title: book.title) {
                CoverView.make(book, width: 32, height: 48, images: images)
            }
        case .character(let id):
            guard let character = context.series.character(id) else { return nil }
            return .init(place: place, title: character.name) {
                AvatarView.make(character, size: 48, images: images)
            }
        case .favorites:
            return .init(place: place, title: localized("Favorites")) {
                Image(icon: "hawknotes-heart-outline-symbolic")
            }
        case .shelf, .series, .note, .search, .newer: return nil
        }
    }
}
