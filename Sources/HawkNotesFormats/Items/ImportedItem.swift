import Foundation

/// One thing that an import brings.
///
/// A thing comes after everything that it refers to: a series before its books, a book before its
/// chapters, characters and notes.
public enum ImportedItem: Hashable, Sendable {
    /// Books that belong together.
    case series(ImportedSeries)
    /// A book, with or without a series.
    case book(ImportedBook)
    /// The name of a chapter of a book.
    case chapter(ImportedChapter)
    /// A character of a book or series.
    case character(ImportedCharacter)
    /// That two have to do with each other.
    case relation(ImportedRelation)
    /// A reader's note, a highlight, or both in one.
    case note(ImportedNote)
    /// A cover or portrait, not decoded.
    case picture(ImportedPicture)

    /// What the thing is called where it comes from.
    public var identity: SourceIdentity {
        switch self {
        case .series(let series): series.identity
        case .book(let book): book.identity
        case .chapter(let chapter): chapter.identity
        case .character(let character): character.identity
        case .relation(let relation): relation.identity
        case .note(let note): note.identity
        case .picture(let picture): picture.identity
        }
    }

    /// Which kind of thing it is.
    public var kind: ImportedKind {
        switch self {
        case .series: .series
        case .book: .book
        case .chapter: .chapter
        case .character: .character
        case .relation: .relation
        case .note: .note
        case .picture: .picture
        }
    }
}

/// What kinds of things there are.
public enum ImportedKind: String, CaseIterable, Codable, Sendable {
    /// Books that belong together.
    case series
    /// A book.
    case book
    /// The name of a chapter.
    case chapter
    /// A character of a book or series.
    case character
    /// That two have to do with each other.
    case relation
    /// A note or highlight.
    case note
    /// A cover or portrait.
    case picture
}

/// Books that belong together.
public struct ImportedSeries: Hashable, Sendable {
    /// What it is called where it comes from.
    public var identity: SourceIdentity
    /// The id that it had in a library of ours; nil for what comes from elsewhere.
    public var libraryID: UUID?
    /// Its name; never empty.
    public var title: String
    /// Who wrote it; nil when that is not said.
    public var author: String?
    /// What it is about.
    public var overview: String?
    /// What else a library of ours knows of it.
    public var state = ImportedState()

    /// A series with a name.
    public init(identity: SourceIdentity, title: String) {
        self.identity = identity
        self.title = title
    }
}

/// A book.
public struct ImportedBook: Hashable, Sendable {
    /// What it is called where it comes from.
    public var identity: SourceIdentity
    /// The identities that earlier versions of this program gave the same book.
    public var formerIdentities: [SourceIdentity] = []
    /// What its file calls itself, whatever the title is.
    public var fileIdentifier: BookFileIdentifier?
    /// Whether only the chosen folder has given it its name: it is nothing by itself, and the folder may have
    /// had another.
    public var isNamedAfterFolder = false
    /// The id that it had in a library of ours; nil for what comes from elsewhere.
    public var libraryID: UUID?
    /// Never empty.
    public var title: String
    /// Who wrote it, in the order of the source.
    public var authors: [String] = []
    /// The series that it belongs to.
    public var series: SourceIdentity?
    /// Its number in the series, such as 1 or 2.5.
    public var number: Double?
    /// The same as it was written, such as "III"; goes before the number.
    public var numberText: String?
    /// When it was first published, or else when this edition was.
    public var year: Int?
    /// The month of that year, from 1 to 12.
    public var month: Int?
    /// A line under the title.
    public var tagline: String?
    /// What it is about, as plain text.
    public var overview: String?
    /// Ten or thirteen characters whose check digit is right.
    public var isbn: String?
    /// The language that it is written in, as BCP 47 has it: "de", "pt-BR".
    public var language: String?
    /// How far its reader has come.
    public var status: ImportedReadingStatus?
    /// The reader's rating in half stars, from 1 to 10.
    public var rating: Int?
    /// When it was read, once for each time.
    public var readings: [ImportedReading] = []
    /// The reader's own shelves that it stands on.
    public var shelves: [String] = []
    /// Where it is shown in the web: `http` or `https`, nothing else.
    public var webAddress: String?
    /// What the web page is called, for a button.
    public var webName: String?
    /// Colours for text on light and on dark ground, such as "#a1b2c3"; none or two.
    public var accent: [String] = []
    /// The same for what is behind text.
    public var tint: [String] = []
    /// What else a library of ours knows of it.
    public var state = ImportedState()

