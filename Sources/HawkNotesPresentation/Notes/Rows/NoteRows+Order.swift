import Foundation
import HawkNotesModel

/// The order of a page's notes, and what they are limited to.
extension NoteRows {
    /// The requested order; the rows keep theirs until they have been read.
    package var order: NoteOrder { reading.order }

    /// The requested limit; nil for all notes. The rows keep theirs until they have been read.
    package var limit: NoteLimit? { reading.limit }

    /// Whether the rows are in the requested order, and within the requested limit.
    package var isOrdered: Bool { slice.ranking.order == order && slice.limit == limit }

    /// Whether any note of the page has a place, loaded or not.
    package var hasPlaces: Bool { slice.hasPlaces || pending.contains { $0.place != nil } }

    /// The position of a loaded note.
    func position(of note: Note) -> NotePosition { slice.ranking.position(of: note) }

    /// Reads the notes in another order.
    ///
    /// - Parameter seen: the note to stay with; the first of the page when that is nil or deleted.
    package func setOrder(_ order: NoteOrder, stayingWith seen: Note.ID?) {
        guard order != reading.order else { return }
        reading.setOrder(order, stayingWith: seen)
    }

    /// Limits the rows; nil for all notes. Notes that are being saved or
    /// restored are shown in any case.
    ///
    /// - Parameter seen: the note to stay with, or near; the first of the page when that is nil or
    ///   deleted. Without effect if only the shown spoilers differ: the rows stay in view then.
    package func setLimit(_ limit: NoteLimit?, stayingWith seen: Note.ID?) {
        guard limit != reading.limit else { return }
        reading.setLimit(limit, stayingWith: seen)
    }

    /// Reads the notes again, as the order of the chapters, or the reading progress, may have
    /// changed.
    package func chaptersDidChange() {
        if order == .byPlace || limit != nil { reading.follow() }
    }
}

extension NoteRanking {
    /// The position of a note that is being saved; nil if sorted by date, where that is the end.
    func place(of note: PendingNote) -> NotePosition? {
        order == .byPlace ? position(of: note.place, addedAt: note.date) : nil
    }
}
