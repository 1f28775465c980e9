import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// Places of notes, and the order by them.
extension NotesSection {
    /// The fields for the places of notes that are being written, for the focus: the composer's, and
    /// those of notes that are being edited.
    var placeFields: [(id: String, widget: Widget)] {
        [("composer", composer.place.entry)]
            + cards.compactMap { card in
                card.placeField.map { (card.note.id.canonicalString, $0) }
            }
    }

    /// The fields for what is quoted, the same.
    var quotationFields: [(id: String, widget: Widget)] {
        let composer = composer.quotation.field.map { [("composer", $0 as Widget)] } ?? []
        return composer
            + cards.compactMap { card in
                card.quotationField.map { (card.note.id.canonicalString, $0) }
            }
    }

    /// The heading over the notes, with their order.
    static func heading(_ order: NoteOrderButton) -> Widget {
        PageParts.heading(localized("Study notes"), with: order.root)
    }

    /// Puts the notes into another order, with the one at the top of the view still in it.
    func take(_ order: NoteOrder) {
        let top = list.topElement.flatMap { UUID(uuidString: $0.id) }
        // What stands at the end would be another note.
        list.holdPlace()
        notes.setOrder(order, stayingWith: top)
        if let top { followed = Followed(id: top, revision: 0) }
    }

    /// Shows a note of this window at its place, as it may have been added anywhere.
    func show(added id: Note.ID) {
        if notes.order == .byDate, onAdded() { return }
        noteList.reveal(id)
    }

    /// Shows a note again that has got another place here, once it stands there.
    func follow(_ note: Note, _ place: NotePlaceEdit) {
        guard place.isChange, notes.order == .byPlace else { return }
        followed = Followed(id: note.id, revision: notes.reading.libraryRevision)
    }

    /// A note that is to be in view when the rows have been read again.
    struct Followed {
        let id: Note.ID
        /// How many writes of the library must have been seen.
        let revision: Int
    }

    /// Takes note that the rows have been read.
    func placesWereRead() {
        order.show(hasPlaces: notes.hasPlaces)
        guard let followed, notes.isOrdered, notes.slice.revision >= followed.revision else {
            return
        }
        self.followed = nil
        noteList.reveal(followed.id)
    }
}
