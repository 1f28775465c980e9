import Foundation

/// One item of an import.
///
/// An item comes after everything that it refers to: a series before its books, a book before its
/// chapters, characters and notes.
public enum ImportedItem: Hashable, Sendable {
    /// A series of books.
    case series(ImportedSeries)
    /// A book, with or without a series.
    case book(ImportedBook)
    /// The title of a chapter of a book.
    case chapter(ImportedChapter)
    /// A character of a book or series.
    case character(ImportedCharacter)
    /// A relation between two characters.
    case relation(ImportedRelation)
    /// A reader's note, a highlight, or both in one.
    case note(ImportedNote)
    /// A cover or portrait, not decoded.
    case picture(ImportedPicture)
    /// What the items of an exported library were imported from.
    case sources(ImportedSources)

    /// The item's identity in its source.
    public var identity: SourceIdentity {
        switch self {
        case .series(let series): series.identity
        case .book(let book): book.identity
        case .chapter(let chapter): chapter.identity
        case .character(let character): character.identity
        case .relation(let relation): relation.identity
        case .note(let note): note.identity
        case .picture(let picture): picture.identity
        case .sources(let sources): sources.identity
        }
    }

    /// The kind of the item; nil for what is neither shown nor counted.
    public var kind: ImportedKind? {
        switch self {
        case .series: .series
        case .book: .book
        case .chapter: .chapter
        case .character: .character
        case .relation: .relation
        case .note: .note
        case .picture: .picture
        case .sources: nil
        }
    }
}

/// The kinds of items.
public enum ImportedKind: String, CaseIterable, Codable, Sendable {
    /// A series of books.
    case series
    /// A book.
    case book
    /// The title of a chapter.
    case chapter
    /// A character of a book or series.
    case character
    /// A relation between two characters.
    case relation
    /// A note or highlight.
    case note
    /// A cover or portrait.
    case picture
}

/// A series of books.
public struct ImportedSeries: Hashable, Sendable {
    /// The identity in the source.
    public var identity: SourceIdentity
    /// Its ID in a Hawk Notes library; nil if it comes from elsewhere.
    public var libraryID: UUID?
    /// Its name; never empty.
    public var title: String
    /// The author; nil if unknown.
    public var author: String?
    /// The description.
    public var overview: String?
    /// The book that the reader has reached, by its ID in a Hawk Notes library.
    public var readBookID: UUID?
    /// The chapter of that book that the reader has reached.
    public var readChapterID: UUID?
    /// The parts of a bundled series that the reader has deleted, each as its kind and its ID.
    public var deletedParts: [String] = []
    /// Whether it is a bundled series that the reader has deleted; it has nothing but its identity.
    public var isDeleted = false
    /// Further properties from a Hawk Notes library.
    public var state = ImportedState()

    /// A series with a title.
    public init(identity: SourceIdentity, title: String) {
        self.identity = identity
        self.title = title
    }
}

