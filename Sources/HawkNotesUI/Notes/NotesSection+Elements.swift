import Foundation
import GTKBridge
import HawkNotesModel

/// The parts of the notes that can have the focus, by the names under which it is restored.
extension NotesSection {
    /// The cards, as elements for the focus.
    var elements: [(id: String, widget: Widget)] {
        cards.map { ($0.note.id.canonicalString, $0.root) }
    }

    /// The focused note.
    var focusedNote: Note.ID? {
        elements.first { $0.widget.containsFocus }.flatMap { UUID(uuidString: $0.id) }
    }

    /// The text fields of notes that are being edited, as elements for the focus.
    var editors: [(id: String, widget: Widget)] {
        cards.compactMap { card in
            card.field.map { (card.note.id.canonicalString, $0) }
        }
    }

    /// The place fields of the composer and of notes that are being edited, as elements for the
    /// focus.
    var placeFields: [(id: String, widget: Widget)] {
        [("composer", composer.place.entry)]
            + cards.compactMap { card in
                card.placeField.map { (card.note.id.canonicalString, $0) }
            }
    }

    /// The tag fields of notes that are being edited, as elements for the focus.
    var tagFields: [(id: String, widget: Widget)] {
        cards.compactMap { card in
            card.tagsField.map { (card.note.id.canonicalString, $0) }
        }
    }

    /// The quotation fields of the composer and of notes that are being edited, likewise.
    var quotationFields: [(id: String, widget: Widget)] {
        let composer = composer.quotation.field.map { [("composer", $0 as Widget)] } ?? []
        return composer
            + cards.compactMap { card in
                card.quotationField.map { (card.note.id.canonicalString, $0) }
            }
    }

    /// All text fields: those of the composer and of notes that are being edited, with quotations.
    var fields: [TextView] {
        ([composer.field, composer.quotation.field]
            + cards.flatMap { [$0.field, $0.quotationField] }).compactMap(\.self)
    }
}
