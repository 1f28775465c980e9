import Foundation
import HawkNotesModel
import StateRestoration

/// Which series a window shows.
@MainActor
final class ShownSeries {
    /// The series, as it was when the window last looked.
    private(set) var series: Series

    private let loaded: LoadedSeries
    private let stored: SceneStorage<String>

    /// - Parameter scope: the window's. Where its series is gone, or could not be read, another stands in
    ///   for it until somebody shows something.
    init(_ loaded: LoadedSeries, in scope: RestorationScope) {
        self.loaded = loaded
        stored = SceneStorage(.series, in: scope)
        series = loaded.first
        refresh()
    }

    /// Shows the series that a tab belongs to.
    func show(_ tab: Place) {
        series = loaded.owner(of: tab) ?? series
        stored.wrappedValue = series.storedIdentifier
    }

    /// Takes over what has changed.
    func refresh() {
        series = UUID(uuidString: stored.wrappedValue).flatMap { loaded[$0] } ?? loaded.first
    }
}

extension RestorationScene {
    /// The series that the window of the scene shows; nil for the bundled one.
    var seriesID: UUID? { UUID(uuidString: SceneStorage(.series, in: root.window).wrappedValue) }
}
