import Foundation
import HawkNotesModel

/// The content of a note's card.
package struct NoteItem: Equatable, Identifiable {
    /// The note's progress on its way to the library.
    package enum Progress: Equatable {
        case saved
        /// The date is that of the attempt's beginning.
        case saving(Date)
        case failed(SavingProblem)
    }

    package let id: UUID
    package var text: String
    /// The note's quotation from the book.
    package var quote: Quote?
    package var createdAt: Date
    /// Whether the date of writing is unknown.
    package var isUndated = false
    package var modifiedAt: Date
    package var progress: Progress
    /// The note's place in the book.
    package var place: NotePlace?
    /// The reader's tags.
    package var tags: [String] = []
    /// Texts of other libraries that are kept beside this one.
    package var otherTexts: [Note.OtherText] = []

    init(_ note: Note) {
        id = note.id
        text = note.text
        quote = note.quote
        createdAt = note.createdAt
        isUndated = note.isUndated
        modifiedAt = note.modifiedAt
        place = note.place
        tags = note.tags
        otherTexts = note.otherTexts
        progress = .saved
    }

    init(_ note: PendingNote) {
        id = note.id
        text = note.text
        quote = note.quote
        createdAt = note.date
        modifiedAt = note.date
        place = note.place
        progress = note.problem.map { .failed($0) } ?? .saving(note.date)
    }
}
