import Foundation

@testable import HawkNotesModel

extension Library {
    /// Gives a note other contents, as one change that can be taken back.
    func changeContents(
        of id: UUID,
        _ body: (inout NoteContents) throws -> Void
    ) throws -> LibraryUndo {
        try changeLibrary("change the note") { recorder in
            try recorder.change(recorder.db.existingNote(id), body)
        }
    }
}

extension LibrarySearch {
    /// Returns when the index agrees with what the library has told so far.
    func waitForIndex() { indexer.wait() }

    /// Returns when the searches that have begun have told all.
    func waitForSearches() { queue.sync {} }
}
