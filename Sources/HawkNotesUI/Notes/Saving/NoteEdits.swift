import Foundation
import GTKBridge
import HawkNotesModel
import Phrases
import StateRestoration

/// What an edit has made of a note.
struct EditedNote: Equatable, Sendable {
    /// As it is to be saved.
    let text: String
    /// The text that the edit began with.
    let base: String
    /// What becomes of the place.
    let place: NotePlaceEdit
    /// What becomes of the quotation.
    let quote: NoteQuoteEdit

    /// Whether anything is another than before.
    var isChange: Bool { text != base || place.isChange || quote.isChange }
}

/// The edited notes of a window that are on their way to the library.
///
/// What was typed stays in the window's state until the library has it.
@MainActor
final class NoteEdits {
    /// What is to become of a note.
    struct Edit: Sendable {
        let noteID: Note.ID
        let subject: NoteSubject
        let new: EditedNote
        /// The id of the note that the text becomes when the note was deleted or changed meanwhile.
        let newID: Note.ID
    }

    /// What has become of an edit.
    enum Outcome {
        /// The note as it is now; nil when it is gone, or could not be read.
        case saved(SavedEdit, Edit, Note?)
        case failed(SavingProblem)
    }

    private let context: AppContext
    /// The edits on their way, by the path of their note's scope.
    private var edits: [String: Edit] = [:]
    private let observers = ChangeObservers<(scope: RestorationScope, outcome: Outcome)>()

    init(context: AppContext) { self.context = context }

    /// What is being saved for the note with this scope.
    func edit(in scope: RestorationScope) -> Edit? { edits[scope.path] }

    /// Calls the body when something has become of the edit in a note's scope.
    func observe(
        _ body: @escaping @MainActor (RestorationScope, Outcome) -> Void
    ) -> ChangeObservation {
        observers.add { body($0.scope, $0.outcome) }
    }

    /// Hands an edited note to the library.
    ///
    /// - Parameter scope: the note's, whose values are forgotten when the library has the text.
    func save(_ edit: Edit, in scope: RestorationScope) {
        edits[scope.path] = edit
        context.library.perform { library in
            let saved = try library.saveEdit(
                of: edit.noteID,
                text: edit.new.text,
                base: edit.new.base,
                place: edit.new.place,
                quote: edit.new.quote,
                on: edit.subject,
                newID: edit.newID
            )
            // It is saved, whether or not it can be read.
            let note = Result { try library.note(edit.noteID) }
            return (saved, note)
        } completion: { [context, weak self] result in
            self?.finish(edit, scope, result)
            if case .success = result { context.pendingNotes.libraryDidSave() }
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
