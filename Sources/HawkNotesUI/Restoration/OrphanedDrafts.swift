import Foundation
import HawkNotesModel
import StateRestoration

/// Drafts whose book, character or note is no longer there.
@MainActor
enum OrphanedDrafts {
    /// A text and where it is kept.
    struct Draft {
        var path: String
        var text: String
    }

    /// The drafts in a window's state that no page will claim, because their page cannot be shown, and
    /// edits of notes that were deleted meanwhile.
    static func find(in scene: RestorationScene, context: AppContext) -> [Draft] {
        scene.storedKeys().compactMap { path in
            let components = RestorationScope.components(of: path)
            guard components.last == "newNote" || components.last == "edit",
                components.contains(where: { isGone($0, context) }),
                case .string(let text) = scene.storedValue(at: path), !text.isEmpty
            else { return nil }
            return Draft(path: path, text: text)
        }
    }

    private static func isGone(_ component: String, _ context: AppContext) -> Bool {
        if let id = identifier(component, after: "character:") {
            return context.series.character(id) == nil
        }
        if let id = identifier(component, after: "tab:") { return context.series.book(id) == nil }
        if let id = identifier(component, after: "note:") {
            // A library that cannot be read is no reason to call a note deleted.
            do { return try context.library.note(id) == nil } catch { return false }
        }
        return false
    }

    private static func identifier(_ component: String, after prefix: String) -> UUID? {
        guard component.hasPrefix(prefix) else { return nil }
        return UUID(uuidString: String(component.dropFirst(prefix.count)))
    }
}
