import Foundation
import HawkNotesModel
import StateRestoration

/// The pages with drafts, until the library has looked up their series.
package struct SeriesDrafts: Sendable {
    private(set) var places: Set<Place> = []

    /// Searches the state of windows.
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

    /// The series of the pages, as far as they exist.
    func series(in library: Library) throws -> Set<UUID> {
        Set(try places.compactMap { try library.locate($0)?.seriesID })
    }
}

extension StoredPath {
    /// The page of the value.
    fileprivate var place: Place? {
        if let character { .character(character) } else { tab.map { .book($0) } }
    }
}
