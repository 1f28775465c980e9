import Foundation
import HawkNotesModel
import StateRestoration

/// Which series a window shows.
@MainActor
package final class ShownSeries {
    /// The series, as it was when the window last looked.
    package private(set) var series: Series

    private let loaded: LoadedSeries
    private let stored: SceneStorage<String>
    private let selectedTab: SceneStorage<String>
    private let storedOrigin: SceneStorage<String>
    private let scope: RestorationScope

    /// - Parameter scope: the window's. Where its series is gone, or could not be read, another stands in
    ///   for it until something is shown.
    package init(_ loaded: LoadedSeries, in scope: RestorationScope) {
        self.loaded = loaded
        self.scope = scope
        stored = SceneStorage(.series, in: scope)
        // Which tab is the first one does not matter yet.
        series = loaded.shown(
            stored: UUID(uuidString: stored.wrappedValue),
            tab: SceneStorage(.selectedTab(.favorites), in: scope).wrappedValue
        )
        selectedTab = SceneStorage(.selectedTab(Place.tabs(in: series)[0]), in: scope)
        storedOrigin = SceneStorage(.linkOrigin, in: scope)
    }

    /// The tab on which a link to the shown one was followed: the way back leads there.
    package var linkOrigin: Place? {
        let name = storedOrigin.wrappedValue
        guard !name.isEmpty, let origin = Place(tabIdentifier: name, in: series), origin != tab
        else { return nil }
        return origin
    }

    /// The tab that is shown.
    package var tab: Place {
        let first = Place.tabs(in: series)[0]
        // The stored value of a tab that was never chosen may belong to another series.
        guard selectedTab.isStored else { return first }
        return Place(tabIdentifier: selectedTab.wrappedValue, in: series) ?? first
    }

    /// Shows a tab, and with it the series that it belongs to. The one that was shown before comes back
    /// with the tab that it has now.
    ///
    /// - Parameter origin: the tab of the same series on which a link to this one was followed, if one was.
    package func showTab(_ tab: Place, from origin: Place? = nil) {
        let new = loaded.owner(of: tab) ?? series
        if new.id != series.id {
            SceneStorage(.lastTab, in: scope.series(series.id)).wrappedValue =
                self.tab.tabIdentifier
        }
        series = new
        stored.wrappedValue = series.storedIdentifier
        selectedTab.wrappedValue = tab.tabIdentifier
        if let origin {
            storedOrigin.wrappedValue = origin.tabIdentifier
        } else if storedOrigin.isStored {
            storedOrigin.reset()
        }
    }

    /// The tab that a series was left on; its first, if the window has never shown it.
    package func lastTab(of series: Series) -> Place {
        if series.id == self.series.id { return tab }
        var name = SceneStorage(.lastTab, in: scope.series(series.id)).wrappedValue
        if name.isEmpty { name = formerLastTab(of: series) }
        return Place(tabIdentifier: name, in: series) ?? Place.tabs(in: series)[0]
    }

    /// The book of a series that the window showed last in the series that it was in before.
    private func formerLastTab(of series: Series) -> String {
        for book in series.books {
            for former in loaded.former.series(ofBook: book.id) {
                let name = SceneStorage(.lastTab, in: scope.series(former)).wrappedValue
                if name == book.id.canonicalString { return name }
            }
        }
        return ""
    }

    /// Takes over what has changed.
    package func refresh() {
        series = loaded.shown(
            stored: UUID(uuidString: stored.wrappedValue),
            tab: selectedTab.wrappedValue
        )
    }
}

extension RestorationScene {
    /// The series that the window of the scene shows; nil for the bundled one.
    package var seriesID: UUID? {
        UUID(uuidString: SceneStorage(.series, in: root.window).wrappedValue)
    }
}

extension Series {
    /// Whether it only stands in the place of a series, because there is none.
    package var isMissing: Bool { title.isEmpty && books.isEmpty }
}
