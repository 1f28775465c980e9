import HawkNotesPresentation

/// Holds what was asked for on pages that come and go, until the library has it.
@MainActor
protocol NoteChanging: AnyObject {
    /// The notes that the window deletes.
    var deletedNotes: DeletedNotes { get }
    /// The edited notes of the window that are on their way to the library.
    var noteEdits: NoteEdits { get }
}
