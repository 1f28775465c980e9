import Foundation

/// A reader's note, a highlight, or both in one.
public struct ImportedNote: Hashable, Sendable {
    /// What it is called where it comes from.
    public var identity: SourceIdentity
    /// The identity of the reader's own words, where the source keeps them apart from the highlight:
    /// they may have come later than it.
    public var wordsIdentity: SourceIdentity?
    /// The identities that earlier versions of this program gave the same note.
    public var formerIdentities: [SourceIdentity] = []
    /// The same of its words.
    public var formerWordsIdentities: [SourceIdentity] = []
    /// The identities that versions which knew files by the name of the chosen folder gave the same note, if
    /// it was chosen under another name.
    public var renamedIdentities: [RenamedIdentity] = []
    /// The text that those versions made of the file, where it is another; nil for what is no whole file.
    public var formerText: String?
    /// Whether its file may have had another name before: it has no id, and everything around it was read, so that
    /// what is missing there is gone.
    public var mayBeRenamed = false
    /// The note that those versions made of the whole file, of which this is the first passage.
    public var formerFile: FormerFile?
    /// What the source has said before, as far as that still stands in it.
    public var earlierReadings: [EarlierReading] = []
    /// The id that it had in a library of ours; nil for what comes from elsewhere.
    public var libraryID: UUID?
    /// The book that it is about.
    public var book: SourceIdentity?
    /// The character that it is about.
    public var character: SourceIdentity?
    /// Where in the book.
    public var place: ImportedPlace?
    /// The words of the book; nil when nothing is quoted.
    public var quote: String?
    /// The colour that they were marked with, as the device calls it.
    public var quoteColor: String?
    /// How they were marked, as the device calls it.
    public var quoteStyle: String?
    /// The reader's own words; empty for a mere highlight.
    public var text: String
    /// When it was written.
    public var created: ImportedDate?
    /// Whether the date of writing is unknown: `created` only gives it its place among others.
    public var isUndated = false
    /// When the file was last changed that has the note, if the note has no date of its own.
    public var fileDate: Date?
    /// When it was last changed, if later.
    public var updated: ImportedDate?
    /// What the reader has filed it under.
    public var tags: [String] = []

    /// A note with a reader's own words.
    public init(identity: SourceIdentity, book: SourceIdentity? = nil, text: String) {
        self.identity = identity
        self.book = book
        self.text = text
    }
}

/// What a note and its words were called once, in a folder that had another name.
public struct RenamedIdentity: Hashable, Sendable {
    /// The name of the folder.
    public var folder: String
    /// The identity of the note.
    public var note: SourceIdentity
    /// That of what it says.
    public var words: SourceIdentity
}

/// A file of which versions before have made one note, and this one makes several.
public struct FormerFile: Hashable, Sendable {
    /// What the note may have been called.
    public var identities: [SourceIdentity]
    /// What the folder is called that it lies in, which was the title of their book.
    public var folders: [String]
    /// What those versions would make of the file as it is now.
    public var text: String
}

/// An earlier version of a note that still stands beside it in its source.
public struct EarlierReading: Hashable, Sendable {
    /// The reader's own words.
    public var text: String
    /// The words of the book.
    public var quote: String?
    /// When it was written.
    public var created: ImportedDate?
}

/// Where in a book something stands, as far as the source says.
///
/// Kept in parts, because how a page is written differs from language to language.
public struct ImportedPlace: Hashable, Sendable {
    /// The name of the chapter.
    public var chapter: String?
    /// The chapter by its id in a library of ours, which goes before the name; it need not be there.
    public var chapterID: UUID?
    /// The page as the book counts, such as "87", "xii" or "12-14".
    public var page: String?
    /// A reading device's own count, such as "1024-1026".
    public var location: String?
    /// Free text of the reader's, or a line of a source that was not understood.
    public var text: String?

    /// A place, mostly of only some of these parts.
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

    /// Whether nothing is known.
    public var isEmpty: Bool {
        chapter == nil && chapterID == nil && page == nil && location == nil && text == nil
    }
}
