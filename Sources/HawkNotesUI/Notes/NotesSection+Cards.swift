import Foundation
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// What the cards of notes ask for that has nothing to do with writing.
extension NotesSection {
    func unveil(_ things: [Veil.Exception]) {
        context.series.unveiled.insert(things, isPrivate: scope.scene?.isPrivate ?? false)
    }

    func openMention(_ id: UUID, inNewWindow: Bool) {
        if inNewWindow {
            host.openInNewWindow(.character(id), raisingExisting: false)
        } else if context.series.character(id)?.seriesID == mentions.seriesID {
            host.push(.character(id))
        } else {
            host.open(link: Place.character(id).link)
        }
    }

    func showMarks(of changed: Set<Note.ID>) {
        for id in changed { noteList.cards[id]?.isMarked = marks.ids.contains(id) }
    }

    func extendMarks(from id: Note.ID, by step: Int) {
        guard let index = notes.index(of: id), let next = notes.item(at: index + step) else {
            return marks.mark([id])
        }
        marks.mark([id, next.id])
        list.focus(next.id.canonicalString)
    }

    /// Takes over a note that the library has now.
    func didSave(_ note: Note) {
        notes.didAdd(note)
        composer.root.announce(localized("Note saved"))
    }

    func clearMarks() -> Bool {
        defer { marks.clear() }
        return !marks.ids.isEmpty
    }
}

extension NotesSection {
    /// The note that has the focus.
    var focusedNote: Note.ID? {
        elements.first { $0.widget.containsFocus }.flatMap { UUID(uuidString: $0.id) }
    }
}
