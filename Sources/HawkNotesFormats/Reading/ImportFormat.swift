/// A format that can be imported.
///
/// Each is one file of code. It reads a stream and hands on one thing after the other, so that what a file
/// holds is never in memory as a whole; it never traps, whatever the bytes are.
public protocol ImportFormat: Sendable {
    /// Its name, which stays the same for ever: identities may hold it.
    static var name: ImportFormatName { get }

    /// How sure it is that it can read this.
    func recognise(_ sample: ImportSample) -> ImportConfidence

    /// Reads everything.
    ///
    /// What cannot be read is told to the run, and the reading goes on with the next thing.
    ///
    /// - Throws: `ImportError`, and whatever the run throws.
    func read(_ source: ImportSource, into run: ImportRun) throws
}

/// The formats by name.
public enum ImportFormatName: String, CaseIterable, Codable, Sendable {
    /// Our own, with everything in it.
    case seriesFile = "series-file"
    /// `My Clippings.txt` of a Kindle.
    case kindleClippings = "kindle"
    /// What KOReader exports as JSON.
    case koreaderJSON = "koreader-json"
    /// What KOReader keeps beside a book.
    case koreaderSidecar = "koreader-sidecar"
    /// A table of highlights from Readwise.
    case readwise
    /// A table of books from Goodreads.
    case goodreads
    /// A table of books from The StoryGraph.
    case storyGraph = "storygraph"
    /// A table of books from calibre.
    case calibreTable = "calibre-csv"
    /// A table of books from elsewhere.
    case bookTable = "books-csv"
    /// A folder of text files in Markdown.
    case markdown
    /// A book as EPUB.
    case epub
    /// calibre's folder of books.
    case calibreLibrary = "calibre"
}

/// How sure a format is that something is its own.
public enum ImportConfidence: Int, Comparable, Sendable {
    /// It is something else.
    case no
    /// It may be; a format that is sure goes before.
    case maybe
    /// It has what only this format has.
    case certain

    /// By how sure.
    public static func < (left: ImportConfidence, right: ImportConfidence) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// What a format is recognised by: little enough to be read at once.
public struct ImportSample: Sendable {
    /// The name of the file or folder.
    public var name: String
    /// The first bytes of a file; empty for a folder.
    public var head: [UInt8] = []
    /// Names of files in a folder, as paths below it; empty for a file.
    public var paths: [String] = []

    /// The first bytes as text, in whichever encoding they are.
    public var text: String

    /// A sample of a file or folder.
    public init(name: String, head: [UInt8] = [], paths: [String] = []) {
        self.name = name
        self.head = head
        self.paths = paths
        self.text = TextDecoder.text(ofBeginning: head)
    }

    func hasExtension(_ ending: String) -> Bool {
        name.lowercased().hasSuffix(".\(ending)")
    }
}
