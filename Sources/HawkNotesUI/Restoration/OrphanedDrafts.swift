import Foundation
import GTKBridge
import HawkNotesModel
import StateRestoration

/// Drafts whose book, character or note is no longer there.
@MainActor
enum OrphanedDrafts {
    /// A text and where it is kept.
    struct Draft: Sendable {
        var path: String
        var text: String
        /// What there is no more.
        var missing: Place
    }

    /// Tells the drafts in a window's state that no page will claim, because their page cannot be shown,
    /// and edits of notes that were deleted meanwhile, as soon as the library has been asked. Nothing is
    /// told when it cannot be.
    static func find(
        in scene: RestorationScene,
        context: AppContext,
        _ tell: @escaping @MainActor @Sendable ([Draft]) -> Void
    ) {
        var candidates: [Place: [Draft]] = [:]
        for path in scene.storedKeys() {
            let stored = StoredPath(path)
            guard stored.isDraft, case .string(let text) = scene.storedValue(at: path),
                !text.isEmpty
            else { continue }
            for place in stored.neededPlaces where !context.isLoaded(place) {
                let draft = Draft(path: path, text: text, missing: place)
                candidates[place, default: []].append(draft)
            }
        }
        guard !candidates.isEmpty else { return tell([]) }
        let drafts = candidates
        context.library.perform { library in
            // A library that cannot be read is no reason to call anything gone.
            try library.missing(among: Set(drafts.keys))
        } completion: { result in
            guard case .success(let gone) = result else { return }
            var told: Set<String> = []
            let found = gone.flatMap { drafts[$0] ?? [] }.sorted { $0.path < $1.path }
            tell(found.filter { told.insert($0.path).inserted })
        }
    }
}

extension AppContext {
    /// Whether it is known without asking the library that the place is there.
    fileprivate func isLoaded(_ place: Place) -> Bool { series.owner(of: place) != nil }
}

extension StoredPath {
    /// Without which of these there is no page for the value.
    fileprivate var neededPlaces: [Place] {
        var places: [Place] = []
        if let tab { places.append(.book(tab)) }
        if let character { places.append(.character(character)) }
        if case .edit(let note) = subject { places.append(.note(note)) }
        return places
    }
}

extension OrphanedDrafts.Draft {
    /// A line that offers the text for copying.
    ///
    /// - Parameter didCopy: called when it was copied.
    @MainActor
    func offer(didCopy: @escaping @MainActor () -> Void) -> Banner.Message {
        .offer(
            text,
            localized(
                "A draft was kept whose page or note is no longer there: “%1”",
                text.beginning()
            ),
            didCopy: didCopy
        )
    }
}
