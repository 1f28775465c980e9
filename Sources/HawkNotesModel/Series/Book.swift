import Foundation

/// A book of a series, as the series file describes it.
public struct Book: Identifiable, Hashable, Sendable {
    /// Fixed for ever by the series file.
    public let id: UUID
    /// The title, which is also the name of the book's tab.
    public let title: String
    /// The author's name as one writes it.
    public let author: String
    /// When it first came out.
    public let published: PublicationDate
    /// One line that makes one want to read the book.
    public let tagline: String
    /// A few sentences; paragraphs are separated by a newline.
    public let overview: String
    /// Ten characters without hyphens; the last may be `X`.
    public let isbn10: String
    /// The page of the book in the shop; http or https.
    public let amazonURL: URL
    /// The cover picture, relative to the folder of the series file.
    public let coverFile: String
    /// For text and symbols: readable on the window background of its appearance.
    public let accent: ColorPair
    /// For soft backgrounds: ordinary text stays readable on it.
    public let tint: ColorPair
    /// The place in the series, from 0.
    public let position: Int

    /// Takes every value as it is; the rules of the format are the importer's business.
    public init(
        id: UUID,
        title: String,
        author: String,
        published: PublicationDate,
        tagline: String,
        overview: String,
        isbn10: String,
        amazonURL: URL,
        coverFile: String,
        accent: ColorPair,
        tint: ColorPair,
        position: Int
    ) {
        self.id = id
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
    }
}

/// The month in which a book first came out.
public struct PublicationDate: Hashable, Sendable {
    /// The year of the common era.
    public let year: Int
    /// From 1 to 12.
    public let month: Int

    /// Takes both as they are.
    public init(year: Int, month: Int) {
        self.year = year
        self.month = month
    }
}
