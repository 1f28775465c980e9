import Foundation
import HawkNotesModel
import StateRestoration

extension AppContext {
    /// Tells what of the library a place leads to: a note becomes what it is about. At once, or when the
    /// library has been asked.
    func resolve(
        _ place: Place,
        _ completion: @escaping @MainActor @Sendable (Result<Place, any Error>) -> Void
    ) {
        guard case .note(let id) = place else {
            return completion(Result { try validated(place) })
        }
        library.perform {
            try $0.note(id)
        } completion: { result in
            completion(
                Result {
                    switch try result.get()?.subject {
                    case .book(let book): try self.validated(.book(book))
                    case .character(let id): try self.validated(.character(id))
                    case nil: throw PlaceError.missing(place)
                    }
                }
            )
        }
    }

    /// The place, as far as the series has it and a window can show it; notes have to be resolved.
    func validated(_ place: Place) throws -> Place {
        if place.isMissing(in: series) { throw PlaceError.missing(place) }
        switch place {
        case .favorites, .book, .webPage:
            return place
        case .character:
            guard tab(of: place) != nil else { throw PlaceError.newer(place) }
            return place
        case .shelf:
            return Place.tabs(in: series)[0]
        case .series(let id):
            guard id == series.id else { throw PlaceError.missing(place) }
            return Place.tabs(in: series)[0]
        case .note:
            throw PlaceError.missing(place)
        case .search, .newer:
            throw PlaceError.newer(place)
        }
    }

    /// The tab that a place belongs to; nil for one that no tab shows, as a character without a book.
    func tab(of place: Place) -> Place? {
        switch place {
        case .book, .favorites: place
        case .webPage(let book): .book(book)
        case .character(let id):
            series.character(id)?.bookID.flatMap(series.book).map { .book($0.id) }
        case .shelf, .series, .note, .search, .newer: nil
        }
    }
}

extension RestorationScene {
    /// Lets a new window begin at a place as if it had been left there: so only that page is made, and
    /// not first the one that a window begins with otherwise.
    func begin(at place: Place, in context: AppContext) {
        guard let tab = context.tab(of: place) else { return }
        let first = Place.tabs(in: context.series)[0]
        SceneStorage(.selectedTab(first), in: root.window).wrappedValue = tab.tabIdentifier
        guard place != tab else { return }
        SceneStorage(.path, in: root.tab(tab)).wrappedValue =
            NavigationPath([tab, place]).encoded
    }
}
