import Foundation
import HawkNotesModel
import StateRestoration

/// Where texts were begun and not sent: the pages, until the library has said to which series they belong.
package struct SeriesDrafts: Sendable {
    private(set) var places: Set<Place> = []

    /// Looks through what windows keep.
    @MainActor
    package init(in scenes: [RestorationScene]) {
        for scene in scenes {
            for path in scene.storedKeys() {
                guard StoredPath.mayBeDraft(path), let draft = WrittenDraft(at: path, in: scene),
                    !DraftText.isBlank(draft.text), let place = draft.place.place
                else { continue }
                places.insert(place)
            }
        }
    }

    /// The series to which the pages belong, as far as they are there.
    func series(in library: Library) throws -> Set<UUID> {
        Set(try places.compactMap { try library.locate($0)?.seriesID })
    }
}

extension StoredPath {
    /// The page that the value belongs to.
    fileprivate var place: Place? {
        if let character { .character(character) } else { tab.map { .book($0) } }
    }
}
