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
    /// Free text of the reader's, or a line of a source that nobody understood.
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
