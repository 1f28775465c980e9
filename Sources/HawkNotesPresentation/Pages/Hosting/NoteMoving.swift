import HawkNotesModel

/// Moves notes to other pages, and shows what they read before.
@MainActor
package protocol NoteMoving: AnyObject {
    /// Offers the pages of the series for some notes of a page.
    func choosePage(for notes: [Note.ID], on source: NoteSubject)
    /// Moves notes of a page to another one, and offers to take that back.
    func move(_ notes: [Note.ID], from source: NoteSubject, to target: NoteSubject)
    /// Shows the earlier versions of a note.
    func showVersions(of note: Note.ID)
}
