import Foundation
import HawkNotesModel
import Phrases
import StateRestoration

/// The result of an edit.
package struct EditedNote: Equatable, Sendable {
    /// The text to save.
    package let text: String
    /// The text that the edit began with.
    package let base: String
    /// The change of the place.
    package let place: NotePlaceEdit
    /// The change of the quotation.
    package let quote: NoteQuoteEdit
    /// The change of the tags.
    package let tags: NoteTagsEdit

    package init(
        text: String,
        base: String,
        place: NotePlaceEdit,
        quote: NoteQuoteEdit,
        tags: NoteTagsEdit
    ) {
        self.text = text
        self.base = base
        self.place = place
        self.quote = quote
        self.tags = tags
    }

    /// Whether anything was changed.
    package var isChange: Bool {
        text != base || place.isChange || quote.isChange || tags.isChange
    }
}

/// The edited notes of a window that are being saved.
///
/// The draft stays in the window's state until the library has it.
@MainActor
package final class NoteEdits {
    /// The edit to save.
    package struct Edit: Sendable {
        package let noteID: Note.ID
        package let subject: NoteSubject
        package let new: EditedNote
        /// The id of the note that the text becomes if the original note was deleted or changed
        /// meanwhile.
        package let newID: Note.ID

        package init(noteID: Note.ID, subject: NoteSubject, new: EditedNote, newID: Note.ID) {
            self.noteID = noteID
            self.subject = subject
            self.new = new
            self.newID = newID
        }
    }

    /// The outcome of an edit.
    package enum Outcome {
        /// The note in its present state; nil when it is deleted, or could not be read.
        case saved(SavedEdit, Edit, Note?)
        case failed(SavingProblem)
    }

    private let library: Library
    private let pendingNotes: PendingNotes
    /// The edits that are being saved, by the path of their note's scope.
    private var edits: [String: Edit] = [:]
    private let observers = ChangeObservers<(scope: RestorationScope, outcome: Outcome)>()

    /// - Parameter pendingNotes: retried after a successful save.
    package init(in library: Library, pendingNotes: PendingNotes) {
        self.library = library
        self.pendingNotes = pendingNotes
    }

    /// The edit that is being saved for the note with this scope.
    package func edit(in scope: RestorationScope) -> Edit? { edits[scope.path] }

    /// Calls the body with the outcome of the edit in a note's scope.
    package func observe(
        _ body: @escaping @MainActor (RestorationScope, Outcome) -> Void
    ) -> ChangeObservation {
        observers.add { body($0.scope, $0.outcome) }
    }

    /// Passes an edited note to the library.
    ///
    /// - Parameter scope: the note's scope, whose values are forgotten when the library has the
    ///   text.
    package func save(_ edit: Edit, in scope: RestorationScope) {
        edits[scope.path] = edit
        library.perform { library in
            let saved = try library.saveEdit(
                of: edit.noteID,
                text: edit.new.text,
                base: edit.new.base,
                place: edit.new.place,
                quote: edit.new.quote,
                tags: edit.new.tags,
                on: edit.subject,
                newID: edit.newID
            )
            // The edit is saved, whether or not the note can be read.
            let note = Result { try library.currentNote(edit.noteID) }
            return (saved, note)
        } completion: { [pendingNotes, weak self] result in
            self?.finish(edit, scope, result)
            if case .success = result { pendingNotes.libraryDidSave() }
        }
    }

    private func finish(
        _ edit: Edit,
        _ scope: RestorationScope,
        _ result: Result<(SavedEdit, Result<Note?, any Error>), LibraryError>
    ) {
        edits[scope.path] = nil
        switch result {
        case .success((let saved, let note)):
            scope.removeStoredValues()
            let current: Note? = if case .success(let note) = note { note } else { nil }
            observers.notify((scope, .saved(saved, edit, current)))
        case .failure(let error):
            Log.warn("\(error)")
            observers.notify((scope, .failed(SavingProblem(error))))
        }
    }
}
