import Foundation
import HawkNotesModel
import StateRestoration

/// The series that a window shows.
@MainActor
package final class ShownSeries {
    /// The series, as last read by the window.
    package private(set) var series: Series

    private let loaded: LoadedSeries
    private let stored: SceneStorage<String>
    private let selectedTab: SceneStorage<String>
    private let storedOrigin: SceneStorage<String>
    private let scope: RestorationScope

    /// - Parameter scope: that of the window. If its series is gone or could not be read, another
    ///   one replaces it until the user goes elsewhere.
    package init(_ loaded: LoadedSeries, in scope: RestorationScope) {
        self.loaded = loaded
        self.scope = scope
        stored = SceneStorage(.series, in: scope)
        // The first tab does not matter yet.
        series = loaded.shown(
            stored: UUID(uuidString: stored.wrappedValue),
            tab: SceneStorage(.selectedTab(.favorites), in: scope).wrappedValue
        )
        selectedTab = SceneStorage(.selectedTab(Place.tabs(in: series)[0]), in: scope)
        storedOrigin = SceneStorage(.linkOrigin, in: scope)
    }

    /// The tab from which a link led to the selected one: Back returns there.
    package var linkOrigin: Place? {
        let name = storedOrigin.wrappedValue
        guard !name.isEmpty, let origin = Place(tabIdentifier: name, in: series), origin != tab
        else { return nil }
        return origin
    }

    /// The selected tab.
    package var tab: Place {
        let first = Place.tabs(in: series)[0]
        // The default tab may belong to another series.
        guard selectedTab.isStored else { return first }
        return Place(tabIdentifier: selectedTab.wrappedValue, in: series) ?? first
    }

    /// Shows a tab and its series. The former series keeps its tab.
    ///
    /// - Parameter origin: the tab of the same series from which a link led to this one, if any.
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

    /// The last selected tab of a series; its first one, if the window has never shown it.
    package func lastTab(of series: Series) -> Place {
        if series.id == self.series.id { return tab }
        var name = SceneStorage(.lastTab, in: scope.series(series.id)).wrappedValue
        if name.isEmpty { name = formerLastTab(of: series) }
        return Place(tabIdentifier: name, in: series) ?? Place.tabs(in: series)[0]
    }

    /// The book of a series that the window showed last while the book was in its former series.
    private func formerLastTab(of series: Series) -> String {
        for book in series.books {
            for former in loaded.former.series(ofBook: book.id) {
                let name = SceneStorage(.lastTab, in: scope.series(former)).wrappedValue
                if name == book.id.canonicalString { return name }
            }
        }
        return ""
    }

    /// Applies changes.
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
    /// Whether it is a placeholder, because there is no series.
    package var isMissing: Bool { title.isEmpty && books.isEmpty }
}
