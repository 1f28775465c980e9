import Foundation

/// The origin of a series, book, character or relation.
public enum Origin: String, Hashable, Sendable, CaseIterable {
    /// Ships with the program; a new release may include a new edition.
    case bundled
    /// Created by the reader.
    case own
    /// Imported from another person's file.
    case imported
}

/// A book of a series.
///
/// Only the title is required. Nil values are unknown and take no space.
public struct Book: Identifiable, Hashable, Sendable {
    /// Never changes; links and notes refer to it.
    public let id: UUID
    /// The series that it belongs to.
    public var seriesID: UUID
    /// The origin of the book.
    public var origin: Origin
    /// The title, which is also the name of the book's tab.
    public var title: String
    /// The author's name as it is usually written.
    public var author: String?
    /// The date of first publication.
    public var published: PublicationDate?
    /// One line that makes a reader curious about the book.
    public var tagline: String?
    /// A few sentences; paragraphs are separated by a newline.
    public var overview: String?
    /// The ISBN, of ten or thirteen characters without hyphens; the last of ten may be `X`.
    public var isbn10: String?
    /// The book's web page, in a shop or elsewhere; http or https.
    public var amazonURL: URL?
    /// The cover picture, relative to the folder of the series file.
    public var coverFile: String?
    /// For text and symbols: readable on the window background of its appearance.
    public var accent: ColorPair?
    /// For soft backgrounds: ordinary text stays readable on it.
    public var tint: ColorPair?
    /// The place in the series, from 0.
    public var position: Int
    /// The number in the series as it is usually written: "2", "1.5", "III".
    public var number: String?
    /// The label of the button that opens the book's page; nil for the default.
    public var linkName: String?
    /// The reader's own cover, which takes precedence over `coverFile`; see
    /// ``Library/picture(_:)``.
    public var coverID: UUID?
    /// The language of the text as a BCP 47 tag: "de", "pt-BR".
    public var language: String?
    /// The reading status; nil if the reader has not set one.
    public var readingStatus: ReadingStatus?
    /// In half stars, from 1 to 10.
    public var rating: Int?
    /// The times that the reader has read the book.
    public var readings: [ReadingDates]
    /// The reader's shelves that the book is on.
    public var shelves: [String]

    /// Doesn't validate any value; the importer checks the rules of the format.
    public init(
        id: UUID,
        seriesID: UUID,
        origin: Origin = .own,
        title: String,
        author: String? = nil,
        published: PublicationDate? = nil,
        tagline: String? = nil,
        overview: String? = nil,
        isbn10: String? = nil,
        amazonURL: URL? = nil,
        coverFile: String? = nil,
        accent: ColorPair? = nil,
        tint: ColorPair? = nil,
        position: Int,
        number: String? = nil,
        linkName: String? = nil,
        coverID: UUID? = nil,
        language: String? = nil,
        readingStatus: ReadingStatus? = nil,
        rating: Int? = nil,
        readings: [ReadingDates] = [],
        shelves: [String] = []
    ) {
        self.id = id
        self.seriesID = seriesID
        self.origin = origin
        self.title = title
        self.author = author
        self.published = published
        self.tagline = tagline
        self.overview = overview
        self.isbn10 = isbn10
        self.amazonURL = amazonURL
        self.coverFile = coverFile
        self.accent = accent
        self.tint = tint
        self.position = position
        self.number = number
        self.linkName = linkName
        self.coverID = coverID
        self.language = language
        self.readingStatus = readingStatus
        self.rating = rating
        self.readings = readings
        self.shelves = shelves
    }
}

/// The date of a book's first publication.
public struct PublicationDate: Hashable, Sendable {
    /// The year of the common era.
    public let year: Int
    /// From 1 to 12; nil if only the year is known.
    public let month: Int?

    /// Doesn't validate either value.
    public init(year: Int, month: Int? = nil) {
        self.year = year
        self.month = month
    }
}
