import Foundation
import HawkNotesModel

/// What a card shows of a note.
package struct NoteItem: Equatable, Identifiable {
    /// How far it is on its way to the library.
    package enum Progress: Equatable {
        case saved
        /// Since when.
        case saving(Date)
        case failed(SavingProblem)
    }

    package let id: UUID
    package var text: String
    /// What it quotes from the book.
    package var quote: Quote?
    package var createdAt: Date
    /// Whether the date of writing is unknown.
    package var isUndated = false
    package var modifiedAt: Date
    package var progress: Progress
    /// Where in the book it belongs.
    package var place: NotePlace?
    /// What the reader has filed it under.
    package var tags: [String] = []

    init(_ note: Note) {
        id = note.id
        text = note.text
        quote = note.quote
        createdAt = note.createdAt
        isUndated = note.isUndated
        modifiedAt = note.modifiedAt
        place = note.place
        tags = note.tags
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
