import Foundation

/// What a note is about.
public enum NoteSubject: Hashable, Sendable {
    case book(UUID)
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
    public let id: UUID
    public let subject: NoteSubject
    public let text: String
    public let createdAt: Date
    public let modifiedAt: Date
    /// Orders notes of the same millisecond, and brings a deleted note back to its old place.
    let sequence: Int64
}
