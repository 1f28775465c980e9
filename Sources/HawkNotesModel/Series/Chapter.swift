import Foundation

/// A chapter of a book.
public struct Chapter: Identifiable, Hashable, Sendable {
    /// Never changes; notes refer to it.
    public let id: UUID
    /// The book that it belongs to.
    public var bookID: UUID
    /// The origin of the chapter.
    public var origin: Origin
    /// The name as the book prints it: "1", "One", "The Beast".
    public var name: String
    /// The place in the book, from 0.
    public var position: Int

    /// Doesn't validate any value.
    public init(id: UUID, bookID: UUID, origin: Origin = .own, name: String, position: Int) {
        self.id = id
        self.bookID = bookID
        self.origin = origin
        self.name = name
        self.position = position
    }
}

/// How far the reader is in a series: later content may be hidden.
public struct ReadingPosition: Hashable, Sendable {
    /// The current book.
    public var bookID: UUID
    /// The last chapter read; nil if the whole book has been read.
    public var chapterID: UUID?

    /// Doesn't validate either value.
    public init(bookID: UUID, chapterID: UUID? = nil) {
        self.bookID = bookID
        self.chapterID = chapterID
    }
}

/// The title and author of a series, for an editor.
public struct SeriesDetails: Identifiable, Hashable, Sendable {
    /// The id of the series.
    public let id: UUID
    /// The name of the series.
    public var title: String
    /// The author of the series.
    public var author: String?

    /// Doesn't validate any value.
    public init(id: UUID, title: String, author: String? = nil) {
        self.id = id
        self.title = title
        self.author = author
    }
}

extension Series {
    /// The title and author of the series.
    public var details: SeriesDetails { SeriesDetails(id: id, title: title, author: author) }
}
