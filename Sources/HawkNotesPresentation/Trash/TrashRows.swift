import Foundation
import HawkNotesModel

/// The rows of the trash.
package typealias TrashRows = DetailedRows<TrashEntry, TrashDetails>

extension TrashRows {
    package convenience init(in library: Library) {
        self.init(
            in: library,
            when: \.concernsTrash,
            entries: { library.readTrash(completion: $1) },
            details: { library.readTrashDetails(of: $0, completion: $1) }
        )
    }
}

extension LibraryChange {
    /// Whether an item may have been added to the trash or removed from it, or belongs to one in
    /// it.
    fileprivate var concernsTrash: Bool {
        switch self {
        case .noteAdded, .noteRemoved, .seriesAdded, .seriesChanged, .seriesRemoved, .trashEmptied,
            .importsChanged:
            true
        case .noteChanged, .favoriteAdded, .favoriteRemoved, .seriesOpened: false
        }
    }
}
