import Foundation

/// A main character, listed with the book that introduces them.
///
/// Hides `Swift.Character` where this module is imported; the grapheme cluster is then
/// written with its module's name.
public struct Character: Identifiable, Hashable, Sendable {
    /// Fixed for ever by the series file.
    public let id: UUID
    /// The name as the books spell it.
    public let name: String
    /// One line, for a row under the name.
    public let summary: String
    /// A few sentences; paragraphs are separated by a newline.
    public let synopsis: String
    /// The portrait, relative to the folder of the series file.
    public let avatarFile: String
    /// The book that introduces the character.
    public let bookID: UUID
    /// The place among the characters of that book, from 0.
    public let position: Int

    /// Takes every value as it is; the rules of the format are the importer's business.
    public init(
        id: UUID,
        name: String,
        summary: String,
        synopsis: String,
        avatarFile: String,
        bookID: UUID,
        position: Int
    ) {
        self.id = id
        self.name = name
        self.summary = summary
        self.synopsis = synopsis
        self.avatarFile = avatarFile
        self.bookID = bookID
        self.position = position
    }
}

/// That two characters have to do with each other; it holds in both directions.
public struct Relation: Identifiable, Hashable, Sendable {
    /// Fixed for ever by the series file.
    public let id: UUID
    /// One character.
    public let first: UUID
    /// The other.
    public let second: UUID

    /// Takes the ids of the two characters, in either order.
    public init(id: UUID, first: UUID, second: UUID) {
        self.id = id
        self.first = first
        self.second = second
    }
}
