import Foundation

/// A window as a file: its activity and its drafts, so that the program on another machine can
/// continue it.
///
/// JSON with these names: `format` identifies it, `version` its version; `activity` is an encoded
/// user activity; `drafts` are texts, each with the links to its tab and its page, and with `quote`
/// when it quotes a text. Only files with a quotation have version 2: earlier versions of the
/// program would lose the quotation.
public struct WindowFile: Codable, Hashable, Sendable {
    /// A note that is not saved yet.
    public struct Draft: Codable, Hashable, Sendable {
        /// The link to the tab of the draft.
        public var tab: String
        /// The link to the page of the draft.
        public var page: String
        /// The reader's own words.
        public var text: String
        /// The quoted text; nil without one.
        public var quote: String?

        /// Makes a draft.
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
        /// It is larger than any file that this program writes.
        case tooLarge
        /// It is damaged, or another kind of file.
        case damaged
        /// It was written by a newer version of the program.
        case newer
    }

    /// The file extension.
    public static let fileExtension = "hawknotes-window"
    /// The maximum size of a file that is read or written, in bytes.
    public static let sizeLimit = 64 << 20

    private static let format = "io.github.hawknotes.HawkNotes.window"
    private static let newestVersion = 2

    private var format = Self.format
    private let version: Int
    /// The window's content: an encoded user activity.
    public var activity: String
    /// The unsaved drafts.
    public let drafts: [Draft]

    /// Makes a window's file content.
    public init(activity: String, drafts: [Draft]) {
        self.activity = activity
        self.drafts = drafts
        version = drafts.contains { $0.quote != nil } ? 2 : 1
    }

    /// Reads a file. Blocks; not for the main thread.
    ///
    /// - Throws: A `Problem`.
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

    /// Writes the file, replacing an existing one. Blocks; not for the main thread.
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