/// A book.
public struct ImportedBook: Hashable, Sendable {
    /// The identity in the source.
    public var identity: SourceIdentity
    /// The identities that earlier versions of this program gave the same book.
    public var formerIdentities: [SourceIdentity] = []
    /// The identifier in the book's file, independent of the title.
    public var fileIdentifier: BookFileIdentifier?
    /// Whether the title is only the name of the chosen folder, so the book has no identity of its
    /// own; the folder may have had another name before.
    public var isNamedAfterFolder = false
    /// Its ID in a Hawk Notes library; nil if it comes from elsewhere.
    public var libraryID: UUID?
    /// Never empty.
    public var title: String
    /// The authors, in the order of the source.
    public var authors: [String] = []
    /// The series of the book.
    public var series: SourceIdentity?
    /// The number in the series, such as 1 or 2.5.
    public var number: Double?
    /// The number as written, such as "III"; takes precedence over `number`.
    public var numberText: String?
    /// The year of the first publication, or else of this edition.
    public var year: Int?
    /// The month of that year, from 1 to 12.
    public var month: Int?
    /// The short description.
    public var tagline: String?
    /// The description, as plain text.
    public var overview: String?
    /// Ten or thirteen characters with a correct check digit.
    public var isbn: String?
    /// The language of the book in BCP 47: "de", "pt-BR".
    public var language: String?
    /// The reading status.
    public var status: ImportedReadingStatus?
    /// The reader's rating in half stars, from 1 to 10.
    public var rating: Int?
    /// One entry for each time that the book was read.
    public var readings: [ImportedReading] = []
    /// The reader's own shelves that contain the book.
    public var shelves: [String] = []
    /// The book's web page: `http` or `https` only.
    public var webAddress: String?
    /// The label of the link to the web page.
    public var webName: String?
    /// Colors for text on light and on dark backgrounds, such as "#a1b2c3"; none or two.
    public var accent: [String] = []
    /// Background colors behind text for light and dark; none or two.
    public var tint: [String] = []
    /// The IDs in a Hawk Notes library of what was joined with it, each possibly followed by the ID
    /// that it leads to.
    public var formerIDs: [String] = []
    /// Further properties from a Hawk Notes library.
    public var state = ImportedState()

    /// A book with a title.
    public init(identity: SourceIdentity, title: String) {
        self.identity = identity
        self.title = title
    }
}

/// The identifier in a book's file.
public struct BookFileIdentifier: Hashable, Sendable {
    private let text: String
    private let authors: [String]

    /// Returns nil if other books may have the same identifier.
    ///
    /// - Parameter authors: as written in the file.
    init?(_ text: String, authors: [String]) {
        guard text.utf8.count >= Self.shortest, text.contains(where: \.isNumber) else { return nil }
        self.text = text
        self.authors = authors
    }

    /// Counters and names of programs are shorter.
    private static let shortest = 10

    /// The identity by which the book is recognized, besides its own.
    public var identity: SourceIdentity {
        SourceIdentity(origin: "epub", digestOf: "identifier", text)
    }

    /// The identity of the book under another title.
    public func identity(ofBookCalled title: String) -> SourceIdentity {
        SourceIdentity(
            origin: "epub",
            digestOf: text,
            title,
            authors.joined(separator: "\n")
        )
    }
}

/// The title of a chapter.
public struct ImportedChapter: Hashable, Sendable {
    /// The identity in the source.
    public var identity: SourceIdentity
    /// The book of the chapter.
    public var book: SourceIdentity
    /// Never empty.
    public var title: String
    /// Its ID in a Hawk Notes library; nil if it comes from elsewhere.
    public var libraryID: UUID?
    /// The position in the book, from 0.
    public var order: Int
    /// The nesting level: 0 for a part or chapter, 1 for a chapter in a part.
    public var level: Int
    /// Further properties from a Hawk Notes library.
    public var state = ImportedState()

    /// A chapter of a book.
    public init(
        identity: SourceIdentity,
        book: SourceIdentity,
        title: String,
        order: Int,
        level: Int
    ) {
        self.identity = identity
        self.book = book
        self.title = title
        self.order = order
        self.level = level
    }
}

/// A character of a book or series.
public struct ImportedCharacter: Hashable, Sendable {
    /// The identity in the source.
    public var identity: SourceIdentity
    /// Their ID in a Hawk Notes library; nil if they come from elsewhere.
    public var libraryID: UUID?
    /// Never empty.
    public var name: String
    /// Other names of the character.
    public var aliases: [String] = []
    /// The short description.
    public var tagline: String?
    /// The description.
    public var overview: String?
    /// The book in which they first appear.
    public var book: SourceIdentity?
    /// The chapter of that book, by its ID in a Hawk Notes library; it may not exist.
    public var chapterID: UUID?
    /// The series of the character.
    public var series: SourceIdentity?
    /// Whether the reader has marked it as a favorite.
    public var isFavorite = false
    /// The IDs in a Hawk Notes library of what was joined with it, each possibly followed by the ID
    /// that it leads to.
    public var formerIDs: [String] = []
    /// Further properties from a Hawk Notes library.
    public var state = ImportedState()

