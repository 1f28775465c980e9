/// A format that can be imported.
///
/// Each is one source file. It reads a stream and emits one item after the other, so that a file's
/// content is never in memory as a whole; it never traps, whatever the bytes are.
public protocol ImportFormat: Sendable {
    /// The name, which must never change: identities may contain it.
    static var name: ImportFormatName { get }

    /// How certain the format is that it can read this.
    func recognise(_ sample: ImportSample) -> ImportConfidence

    /// The same by more of the source, for formats that a sample says too little of.
    func recognise(_ source: ImportSource, _ sample: ImportSample) -> ImportConfidence

    /// Reads everything.
    ///
    /// Unreadable parts are reported to the run, and reading continues with the next item.
    ///
    /// - Throws: `ImportError`, and errors of the run.
    func read(_ source: ImportSource, into run: ImportRun) throws
}

extension ImportFormat {
    /// By the sample alone.
    public func recognise(_ source: ImportSource, _ sample: ImportSample) -> ImportConfidence {
        recognise(sample)
    }
}

/// The formats by name.
public enum ImportFormatName: String, CaseIterable, Codable, Sendable {
    /// Our own format, a complete series.
    case seriesFile = "series-file"
    /// `My Clippings.txt` of a Kindle.
    case kindleClippings = "kindle"
    /// A notebook of a Kindle app, as a web page.
    case kindleNotebook = "kindle-notebook"
    /// A notebook of a Kindle e-reader, as a table.
    case kindleNotebookTable = "kindle-notebook-csv"
    /// A JSON export of KOReader.
    case koreaderJSON = "koreader-json"
    /// KOReader's file beside a book.
    case koreaderSidecar = "koreader-sidecar"
    /// The database of a Kobo, or of its program for computers.
    case kobo
    /// A table of highlights from Readwise.
    case readwise
    /// A table of books from Goodreads.
    case goodreads
    /// A table of books from The StoryGraph.
    case storyGraph = "storygraph"
    /// A table of books from calibre.
    case calibreTable = "calibre-csv"
    /// A table of books from another source.
    case bookTable = "books-csv"
    /// A folder of text files in Markdown.
    case markdown
    /// A book in EPUB.
    case epub
    /// calibre's library folder.
    case calibreLibrary = "calibre"
}

/// How certain a format is that it can read a source.
public enum ImportConfidence: Int, Comparable, Sendable {
    /// It is another format.
    case no
    /// It may be this format; certain formats take precedence.
    case maybe
    /// It has a feature that only this format has.
    case certain

    /// Orders by certainty.
    public static func < (left: ImportConfidence, right: ImportConfidence) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// The data by which formats recognize a source: little enough to be read at once.
public struct ImportSample: Sendable {
    /// The name of the file or folder.
    public var name: String
    /// The first bytes of a file; empty for a folder.
    public var head: [UInt8] = []
    /// Paths of files in a folder, relative to it; empty for a file.
    public var paths: [String] = []

    /// The first bytes as text, in any encoding.
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
