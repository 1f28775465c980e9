import Foundation
import HawkNotesModel
import StateRestoration

/// The pages that people turned to last, in any window but private ones; kept by the application itself.
@MainActor
package final class LastPlaces {
    /// How many are kept.
    static let limit = 8

    private let stored: SceneStorage<String>

    /// - Parameter scope: the application's.
    package init(in scope: RestorationScope) { stored = SceneStorage(.lastPlaces, in: scope) }

    /// The pages, the last one first.
    package var all: [Place] {
        stored.wrappedValue.split(separator: "\n").compactMap { try? Place(link: String($0)) }
    }

    /// Records that a page was turned to.
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
