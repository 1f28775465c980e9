import Foundation
import HawkNotesModel
import HawkNotesPresentation
import StateRestoration

extension MainWindow {
    /// The windows whose drafts this one tells of: what is begun in a private one, only that one shows, and
    /// that one shows only its own.
    var scenesWithFoundDrafts: [RestorationScene] {
        scene.isPrivate ? [scene] : coordinator.openScenes.filter { !$0.isPrivate }
    }

    /// Goes to a draft that was found, in whatever window it is.
    func openDraft(_ draft: SearchDraft, in series: UUID) {
        guard let address = DraftAddress(stored: draft.id) else { return }
        // Not every series of which a window keeps something was read.
        context.series.load([series]) { [weak self] in
            guard let self, !isClosed else { return }
            coordinator.showDraft(draft, at: address)
        }
    }

    /// Shows the page of a draft of this window, and puts the cursor into its field.
    func showDraft(_ draft: SearchDraft, at path: String) {
        let place = draft.subject.place
        guard let series = context.series.owner(of: place) else { return }
        // The same character may be on two tabs.
        let tab = Place.tabs(in: series).first { path.hasPrefix(scene.root.tab($0).path + "/") }
        guard let tab else { return }
        select(tab, animated: false)
        if !isShowing(place) { push(place) }
        // A window that comes up puts the focus where it was.
        if window.isMapped {
            focusDraft(of: draft.noteID)
        } else {
            window.onFirstFrameDrawn { [weak self] in self?.focusDraft(of: draft.noteID) }
        }
    }

    private func focusDraft(of note: Note.ID?) {
        guard !isClosed, let notes = page.notes else { return }
        if let note { notes.goToEdit(of: note) } else { notes.composer.field.grabFocus() }
    }
}

extension NotesSection {
    /// Shows a note that is being edited, and puts the cursor into its text.
    func goToEdit(of id: Note.ID) {
        list.restoreFocus(id.canonicalString) { [weak self] in
            guard let self, let card = noteList.cards[id] else { return false }
            guard card.field?.grabFocus() == true else {
                // It was saved or called off meanwhile.
                show(id)
                return true
            }
            noteList.revealPart(of: id)
            return true
        }
    }
}
