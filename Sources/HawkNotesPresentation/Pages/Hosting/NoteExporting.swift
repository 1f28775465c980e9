import HawkNotesModel

/// Offers notes of the page as files.
@MainActor
package protocol NoteExporting: AnyObject {
    func exportNotes(_ notes: [Note.ID])
}
