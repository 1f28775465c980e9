import Foundation
import HawkNotesModel
import HawkNotesPresentation
import StateRestoration

// Where a window begins, and what it shows, read from its state without opening it.

extension RestorationScene {
    /// Makes a new window begin at a place as if it had been left there, so that no other page is made
    /// first.
    ///
    /// - Parameter tab: the tab that shows the place; nil for the place's own.
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

    /// Makes a restored window begin with its activity when only a newer version knows the kind of its
    /// selected tab.
    func beginWithActivityIfUnknown(in context: AppContext) {
        let tab = stored(.selectedTab(.favorites))
        let isKnown = tab == Place.favorites.tabIdentifier || UUID(uuidString: tab) != nil
        guard !isKnown, let activity = try? UserActivity(encodedString: stored(.activity)),
            let place = try? context.activities.place(of: activity),
            let known = try? context.validated(place)
        else { return }
        begin(at: known, in: context)
    }

    /// The place that the window shows.
    func place(in context: AppContext) -> Place {
        let series = seriesID.flatMap { context.series[$0] } ?? context.series.first
        let first = Place.tabs(in: series)[0]
        let name = SceneStorage(.selectedTab(first), in: root.window).wrappedValue
        let tab = Place(tabIdentifier: name, in: series) ?? first
        let stored = SceneStorage(.path, in: root.tab(tab)).wrappedValue
        let path = NavigationPath<Place>.decode(stored) { kind, id, _ in
            Place(kind: kind, id: id, in: series)
        }.path
        return path.routes.last ?? tab
    }

    /// A stored value of the window, read without claiming its key.
    private func stored(_ key: RestorationKey<String>) -> String {
        SceneStorage(key, in: root.window).wrappedValue
    }
}