    /// A book with a title.
    public init(identity: SourceIdentity, title: String) {
        self.identity = identity
        self.title = title
    }
}

/// The identifier that stands in the file of a book.
public struct BookFileIdentifier: Hashable, Sendable {
    private let text: String
    private let authors: [String]

    /// Nil for one that others may have as well.
    ///
    /// - Parameter authors: as they stand in the file.
    init?(_ text: String, authors: [String]) {
        guard text.utf8.count >= Self.shortest, text.contains(where: \.isNumber) else { return nil }
        self.text = text
        self.authors = authors
    }

    /// Counters and names of programs are shorter.
    private static let shortest = 10

    /// What the book is known by, besides its own identity.
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

/// The name of a chapter.
public struct ImportedChapter: Hashable, Sendable {
    /// What it is called where it comes from.
    public var identity: SourceIdentity
    /// The book that it belongs to.
    public var book: SourceIdentity
    /// Never empty.
    public var title: String
    /// The id that it had in a library of ours; nil for what comes from elsewhere.
    public var libraryID: UUID?
    /// From 0, in the order of the book.
    public var order: Int
    /// How deep it lies: 0 for a part or chapter, 1 for what lies in one.
    public var level: Int
    /// What else a library of ours knows of it.
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
    /// What they are called where they come from.
    public var identity: SourceIdentity
    /// The id that they had in a library of ours; nil for what comes from elsewhere.
    public var libraryID: UUID?
    /// Never empty.
    public var name: String
    /// Other names for them.
    public var aliases: [String] = []
    /// Who they are, in one line.
    public var tagline: String?
    /// Who they are, at length.
    public var overview: String?
    /// The book in which they first appear.
    public var book: SourceIdentity?
    /// The chapter of that book, by its id in a library of ours; it need not be there.
    public var chapterID: UUID?
    /// The series that they belong to.
    public var series: SourceIdentity?
    /// What else a library of ours knows of them.
    public var state = ImportedState()

    /// A character with a name.
    public init(identity: SourceIdentity, name: String) {
        self.identity = identity
        self.name = name
    }
}

/// What only a library of ours knows of a thing.
public struct ImportedState: Hashable, Sendable {
    /// The place among others of its kind, from 0.
    public var position: Int?
    /// Where it comes from, by the name that the library has for that.
    public var origin: String?
    /// Whether it stands there only because something else belongs to it; it has nothing but its name.
    public var isReference = false

    /// Nothing is known.
    public init() {}
}

/// That two characters have to do with each other.
public struct ImportedRelation: Hashable, Sendable {
    /// What it is called where it comes from.
    public var identity: SourceIdentity
    /// The id that it had in a library of ours.
    public var libraryID: UUID?
    /// One character.
    public var first: SourceIdentity
    /// The other.
    public var second: SourceIdentity
    /// What the first is to the second.
    public var word: String?
    /// The book in which it becomes known.
    public var book: SourceIdentity?
    /// The chapter of that book, by its id in a library of ours; it need not be there.
    public var chapterID: UUID?
    /// What else a library of ours knows of it.
    public var state = ImportedState()

    /// A relation of two characters.
    public init(identity: SourceIdentity, first: SourceIdentity, second: SourceIdentity) {
        self.identity = identity
        self.first = first
        self.second = second
    }
}

/// A cover or portrait, as the source has it.
///
/// The bytes are a stranger's: they have the first bytes of a picture, and nothing more is known.
public struct ImportedPicture: Hashable, Sendable {
    /// What it is called where it comes from.
    public var identity: SourceIdentity
    /// The book or character that it shows.
    public var subject: SourceIdentity
    /// The file that it comes from, for people; nil where it has none.
    public var file: String?
    /// By its first bytes.
    public var kind: PictureKind
    /// The file.
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

/// Which pictures are taken, told by their first bytes and never by a name.
public enum PictureKind: String, Sendable {
    /// Portable Network Graphics.
    case png
    /// JPEG.
    case jpeg
    /// WebP.
    case webp
    /// Scalable Vector Graphics.
    case svg

    /// The kind of a file that begins so; nil for everything else.
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
