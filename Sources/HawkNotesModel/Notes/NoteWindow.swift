import Foundation

/// A place in the list of the notes of a page: by date, and by number within the same millisecond;
/// where they are ordered by place, by that before.
///
/// A note that is gone leaves its place where it was: what stands around it can still be read.
public struct NotePosition: Hashable, Comparable, Sendable {
    /// What it stands in.
    var group = NoteGroup.all
    /// The number of its place in the group; those without one stand before the others.
    var number: Double?
    /// Milliseconds since 1970.
    let createdAt: Int64
    let sequence: Int64

    /// Before every note.
    public static let first = NotePosition(group: .first, createdAt: .min, sequence: .min)
    /// After every note.
    public static let last = NotePosition(group: .last, createdAt: .max, sequence: .max)

    /// Whether one stands before the other in the list.
    public static func < (one: NotePosition, other: NotePosition) -> Bool {
        if one.group != other.group { return one.group < other.group }
        if one.number != other.number {
            guard let number = other.number else { return false }
            return one.number.map { $0 < number } ?? true
        }
        return (one.createdAt, one.sequence) < (other.createdAt, other.sequence)
    }
}

extension Note {
    /// Where the note stands in the list of its page by date.
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
