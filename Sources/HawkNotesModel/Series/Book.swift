import Foundation

/// Where a series, a book, a character or a relation comes from.
public enum Origin: String, Hashable, Sendable, CaseIterable {
    /// Ships with the program; a new release may bring another edition of it.
    case bundled
    /// The reader has made it.
    case own
    /// Came out of another person's file.
    case imported
}

/// A book of a series.
///
/// Only the title must be there. What is nil is not known, and takes no room.
public struct Book: Identifiable, Hashable, Sendable {
    /// The same for ever; links and notes name it.
    public let id: UUID
    /// The series that it belongs to.
    public var seriesID: UUID
    /// Where it comes from.
    public var origin: Origin
    /// The title, which is also the name of the book's tab.
    public var title: String
    /// The author's name as one writes it.
    public var author: String?
    /// When it first came out.
    public var published: PublicationDate?
    /// One line that makes one want to read the book.
    public var tagline: String?
    /// A few sentences; paragraphs are separated by a newline.
    public var overview: String?
    /// The ISBN, of ten or thirteen characters without hyphens; the last of ten may be `X`.
    public var isbn10: String?
    /// The book's page in the web, in a shop or elsewhere; http or https.
    public var amazonURL: URL?
    /// The cover picture, relative to the folder of the series file.
    public var coverFile: String?
    /// For text and symbols: readable on the window background of its appearance.
    public var accent: ColorPair?
    /// For soft backgrounds: ordinary text stays readable on it.
    public var tint: ColorPair?
    /// The place in the series, from 0.
    public var position: Int
    /// The number in the series as one writes it: "2", "1.5", "III".
    public var number: String?
    /// What the button is called that opens the book's page; nil for the usual words.
    public var linkName: String?
    /// The reader's own cover, which goes before `coverFile`; see ``Library/picture(_:)``.
    public var coverID: UUID?
    /// The language of the text, by BCP 47: "de", "pt-BR".
    public var language: String?
    /// How far the reader is with it; nil where the reader does not say.
    public var readingStatus: ReadingStatus?
    /// In half stars, from 1 to 10.
    public var rating: Int?
    /// The times at which the reader has read it.
    public var readings: [ReadingDates]
    /// The shelves on which the reader has put it.
    public var shelves: [String]

    /// Takes every value as it is; the rules of the format are the importer's business.
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

/// When a book first came out.
public struct PublicationDate: Hashable, Sendable {
    /// The year of the common era.
    public let year: Int
    /// From 1 to 12; nil where only the year is known.
    public let month: Int?

    /// Takes both as they are.
    public init(year: Int, month: Int? = nil) {
        self.year = year
        self.month = month
    }
}
