import Foundation
import HawkNotesModel
import StateRestoration

extension TextKey {
    /// Where the note belongs that is being written on a page: "p. 87".
    package static let newNotePlace = TextKey(name: "newNotePlace")
    /// The changed place of a note.
    package static let editPlace = TextKey(name: "editPlace")
}

extension RestorationKey<String> {
    /// The chapter of the note that is being written on a page, and of the one before it; empty where
    /// there is none.
    package static var newNoteChapter: Self { .init(name: "newNoteChapter", default: "") }
    /// The changed chapter of a note.
    package static var editChapter: Self { .init(name: "editChapter", default: "") }
    /// The place that an edit began with, as `NotePlace.stored`; empty in what older versions have
    /// begun.
    static var editPlaceBase: Self { .init(name: "editPlaceBase", default: "") }
    /// The place of a note that is still to be saved, as `NotePlace.stored`.
    static var pendingPlace: Self { .init(name: "place", default: "") }
}

extension NotePlace? {
    /// As it stands in a window's state, never empty: the chapter's id on a line and the text on another.
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
/// It owns the field's keys; it is made, asked, and let go.
@MainActor
final class StoredPlace {
    private let text: RestorableText
    private let chapter: SceneStorage<String>

    /// Of the note that is being written on a page.
    init(newNoteIn scope: RestorationScope) {
        text = RestorableText(.newNotePlace, in: scope)
        chapter = SceneStorage(.newNoteChapter, in: scope)
    }

    /// Whether something was typed.
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

    /// Empties what was typed; the chapter is offered for the next note.
    func emptyText() { text.setString("") }
}
