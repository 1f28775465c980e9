import Foundation

/// A place in the list of the notes of a page: by date, and by number within the same millisecond.
///
/// A note that is gone leaves its place where it was: what stands around it can still be read.
public struct NotePosition: Hashable, Comparable, Sendable {
    /// Milliseconds since 1970.
    let createdAt: Int64
    let sequence: Int64

    /// Before every note.
    public static let first = NotePosition(createdAt: .min, sequence: .min)
    /// After every note.
    public static let last = NotePosition(createdAt: .max, sequence: .max)

    /// Whether one stands before the other in the list.
    public static func < (one: NotePosition, other: NotePosition) -> Bool {
        (one.createdAt, one.sequence) < (other.createdAt, other.sequence)
    }
}

extension Note {
    /// Where the note stands in the list of its page.
    public var position: NotePosition {
        NotePosition(createdAt: createdAt.milliseconds, sequence: sequence)
    }
}

/// Some notes of a page that follow one another.
public struct NoteWindow: Hashable, Sendable {
    /// The oldest first.
    public var notes: [Note]
    /// Whether there are notes before the first of these.
    public var hasEarlier: Bool
    /// Whether there are notes after the last of these.
    public var hasLater: Bool
}
