import HawkNotesModel
import HawkNotesPresentation
import StateRestoration

/// The way back from an opened result to the search results, stored in the window's state.
@MainActor
final class StoredSearchTrail {
    /// The trail; nil when no result is open.
    private(set) var trail: SearchTrail?
    private let stored: SceneStorage<String>

    /// - Parameter scope: that of the search.
    init(in scope: RestorationScope) {
        stored = SceneStorage(.searchTrail, in: scope)
        trail = SearchTrail(stored: stored.wrappedValue)
    }

    /// Stores a trail, or removes it.
    func setTrail(_ new: SearchTrail?) {
        guard new != trail else { return }
        trail = new
        if let new { stored.wrappedValue = new.stored } else { stored.reset() }
    }

    /// Whether a window shows the opened result.
    func isHere(in window: MainWindow) -> Bool {
        guard let trail, window.showsTabs else { return false }
        return trail.opened == .init(window.tab, window.tabController.levels)
    }
}

extension MainWindow {
    /// Shows another page. If the search is open, Back leads from there to its results, which do
    /// not change.
    func leavingWayBackToSearch(_ change: () -> Void) {
        guard search.isShown else { return change() }
        let (origin, linkOrigin, isOnShelf) = (tab, linkOrigin, shelf.isShown)
        var levels: [Place: [Place]] = [:]
        for made in madeTabs { levels[made] = madeLevels(of: made) }
        search.leave(forgets: false)
        change()
        guard showsTabs else { return }
        let opened = tabController.levels
        // A tab that has not been made yet has its stored state.
        let before = levels[tab] ?? (opened.count > 1 ? Array(opened.dropLast()) : opened)
        searchTrail.setTrail(
            SearchTrail(
                origin: origin,
                linkOrigin: linkOrigin,
                isOnShelf: isOnShelf,
                before: .init(tab, before),
                opened: .init(tab, opened)
            )
        )
        pageDidChange()
    }

    /// Shows the results again, on top of the page before them.
    func returnToSearch() {
        guard let trail = searchTrail.trail else { return }
        searchTrail.setTrail(nil)
        showPage {
            tabController.show(levels: trail.before.places)
            if let origin = try? Place(link: trail.origin), context.tab(of: origin) == origin {
                let link = trail.linkOrigin.flatMap { try? Place(link: $0) }
                select(origin, animated: false, from: link)
            }
            if trail.isOnShelf { openShelf(animated: false) }
            openSearch(animated: true)
        }
    }
}
