import Foundation

/// A main character, listed with the book that introduces them.
///
/// Only the name is required. Hides `Swift.Character` where this module is imported; write the
/// grapheme cluster with its module's name there.
public struct Character: Identifiable, Hashable, Sendable {
    /// Never changes; links and notes refer to it.
    public let id: UUID
    /// The series that it belongs to.
    public var seriesID: UUID
    /// The origin of the character.
    public var origin: Origin
    /// The name as the books spell it.
    public var name: String
    /// One line, for a row under the name.
    public var summary: String?
    /// A few sentences; paragraphs are separated by a newline.
    public var synopsis: String?
    /// The portrait, relative to the folder of the series file.
    public var avatarFile: String?
    /// The book that introduces the character.
    public var bookID: UUID?
    /// The place among the characters of that book, from 0.
    public var position: Int
    /// Other names, each of one line.
    public var aliases: [String]
    /// The chapter of that book in which the character first appears. It may no longer exist.
    public var chapterID: UUID?
    /// The reader's own portrait, which takes precedence over `avatarFile`; see
    /// ``Library/picture(_:)``.
    public var avatarID: UUID?

    /// Doesn't validate any value; the importer checks the rules of the format.
    public init(
        id: UUID,
        seriesID: UUID,
        origin: Origin = .own,
        name: String,
        summary: String? = nil,
        synopsis: String? = nil,
        avatarFile: String? = nil,
        bookID: UUID? = nil,
        position: Int,
        aliases: [String] = [],
        chapterID: UUID? = nil,
        avatarID: UUID? = nil
    ) {
        self.id = id
        self.seriesID = seriesID
        self.origin = origin
        self.name = name
        self.summary = summary
        self.synopsis = synopsis
        self.avatarFile = avatarFile
        self.bookID = bookID
        self.position = position
        self.aliases = aliases
        self.chapterID = chapterID
        self.avatarID = avatarID
    }
}

/// A relation between two characters; it holds in both directions.
public struct Relation: Identifiable, Hashable, Sendable {
    /// Never changes.
    public let id: UUID
    /// The origin of the relation.
    public var origin: Origin
    /// One character.
    public let first: UUID
    /// The other.
    public let second: UUID
    /// What the first character is to the second: "sister of".
    public var word: String?
    /// The book that reveals the relation; nil if it is no spoiler.
    public var bookID: UUID?
    /// The chapter of that book. It may no longer exist.
    public var chapterID: UUID?

    /// Takes the ids of the two characters; their order matters only if there is a word.
    public init(
        id: UUID,
        origin: Origin = .own,
        first: UUID,
        second: UUID,
        word: String? = nil,
        bookID: UUID? = nil,
        chapterID: UUID? = nil
    ) {
        self.id = id
        self.origin = origin
        self.first = first
        self.second = second
        self.word = word
        self.bookID = bookID
        self.chapterID = chapterID
    }
}
