import Foundation

/// A reader's note, a highlight, or both in one.
public struct ImportedNote: Hashable, Sendable {
    /// The identity in the source.
    public var identity: SourceIdentity
    /// The identity of the reader's own words, if the source stores them apart from the highlight:
    /// they may have been added later.
    public var wordsIdentity: SourceIdentity?
    /// The identities that earlier versions of this program gave the same note.
    public var formerIdentities: [SourceIdentity] = []
    /// The same for its words.
    public var formerWordsIdentities: [SourceIdentity] = []
    /// The identities of the same note in earlier versions, which identified files by the name of
    /// the chosen folder, if that name was different then.
    public var renamedIdentities: [RenamedIdentity] = []
    /// The text that those versions made of the file, if it differs; nil if the note is not a whole
    /// file.
    public var formerText: String?
    /// Whether the file may have been renamed: it has no ID, and everything around it was read, so
    /// files that are missing there no longer exist.
    public var mayBeRenamed = false
    /// The single note that those versions made of the whole file, if this is its first passage.
    public var formerFile: FormerFile?
    /// Earlier versions of the note that its source still contains.
    public var earlierReadings: [EarlierReading] = []
    /// Its ID in a Hawk Notes library; nil if it comes from elsewhere.
    public var libraryID: UUID?
    /// The book of the note.
    public var book: SourceIdentity?
    /// The character of the note.
    public var character: SourceIdentity?
    /// The place in the book.
    public var place: ImportedPlace?
    /// The quotation from the book; nil if there is none.
    public var quote: String?
    /// The color of the highlight, as the device calls it.
    public var quoteColor: String?
    /// The style of the highlight, as the device calls it.
    public var quoteStyle: String?
    /// The reader's own words; empty for a highlight without a note.
    public var text: String
    /// The date of the note.
    public var created: ImportedDate?
    /// Whether the date of writing is unknown: `created` only determines the order.
    public var isUndated = false
    /// The modification date of the note's file, if the note has no date of its own.
    public var fileDate: Date?
    /// The date of the last change, if later.
    public var updated: ImportedDate?
    /// The reader's tags.
    public var tags: [String] = []
    /// The digest of its words when it was exported; nil if it comes from elsewhere. Other words
    /// have been edited since.
    public var exportedWords: String?

    /// A note with a reader's own words.
    public init(identity: SourceIdentity, book: SourceIdentity? = nil, text: String) {
        self.identity = identity
        self.book = book
        self.text = text
    }
}

/// The former identities of a note and its words, from a folder with another name.
public struct RenamedIdentity: Hashable, Sendable {
    /// The name of the folder.
    public var folder: String
    /// The identity of the note.
    public var note: SourceIdentity
    /// The identity of its words.
    public var words: SourceIdentity
}

/// A file that earlier versions imported as one note, and this one as several.
public struct FormerFile: Hashable, Sendable {
    /// The possible identities of that note.
    public var identities: [SourceIdentity]
    /// The names of the file's folder, which served as the title of the book.
    public var folders: [String]
    /// The text that those versions would make of the current file.
    public var text: String
}

/// An earlier version of a note that its source still contains.
public struct EarlierReading: Hashable, Sendable {
    /// The reader's own words.
    public var text: String
    /// The quotation from the book.
    public var quote: String?
    /// The date of the note.
    public var created: ImportedDate?
}

/// A place in a book, as far as the source gives it.
///
/// Stored in parts, because the wording of a page differs from language to language.
public struct ImportedPlace: Hashable, Sendable {
    /// The title of the chapter.
    public var chapter: String?
    /// The chapter by its ID in a Hawk Notes library, which takes precedence over the title; it may
    /// not exist.
    public var chapterID: UUID?
    /// The page number in the book, such as "87", "xii" or "12-14".
    public var page: String?
    /// The location in a reading device's own count, such as "1024-1026".
    public var location: String?
    /// Free text of the reader, or a line of a source that could not be parsed.
    public var text: String?

    /// A place of some of these parts.
    public init(
        chapter: String? = nil,
        page: String? = nil,
        location: String? = nil,
        text: String? = nil
    ) {
        self.chapter = chapter
        self.page = page
        self.location = location
        self.text = text
    }

    /// Whether all parts are empty.
    public var isEmpty: Bool {
        chapter == nil && chapterID == nil && page == nil && location == nil && text == nil
    }
}