    /// A character with a name.
    public init(identity: SourceIdentity, name: String) {
        self.identity = identity
        self.name = name
    }
}

/// Properties of an item that only a Hawk Notes library has.
public struct ImportedState: Hashable, Sendable {
    /// The position among items of its kind, from 0.
    public var position: Int?
    /// The origin of the item, as the library names it.
    public var origin: String?
    /// The properties that the reader has changed, as the library names them.
    public var changedFields: [String] = []
    /// Whether the item is only listed because others refer to it; it has nothing but its name.
    public var isReference = false
    /// The file of the page of an exported library that has the item; nil if it comes from elsewhere.
    public var page: String?

    /// No known properties.
    public init() {}
}

/// A relation between two characters.
public struct ImportedRelation: Hashable, Sendable {
    /// The identity in the source.
    public var identity: SourceIdentity
    /// Its ID in a Hawk Notes library.
    public var libraryID: UUID?
    /// One character.
    public var first: SourceIdentity
    /// The other.
    public var second: SourceIdentity
    /// What the first is to the second, such as “sister of”.
    public var word: String?
    /// The book that reveals the relation.
    public var book: SourceIdentity?
    /// The chapter of that book, by its ID in a Hawk Notes library; it may not exist.
    public var chapterID: UUID?
    /// Further properties from a Hawk Notes library.
    public var state = ImportedState()

    /// A relation between two characters.
    public init(identity: SourceIdentity, first: SourceIdentity, second: SourceIdentity) {
        self.identity = identity
        self.first = first
        self.second = second
    }
}

/// A cover or portrait, unmodified.
///
/// The bytes are untrusted: only the signature of a picture was checked.
public struct ImportedPicture: Hashable, Sendable {
    /// The identity in the source.
    public var identity: SourceIdentity
    /// The book or character in the picture.
    public var subject: SourceIdentity
    /// The name of the source file, for display; nil if there is none.
    public var file: String?
    /// The kind according to the first bytes.
    public var kind: PictureKind
    /// The bytes of the file.
    public var bytes: [UInt8]

    /// A picture of a book or character.
    public init(
        identity: SourceIdentity,
        subject: SourceIdentity,
        file: String? = nil,
        kind: PictureKind,
        bytes: [UInt8]
    ) {
        self.identity = identity
        self.subject = subject
        self.file = file
        self.kind = kind
        self.bytes = bytes
    }
}

/// What some items of an exported library were imported from.
public struct ImportedSources: Hashable, Sendable {
    /// The file with the lines.
    public var file: String
    /// One line for each source, as the library writes it.
    public var lines: [String]
    /// Whether they come before the items, which they help to recognize. They come again after them.
    public var isAhead: Bool

    /// Lines of a file.
    public init(file: String, lines: [String], isAhead: Bool = false) {
        self.file = file
        self.lines = lines
        self.isAhead = isAhead
    }

    /// The identity of the file.
    public var identity: SourceIdentity { SourceIdentity(origin: "hawk-notes sources", key: file) }
}

/// The supported kinds of pictures, recognized by their first bytes and never by name.
public enum PictureKind: String, Sendable {
    /// Portable Network Graphics.
    case png
    /// JPEG.
    case jpeg
    /// WebP.
    case webp
    /// Scalable Vector Graphics.
    case svg

    /// The kind of a file that begins with these bytes; nil if it is not supported.
    public init?(beginning bytes: some Collection<UInt8>) {
        let head = Array(bytes.prefix(512))
        if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if head.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if head.starts(with: "RIFF".utf8), head.dropFirst(8).starts(with: "WEBP".utf8) {
            self = .webp
        } else if String(decoding: head, as: UTF8.self).contains("<svg") {
            self = .svg
        } else {
            return nil
        }
    }
}
