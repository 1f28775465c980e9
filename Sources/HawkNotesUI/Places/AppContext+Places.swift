import Foundation
import HawkNotesModel
import HawkNotesPresentation
import StateRestoration

extension AppContext {
    /// Tells what of the library a place leads to: a note becomes what it is about. At once, if the place
    /// is in a series that some window shows, or when the library has been asked.
    func resolve(
        _ place: Place,
        _ completion: @escaping @MainActor @Sendable (Result<Place, any Error>) -> Void
    ) {
        let known = Result { try validated(place) }
        guard case .failure(PlaceError.missing) = known else { return completion(known) }
        library.perform { library -> (place: Place, series: Series)? in
            guard let found = try library.locate(place),
                let series = try library.series(found.seriesID)
            else { return nil }
            return (found.place, series)
        } completion: { result in
            completion(
                Result {
                    guard let found = try result.get() else { throw PlaceError.missing(place) }
                    self.series.keep(found.series)
                    return try self.validated(found.place)
                }
            )
        }
    }

    /// The place, as far as one of the loaded series has it and a window can show it; notes have to be
    /// resolved.
    func validated(_ place: Place) throws -> Place {
        switch place {
        case .search, .newer: throw PlaceError.newer(place)
        case .shelf, .series, .book, .webPage, .character, .note, .favorites: break
        }
        guard let owner = series.owner(of: place) else { throw PlaceError.missing(place) }
        switch place {
        case .book, .character: return place
        case .webPage(let book): return place.isMissing(in: owner) ? .book(book) : place
        case .favorites: return .favorites(in: owner)
        case .shelf, .series: return Place.tabs(in: owner)[0]
        case .note, .search, .newer: throw PlaceError.missing(place)
        }
    }

    /// Brings back the series that ships with the program, and tells its id.
    func bringBackBundledSeries(
        _ completion: @escaping @MainActor @Sendable (Result<UUID, any Error>) -> Void
    ) {
        library.perform { library in
            try library.restoreBundledSeries()
        } completion: { result in
            completion(
                Result {
                    guard let id = try result.get() else { throw PlaceError.missing(.shelf) }
                    return id
                }
            )
        }
    }

    /// The tab that a place belongs to; nil for one that no tab shows.
    func tab(of place: Place) -> Place? {
        switch place {
        case .book: place
        case .favorites: series.owner(of: place).map { .favorites(in: $0) }
        case .webPage(let book): .book(book)
        case .character(let id): series.owner(of: place).flatMap { $0.tab(ofCharacter: id) }
        case .shelf, .series, .note, .search, .newer: nil
        }
    }
}

extension RestorationScene {
    /// Lets a new window begin at a place as if it had been left there: so only that page is made, and
    /// not first the one that a window begins with otherwise.
    ///
    /// - Parameter tab: the tab to show the place on; nil for the place's own.
    func begin(at place: Place, on tab: Place? = nil, in context: AppContext) {
        guard let tab = tab ?? context.tab(of: place), let series = context.series.owner(of: tab)
        else { return }
        let first = Place.tabs(in: series)[0]
        SceneStorage(.selectedTab(first), in: root.window).wrappedValue = tab.tabIdentifier
        SceneStorage(.series, in: root.window).wrappedValue = series.storedIdentifier
        if !isPrivate { context.openings.note(series.id) }
        guard place != tab else { return }
        SceneStorage(.path, in: root.tab(tab)).wrappedValue =
            NavigationPath([tab, place]).encoded
    }
}
