import Foundation
import HawkNotesModel
import Phrases

/// Records which series the user opens, for the order of the shelf.
@MainActor
package final class SeriesOpenings {
    private let library: Library
    private var last: UUID?

    package init(_ library: Library) { self.library = library }

    /// Records that a series is shown, unless it was also the last one.
    package func note(_ id: UUID) {
        guard id != last else { return }
        last = id
        library.perform { library in
            try library.noteOpening(of: id)
        } completion: { result in
            // Only an order is lost.
            if case .failure(let error) = result { Log.warn("\(error)") }
        }
    }
}
