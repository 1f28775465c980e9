import Foundation
import HawkNotesModel
import StateRestoration

/// Drafts whose book, character or note is no longer there.
@MainActor
enum OrphanedDrafts {
    /// A text and where it is kept.
    struct Draft: Sendable {
        var path: String
        var text: String
    }

    /// Tells the drafts in a window's state that no page will claim, because their page cannot be shown,
    /// and edits of notes that were deleted meanwhile. The latter as soon as the library has been asked.
    static func find(
        in scene: RestorationScene,
        context: AppContext,
        _ tell: @escaping @MainActor @Sendable ([Draft]) -> Void
    ) {
        var orphans: [Draft] = []
        var edits: [UUID: [Draft]] = [:]
        for path in scene.storedKeys() {
            let components = RestorationScope.components(of: path)
            guard components.last == "newNote" || components.last == "edit",
                case .string(let text) = scene.storedValue(at: path), !text.isEmpty
            else { continue }
            let draft = Draft(path: path, text: text)
            if components.contains(where: { isGone($0, context.series) }) {
                orphans.append(draft)
            } else if let note = components.lazy.compactMap({ identifier($0, after: "note:") })
                .first
            {
                edits[note, default: []].append(draft)
            }
        }
        if !orphans.isEmpty { tell(orphans) }
        guard !edits.isEmpty else { return }
        let candidates = edits
        context.library.perform { library in
            // A library that cannot be read is no reason to call a note deleted.
            try candidates.keys.filter { try library.note($0) == nil }
        } completion: { result in
            guard case .success(let gone) = result, !gone.isEmpty else { return }
            tell(gone.flatMap { candidates[$0] ?? [] })
        }
    }

    private static func isGone(_ component: String, _ series: Series) -> Bool {
        if let id = identifier(component, after: "character:") {
            return series.character(id) == nil
        }
        if let id = identifier(component, after: "tab:") { return series.book(id) == nil }
        return false
    }

    private static func identifier(_ component: String, after prefix: String) -> UUID? {
        guard component.hasPrefix(prefix) else { return nil }
        return UUID(uuidString: String(component.dropFirst(prefix.count)))
    }
}
