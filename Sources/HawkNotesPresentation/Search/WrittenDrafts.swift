import Foundation
import HawkNotesModel
import StateRestoration

/// The address of a draft: its window, and the path there.
package struct DraftAddress: Hashable {
    package let scene: SceneIdentifier
    package let path: String

    @MainActor
    init(_ scene: RestorationScene, path: String) {
        self.scene = scene.id
        self.path = path
    }

    /// Parses `stored`; nil for anything else.
    package init?(stored: String) {
        let parts = stored.split(separator: "/", maxSplits: 1)
        guard parts.count == 2, let scene = SceneIdentifier(String(parts[0])) else { return nil }
        self.scene = scene
        path = String(parts[1])
    }

    /// The address as a string, which identifies the draft in a search.
    var stored: String { scene.rawValue + "/" + path }
}

/// The drafts in all windows, for a search: new notes and edits of notes.
@MainActor
package final class WrittenDrafts {
    private let scenes: @MainActor () -> [RestorationScene]
    private var known: (text: String, drafts: [SearchDraft])?

    /// - Parameter scenes: the windows to read.
    package init(in scenes: @escaping @MainActor () -> [RestorationScene]) { self.scenes = scenes }

    /// The drafts for a search; read once while only the search field changes.
    package func drafts(for request: SearchRequest) -> [SearchDraft] {
        let isTyping = known.map { $0.text != request.text } ?? false
        let drafts = isTyping ? known?.drafts ?? [] : scenes().flatMap(Self.drafts)
        known = (request.text, drafts)
        return drafts
    }

    private static func drafts(in scene: RestorationScene) -> [SearchDraft] {
        texts(in: scene).map { path, draft, subject in
            SearchDraft(
                id: DraftAddress(scene, path: path).stored,
                text: draft.text,
                subject: subject,
                noteID: draft.editedNote
            )
        }
    }

    /// The drafts of windows for a backup, each once: a window that was restored as a copy has the
    /// same ones.
    package static func backupDrafts(in scenes: [RestorationScene]) -> [BackupDraft] {
        var known: Set<BackupDraft> = []
        return scenes.flatMap(texts).map { _, draft, subject in
            BackupDraft(
                page: subject,
                note: draft.editedNote,
                words: draft.words,
                quote: draft.quote?.text ?? ""
            )
        }.filter { known.insert($0).inserted }
    }

    private static func texts(
        in scene: RestorationScene
    ) -> [(path: String, draft: WrittenDraft, subject: NoteSubject)] {
        scene.storedKeys().compactMap { path in
            // Most stored values are no drafts.
            guard StoredPath.mayBeDraft(path), let draft = WrittenDraft(at: path, in: scene),
                let subject = draft.place.noteSubject, !DraftText.isBlank(draft.text),
                draft.editedNote == nil || isChanged(draft, at: path, in: scene)
            else { return nil }
            return (path, draft, subject)
        }
    }

    /// Whether an edit differs from the note, which is found anyway.
    private static func isChanged(
        _ draft: WrittenDraft,
        at path: String,
        in scene: RestorationScene
    ) -> Bool {
        let key = draft.place.isQuotation ? TextKey.editQuote : TextKey.edit
        func base(_ base: RestorationKey<String>) -> String? {
            let path = String(path.dropLast(key.name.count)) + base.name
            guard case .string(let text) = scene.storedValue(at: path) else { return nil }
            return text
        }
        let quote = Quote?(stored: base(.editQuoteBase) ?? "")
        guard let words = base(.editBase) ?? quote.map({ _ in "" }) else { return true }
        return !DraftText.isSaved(draft.text, as: quote.above(words))
    }
}

extension BackupDraft {
    /// Whether another draft of the same page is a part of this one, or all of it.
    package func contains(_ other: BackupDraft) -> Bool {
        page == other.page && words.hasSuffix(other.words)
            && (other.quote.isEmpty || quote == other.quote)
    }
}

extension WrittenDraft {
    /// The edited note; nil for a new one.
    fileprivate var editedNote: UUID? {
        if case .edit(let id) = place.subject { id } else { nil }
    }
}

extension StoredPath {
    /// The page that the value belongs to, as a subject of notes.
    package var noteSubject: NoteSubject? {
        if let character { .character(character) } else { tab.map { .book($0) } }
    }
}
