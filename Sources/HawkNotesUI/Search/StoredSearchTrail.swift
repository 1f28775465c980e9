import HawkNotesModel
import HawkNotesPresentation
import StateRestoration

/// The way back from something that was opened to the results in which it was found, as a window keeps it.
@MainActor
final class StoredSearchTrail {
    /// The way; nil where nothing was opened from the search.
    private(set) var trail: SearchTrail?
    private let stored: SceneStorage<String>

    /// - Parameter scope: the search's.
    init(in scope: RestorationScope) {
        stored = SceneStorage(.searchTrail, in: scope)
        trail = SearchTrail(stored: stored.wrappedValue)
    }

    /// Keeps another way, or none.
    func setTrail(_ new: SearchTrail?) {
        guard new != trail else { return }
        trail = new
        if let new { stored.wrappedValue = new.stored } else { stored.reset() }
    }

    /// Whether a window shows what was opened.
    func isHere(in window: MainWindow) -> Bool {
        guard let trail, window.showsTabs else { return false }
        return trail.opened == .init(window.tab, window.tabController.levels)
    }
}

extension MainWindow {
    /// Shows something else. If the search is open, Back leads from there to its results, and they stay as
    /// they are.
    func leavingWayBackToSearch(_ change: () -> Void) {
        guard search.isShown else { return change() }
        let (origin, linkOrigin, isOnShelf) = (tab, linkOrigin, shelf.isShown)
        var levels: [Place: [Place]] = [:]
        for made in madeTabs { levels[made] = madeLevels(of: made) }
        search.leave(forgets: false)
        change()
        guard showsTabs else { return }
        let opened = tabController.levels
        // A tab that was not made before has what its state had.
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

    /// Shows the results again, above the page before them.
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
