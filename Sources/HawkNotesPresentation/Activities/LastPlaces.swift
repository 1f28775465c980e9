import Foundation
import HawkNotesModel
import StateRestoration

/// The recent pages of all windows except private ones; stored in the application's state.
@MainActor
package final class LastPlaces {
    /// The maximum number of pages.
    static let limit = 8

    private let stored: SceneStorage<String>

    /// - Parameter scope: the application's scope.
    package init(in scope: RestorationScope) { stored = SceneStorage(.lastPlaces, in: scope) }

    /// The pages, newest first.
    package var all: [Place] {
        stored.wrappedValue.split(separator: "\n").compactMap { try? Place(link: String($0)) }
    }

    /// Records a visit to a page.
    package func note(_ place: Place) {
        guard NoteSubject(place) != nil else { return }
        let old = all
        guard old.first != place else { return }
        let new = [place] + old.filter { $0 != place }
        stored.wrappedValue = new.prefix(Self.limit).map(\.link).joined(separator: "\n")
    }

    /// Forgets all of them.
    package func forget() { stored.reset() }
}
