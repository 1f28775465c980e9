import Foundation

/// A chapter of a book.
public struct Chapter: Identifiable, Hashable, Sendable {
    /// The same for ever; notes name it.
    public let id: UUID
    /// The book that it belongs to.
    public var bookID: UUID
    /// Where it comes from.
    public var origin: Origin
    /// As the book calls it: "1", "One", "The Beast".
    public var name: String
    /// The place in the book, from 0.
    public var position: Int

    /// Takes every value as it is.
    public init(id: UUID, bookID: UUID, origin: Origin = .own, name: String, position: Int) {
        self.id = id
        self.bookID = bookID
        self.origin = origin
        self.name = name
        self.position = position
    }
}

/// How far the reader is in a series: what comes later may be veiled.
public struct ReadingPosition: Hashable, Sendable {
    /// The book that is being read.
    public var bookID: UUID
    /// The last chapter of it that has been read; nil when the whole book has.
    public var chapterID: UUID?

    /// Takes both as they are.
    public init(bookID: UUID, chapterID: UUID? = nil) {
        self.bookID = bookID
        self.chapterID = chapterID
    }
}

/// What a series is called, for an editor.
public struct SeriesDetails: Identifiable, Hashable, Sendable {
    /// The id of the series.
    public let id: UUID
    /// The name of the series.
    public var title: String
    /// Whose series it is.
    public var author: String?

    /// Takes every value as it is.
    public init(id: UUID, title: String, author: String? = nil) {
        self.id = id
        self.title = title
        self.author = author
    }
}

extension Series {
    /// What the series is called.
    public var details: SeriesDetails { SeriesDetails(id: id, title: title, author: author) }
}
