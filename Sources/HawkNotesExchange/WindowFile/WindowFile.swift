import Foundation

/// A window as a file: what it is about, and what is being written in it, so that the program on another
/// machine can go on with it.
///
/// JSON with these names: `format` says that it is one, `version` of what kind; `activity` is a user
/// activity in its encoded form; `drafts` are texts, each with the links to its tab and its page, and with
/// `quote` when it quotes something. Only files in which one does are of version 2: earlier versions of the
/// program would lose the quotation.
public struct WindowFile: Codable, Hashable, Sendable {
    /// A note that is not saved yet.
    public struct Draft: Codable, Hashable, Sendable {
        /// The link to the tab that it was written on.
        public var tab: String
        /// The link to the page.
        public var page: String
        /// The reader's own words.
        public var text: String
        /// What is quoted; nil when nothing is.
        public var quote: String?

        /// Takes all as they are.
        public init(tab: String, page: String, text: String, quote: String? = nil) {
            self.tab = tab
            self.page = page
            self.text = text
            self.quote = quote
        }
    }

    /// Why a file cannot be read.
    public enum Problem: Error, Equatable {
        /// It cannot be opened; with the system's error number.
        case unreadable(errno: Int32)
        /// It is larger than any that this program writes.
        case tooLarge
        /// It is damaged, or something else.
        case damaged
        /// A newer version of the program has written it.
        case newer
    }

    /// How names of such files end.
    public static let fileExtension = "hawknotes-window"
    /// The largest file that is read or written, in bytes.
    public static let sizeLimit = 64 << 20

    private static let format = "io.github.hawknotes.HawkNotes.window"
    private static let newestVersion = 2

    private var format = Self.format
    private let version: Int
    /// What the window is about: a user activity in its encoded form.
    public var activity: String
    /// What is being written in it.
    public let drafts: [Draft]

    /// A window that is about something.
    public init(activity: String, drafts: [Draft]) {
        self.activity = activity
        self.drafts = drafts
        version = drafts.contains { $0.quote != nil } ? 2 : 1
    }

    /// Reads a file. Takes its time; not for the main thread.
    ///
    /// - Throws: a `Problem`.
    public init(contentsOf url: URL) throws(Problem) {
        let descriptor = open(url.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .unreadable(errno: errno) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let data: Data
        do {
            data = try file.read(upToCount: Self.sizeLimit + 1) ?? Data()
        } catch {
            throw .unreadable(errno: (error as? CocoaError)?.underlyingErrno ?? EIO)
        }
        guard data.count <= Self.sizeLimit else { throw .tooLarge }
        struct Header: Decodable {
            var format: String
            var version: Int
        }
        let decoder = JSONDecoder()
        guard let header = try? decoder.decode(Header.self, from: data),
            header.format == Self.format, header.version > 0
        else { throw .damaged }
        guard header.version <= Self.newestVersion else { throw .newer }
        guard let read = try? decoder.decode(Self.self, from: data) else { throw .damaged }
        self = read
    }

    /// Writes the file, in the place of one that is there. Takes its time; not for the main thread.
    public func write(to url: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let data = try encoder.encode(self)
        guard data.count <= Self.sizeLimit else { throw Problem.tooLarge }
        try data.write(to: url, options: .atomic)
    }
}

extension CocoaError {
    fileprivate var underlyingErrno: Int32? { (underlying as? POSIXError)?.code.rawValue }
}
