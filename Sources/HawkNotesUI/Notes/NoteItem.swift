import Foundation
import HawkNotesModel

/// What a card shows of a note.
struct NoteItem: Equatable, Identifiable {
    /// How far it is on its way to the library.
    enum Progress: Equatable {
        case saved
        /// Since when.
        case saving(Date)
        case failed(SavingProblem)
    }

    let id: UUID
    var text: String
    /// What it quotes from the book.
    var quote: Quote?
    var createdAt: Date
    /// Whether the date of writing is unknown.
    var isUndated = false
    var modifiedAt: Date
    var progress: Progress
    /// Where in the book it belongs.
    var place: NotePlace?
    /// What the reader has filed it under.
    var tags: [String] = []

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
