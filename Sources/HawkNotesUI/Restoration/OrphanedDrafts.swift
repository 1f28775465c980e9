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
            let stored = StoredPath(path)
            guard stored.subject.isDraft, case .string(let text) = scene.storedValue(at: path),
                !text.isEmpty
            else { continue }
            let draft = Draft(path: path, text: text)
            if isGone(stored, context.series) {
                orphans.append(draft)
            } else if case .edit(let note) = stored.subject {
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

    /// Whether the series has no page for it any more.
    private static func isGone(_ stored: StoredPath, _ series: Series) -> Bool {
        if let id = stored.character, series.character(id) == nil { return true }
        if let id = stored.tab, series.book(id) == nil { return true }
        return false
    }
}

extension StoredPath.Subject {
    fileprivate var isDraft: Bool {
        switch self {
        case .newNote, .edit: true
        case .pendingNote, .other: false
        }
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
                String(text.prefix(60))
            ),
            didCopy: didCopy
        )
    }
}
