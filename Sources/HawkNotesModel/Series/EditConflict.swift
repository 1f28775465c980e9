import Foundation

/// Something that is edited in a dialog, field by field.
public protocol EditableValue: Hashable, Sendable, Identifiable where ID == UUID {
    /// What of it can be changed.
    associatedtype Field: RawRepresentable<String>, CaseIterable, Hashable, Sendable
}

/// What became of an edit.
public enum EditOutcome<Value: EditableValue>: Hashable, Sendable {
    /// It is saved; the value takes it back.
    case saved(LibraryUndo)
    /// Somebody else has changed the same fields in another way; nothing is saved.
    case conflict(EditConflict<Value>)
}

/// Two edits of the same thing that do not agree.
///
/// Whoever has chosen, field by field, saves again with `theirs` as the base.
public struct EditConflict<Value: EditableValue>: Hashable, Sendable {
    /// What both edits began with.
    public let base: Value
    /// What was to be saved.
    public let yours: Value
    /// What the library has.
    public let theirs: Value
    /// Where the two say something else, in the order of the fields.
    public let fields: [Value.Field]
}

extension SeriesDetails: EditableValue {
    /// What of a series can be changed.
    public enum Field: String, CaseIterable, Hashable, Sendable {
        case title, author
    }
}

extension Book: EditableValue {
    /// What of a book can be changed.
    public enum Field: String, CaseIterable, Hashable, Sendable {
        case title, author, number
        case published = "publishedYear"
        case tagline, overview, isbn10
        case link = "amazonURL"
        case linkName
        case coverFile
        case cover = "coverID"
        case accent = "accentLight"
        case tint = "tintLight"
        case position
    }
}

extension Chapter: EditableValue {
    /// What of a chapter can be changed.
    public enum Field: String, CaseIterable, Hashable, Sendable {
        case name, position
        case book = "bookID"
    }
}

extension Character: EditableValue {
    /// What of a character can be changed.
    public enum Field: String, CaseIterable, Hashable, Sendable {
        case name, aliases, summary, synopsis
        case avatarFile
        case avatar = "avatarID"
        case book = "bookID"
        case chapter = "chapterID"
        case position
    }
}

extension Relation: EditableValue {
    /// What of a relation can be changed.
    public enum Field: String, CaseIterable, Hashable, Sendable {
        case first = "firstID"
        case second = "secondID"
        case word
        case place = "bookID"
        case position
    }
}
