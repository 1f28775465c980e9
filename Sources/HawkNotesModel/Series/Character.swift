import Foundation

/// A main character, listed with the book that introduces them.
///
/// Only the name must be there. Hides `Swift.Character` where this module is imported; the grapheme
/// cluster is then written with its module's name.
public struct Character: Identifiable, Hashable, Sendable {
    /// The same for ever; links and notes name it.
    public let id: UUID
    /// The series that it belongs to.
    public var seriesID: UUID
    /// Where it comes from.
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
    /// The chapter of that book in which the character comes in. It need not be there any more.
    public var chapterID: UUID?
    /// The reader's own portrait, which goes before `avatarFile`; see ``Library/picture(_:)``.
    public var avatarID: UUID?

    /// Takes every value as it is; the rules of the format are the importer's business.
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

/// That two characters have to do with each other; it holds in both directions.
public struct Relation: Identifiable, Hashable, Sendable {
    /// The same for ever.
    public let id: UUID
    /// Where it comes from.
    public var origin: Origin
    /// One character.
    public let first: UUID
    /// The other.
    public let second: UUID
    /// What the first is to the second: "sister of".
    public var word: String?
    /// The book in which it becomes known; nil where it gives nothing away.
    public var bookID: UUID?
    /// The chapter of that book. It need not be there any more.
    public var chapterID: UUID?

    /// Takes the ids of the two characters, in either order unless there is a word.
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
