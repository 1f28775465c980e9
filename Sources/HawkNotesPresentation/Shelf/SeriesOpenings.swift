import Foundation
import HawkNotesModel
import Phrases

/// Notes down which series people turn to, for the order of the shelf.
@MainActor
package final class SeriesOpenings {
    private let library: Library
    private var last: UUID?

    package init(_ library: Library) { self.library = library }

    /// Records that a series is being looked at, unless it is the one that was looked at last.
    package func note(_ id: UUID) {
        guard id != last else { return }
        last = id
        library.perform { library in
            try library.noteOpening(of: id)
        } completion: { result in
            // Nothing but an order is lost.
            if case .failure(let error) = result { Log.warn("\(error)") }
        }
    }
}
