import Foundation

/// A position in the list of a page's notes: by date, and by number within the same millisecond; in
/// the order by place, by group and number of the place first.
///
/// The position of a deleted note stays valid: the notes around it can still be read.
public struct NotePosition: Hashable, Comparable, Sendable {
    /// The note's group.
    var group = NoteGroup.all
    /// The number of the note's place in the group; notes without one come before the others.
    var number: Double?
    /// Milliseconds since 1970.
    let createdAt: Int64
    let sequence: Int64

    /// Before every note.
    public static let first = NotePosition(group: .first, createdAt: .min, sequence: .min)
    /// After every note.
    public static let last = NotePosition(group: .last, createdAt: .max, sequence: .max)

    /// Whether one comes before the other in the list.
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
    /// The note's position on its page, by date.
    public var position: NotePosition {
        NotePosition(createdAt: createdAt.milliseconds, sequence: sequence)
    }
}

/// Consecutive notes of a page.
public struct NoteWindow: Hashable, Sendable {
    /// Oldest first.
    public var notes: [Note]
    /// Whether there are notes before the first one.
    public var hasEarlier: Bool
    /// Whether there are notes after the last one.
    public var hasLater: Bool
}
