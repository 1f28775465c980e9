import Foundation
import HawkNotesModel
import StateRestoration

extension TextKey {
    /// The place of the new note of a page, e.g. "p. 87".
    package static let newNotePlace = TextKey(name: "newNotePlace")
    /// The changed place of a note.
    package static let editPlace = TextKey(name: "editPlace")
}

extension RestorationKey<String> {
    /// The chapter of the new note of a page, and of the note before it; empty without a chapter.
    package static var newNoteChapter: Self { .init(name: "newNoteChapter", default: "") }
    /// The changed chapter of a note.
    package static var editChapter: Self { .init(name: "editChapter", default: "") }
    /// The place that an edit began with, as `NotePlace.stored`; empty in edits that an older
    /// version began.
    static var editPlaceBase: Self { .init(name: "editPlaceBase", default: "") }
    /// The place of a note that is waiting to be saved, as `NotePlace.stored`.
    static var pendingPlace: Self { .init(name: "place", default: "") }
}

extension NotePlace? {
    /// The value in a window's state, never empty: a line with the chapter's id, and one with the
    /// text.
    var stored: String { (self?.chapterID?.canonicalString ?? "") + "\n" + (self?.text ?? "") }

    init(stored: String) {
        let lines = stored.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        self =
            NotePlace(
                chapterID: lines.first.flatMap { UUID(uuidString: String($0)) },
                text: lines.count > 1 ? String(lines[1]) : nil
            ).normalized
    }
}

/// The place of a draft whose field is not shown.
///
/// It owns the field's keys: create it, read it, and release it at once.
@MainActor
final class StoredPlace {
    private let text: RestorableText
    private let chapter: SceneStorage<String>

    /// The place of the new note of a page.
    init(newNoteIn scope: RestorationScope) {
        text = RestorableText(.newNotePlace, in: scope)
        chapter = SceneStorage(.newNoteChapter, in: scope)
    }

    var hasText: Bool { !text.isEmpty }

    var place: NotePlace? {
        get {
            NotePlace(chapterID: UUID(uuidString: chapter.wrappedValue), text: text.string)
                .normalized
        }
        set {
            text.setString(newValue?.text ?? "")
            chapter.wrappedValue = newValue?.chapterID?.canonicalString ?? ""
        }
    }

    /// Empties the text; keeps the chapter for the next note.
    func emptyText() { text.setString("") }
}
