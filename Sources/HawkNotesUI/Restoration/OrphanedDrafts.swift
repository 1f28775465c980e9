import Foundation
import HawkNotesModel
import StateRestoration

/// Drafts whose book or character the series no longer has.
@MainActor
enum OrphanedDrafts {
    /// A text and where it is kept.
    struct Draft {
        var path: String
        var text: String
    }

    /// The drafts in a window's state that no page will claim, because their page cannot be shown.
    static func find(in scene: RestorationScene, series: Series) -> [Draft] {
        scene.storedKeys().compactMap { path in
            let components = RestorationScope.components(of: path)
            guard components.last == "newNote", components.contains(where: { isGone($0, series) }),
                case .string(let text) = scene.storedValue(at: path), !text.isEmpty
            else { return nil }
            return Draft(path: path, text: text)
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
