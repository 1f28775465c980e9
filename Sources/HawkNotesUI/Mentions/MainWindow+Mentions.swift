import Foundation
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// Makes characters that somebody has mentioned before they were there.
@MainActor
protocol CharacterMaking: AnyObject {
    /// Makes a character in the library, and offers to take that back.
    func make(_ character: Character)
}

extension MainWindow: CharacterMaking {
    func make(_ character: Character) {
        // The library may take its time; the note is not to wait for it.
        context.mentions.expect(character)
        context.library.perform { library in
            (try library.save(character), try library.series(character.seriesID))
        } completion: { [context, weak self] result in
            switch result {
            case .success(let (undo, series)):
                context.pendingNotes.libraryDidSave()
                if let series { context.series.keep(series) }
                self?.parts.offer(localized("“%1” added", character.name), undo)
            case .failure(let error): PartChanges.report(error, to: self)
            }
            context.mentions.expectNoMore(character)
        }
    }
}

/// Shows notes of other pages.
@MainActor
protocol NoteShowing: AnyObject {
    /// Shows a note at its place on its page.
    func showNote(_ id: Note.ID, on subject: NoteSubject, inNewWindow: Bool)
}

extension MainWindow: NoteShowing {
    func showNote(_ id: Note.ID, on subject: NoteSubject, inNewWindow: Bool) {
        let place = subject.place
        guard context.series.owner(of: place)?.id == series.id else {
            return open(link: Place.note(id).link)
        }
        if inNewWindow { return openInNewWindow(place, raisingExisting: false) }
        if case .book = place, tab != place { select(place) }
        push(place)
        page.notes?.show(id)
    }
}
