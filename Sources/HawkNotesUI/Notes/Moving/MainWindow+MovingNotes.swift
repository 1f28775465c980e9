import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import StateRestoration

extension MainWindow: NoteMoving {
    func choosePage(for notes: [Note.ID], on source: NoteSubject) {
        let movable = movable(notes, on: source)
        guard !movable.isEmpty else { return }
        dialogs.dialog(.movingNotes)?.dismiss()
        let scope = scene.root.window.dialog(.movingNotes)
        SceneStorage(.movedNotes, in: scope).wrappedValue = StoredIDs.text(of: movable)
        SceneStorage(.movedNotesPage, in: scope).wrappedValue = source.place.link
        dialogs.restore(.movingNotes, in: scope)
    }

    func move(_ notes: [Note.ID], from source: NoteSubject, to target: NoteSubject) {
        movedNotes.move(movable(notes, on: source), from: source, to: target)
    }

    /// Those of a page's notes that nobody is writing at in this window; says so of the others. In another
    /// window what is being written goes to the note wherever that is.
    private func movable(_ notes: [Note.ID], on source: NoteSubject) -> [Note.ID] {
        let section = madePage(of: source.place)?.notes
        let movable = notes.filter { section?.noteList.cards[$0]?.isBusy != true }
        let count = notes.count - movable.count
        if count > 0 { show(NoteMoveText.beingEdited(count)) }
        return movable
    }
}
