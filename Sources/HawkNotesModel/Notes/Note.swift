import Foundation

/// What a note is about.
public enum NoteSubject: Hashable, Sendable {
    /// A book, by its id.
    case book(UUID)
    /// A character, by its id.
    case character(UUID)

    /// The id of the book or the character.
    public var id: UUID {
        switch self {
        case .book(let id), .character(let id): id
        }
    }
}

/// A saved study note.
///
/// Dates are exact to the millisecond, so that a note that was read back equals the one that
/// was saved.
public struct Note: Identifiable, Hashable, Sendable {
    /// Stays the same through changes, deletion and return; links name it.
    public let id: UUID
    /// The book or the character that it is about.
    public let subject: NoteSubject
    /// What the reader wrote; never empty.
    public let text: String
    /// When it was first saved.
    public let createdAt: Date
    /// When its text last changed; the same as `createdAt` if it never did.
    public let modifiedAt: Date
    /// Orders notes of the same millisecond, and brings a deleted note back to its old place.
    let sequence: Int64
}

/// What became of an edited text.
public enum SavedEdit: Hashable, Sendable {
    /// It is the note's text.
    case changed
    /// It is a note of its own, because the note had been deleted meanwhile.
    case becameNewAsDeleted
    /// It is a note of its own, because the note had been changed meanwhile.
    case becameNewAsChanged
}
