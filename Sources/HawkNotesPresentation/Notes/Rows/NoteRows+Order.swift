import Foundation
import HawkNotesModel

/// How the notes of a page follow one another.
extension NoteRows {
    /// How they are to; the rows are as they were until they have been read.
    package var order: NoteOrder { reading.order }

    /// Whether the rows are in the order in which they are to be.
    package var isOrdered: Bool { slice.ranking.order == order }

    /// Whether any note of the page has a place, known or not.
    package var hasPlaces: Bool { slice.hasPlaces || pending.contains { $0.place != nil } }

    /// Where a note that is known stands.
    func position(of note: Note) -> NotePosition { slice.ranking.position(of: note) }

    /// Reads the notes in another order.
    ///
    /// - Parameter seen: the note to stay with; the first of the page when that is nil, or gone.
    package func setOrder(_ order: NoteOrder, stayingWith seen: Note.ID?) {
        guard order != reading.order else { return }
        reading.setOrder(order, stayingWith: seen)
    }

    /// Reads the notes again, as the chapters may stand in another order.
    package func chaptersDidChange() {
        if order == .byPlace { reading.follow() }
    }
}

extension NoteRanking {
    /// Where a note on its way to the library stands; nil by date, where that is the end.
    func place(of note: PendingNote) -> NotePosition? {
        order == .byPlace ? position(of: note.place, addedAt: note.date) : nil
    }
}
