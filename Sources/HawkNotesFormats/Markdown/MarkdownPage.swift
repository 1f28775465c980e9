import Foundation

/// A page of an exported library: a series, book or character with its notes, for readers as well as
/// for an import.
///
/// ```
/// ---
/// hawk-notes: 2
/// kind: "character"
/// name: "Agatha"
/// ---
///
/// # Agatha
///
/// <!-- hawk-notes text -->
/// The description.
/// <!-- /hawk-notes -->
///
/// ## Notes
///
/// ### 2024-12-30 · Act One, p. 12
/// #salt
///
/// <!-- hawk-notes note {"created":"2024-12-30T13:46:33.000Z","id":"…","quote":true} -->
/// > The quotation.
///
/// The reader's own words.
/// <!-- /hawk-notes -->
/// ```
///
/// - The front matter is that of a ``MarkdownDocument``.
/// - Only the lines between two comments are read; the others, the *frame*, are made from the front
///   matter and the comments. Changes of the frame are reported, from its digest in the front
///   matter.
/// - The comment of a note has its place, dates and tags. `words` is the digest of its words, which
///   tells whether they have been edited.
/// - A line of a text that looks like one of these comments has one more dash.
/// - Where a note mentions a character, the link leads to the character's page, and its fragment is
///   the link of the library.
struct MarkdownPage {
    /// The description; nil if the page has none.
    private(set) var text: String?
    /// In order; the comment as written, and the lines below it.
    private(set) var notes: [(mark: NoteMark?, body: String)] = []
    /// The digest of the frame.
    private(set) var frame: String
    /// Whether each section has its end.
    private(set) var isSound = true

    /// Whether a file is a page.
    static func isPage(_ matter: FrontMatter) -> Bool { matter.text("hawk-notes") == "2" }

    /// Reads a page; nil for other files.
    init?(_ matter: FrontMatter) {
        guard Self.isPage(matter) else { return nil }
        var frame = PageFrame()
        var section: (start: Substring.UnicodeScalarView, lines: [Substring.UnicodeScalarView])?
        var (text, notes, isSound) = (text, notes, isSound)
        func end() {
            guard let (start, lines) = section else { return }
            let body = lines.map { String($0) }.joined(separator: "\n")
            if String(start) == PageComment.text {
                text = body
            } else {
                notes.append((NoteMark(comment: String(start)), body))
            }
            section = nil
        }
        for line in PageComment.lines(matter.body) {
            if PageComment.isStart(line) {
                if section != nil { isSound = false }
                end()
                section = (line, [])
            } else if PageComment.isEnd(line) {
                if section == nil { isSound = false }
                end()
            } else if section != nil {
                section?.lines.append(PageComment.unescaped(line))
            } else {
                frame.add(line)
            }
        }
        if section != nil { isSound = false }
        end()
        (self.text, self.notes, self.isSound, self.frame) = (text, notes, isSound, frame.digest)
    }
}

/// The digest of the lines outside of the sections. Empty lines and spaces at the ends of lines don't
/// count: editors add and remove them.
private struct PageFrame {
    private var lines: [String] = []

    mutating func add(_ line: Substring.UnicodeScalarView) {
        let line = String(line).trimmed
        if !line.isEmpty { lines.append(line) }
    }

    var digest: String {
        SourceIdentity(origin: "frame", digestOf: lines.joined(separator: "\n")).key
    }
}

/// The comments between which a section lies.
private enum PageComment {
    static let text = "<!-- hawk-notes text -->"
    static let note = "<!-- hawk-notes note "
    static let noteEnd = " -->"
    static let end = "<!-- /hawk-notes -->"

    /// Without carriage returns if the whole file has been converted to lines with them.
    static func lines(_ body: String) -> [Substring.UnicodeScalarView] {
        let lines = body.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        let isConverted = lines.contains { String($0) == end + "\r" }
        return lines.map { isConverted && $0.last == "\r" ? $0.dropLast() : $0 }
    }

    static func isStart(_ line: Substring.UnicodeScalarView) -> Bool {
        let line = String(line)
        return line == text || line.hasPrefix(note) && line.hasSuffix(noteEnd)
    }

    static func isEnd(_ line: Substring.UnicodeScalarView) -> Bool { String(line) == end }

    /// With one more dash if it looks like a comment.
    static func escaped(_ line: Substring.UnicodeScalarView) -> String {
        guard isComment(line, fewestDashes: 2) else { return String(line) }
        return "<!-" + String(line.dropFirst(2))
    }

    static func unescaped(_ line: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
        guard isComment(line, fewestDashes: 3) else { return line }
        return Substring("<!" + String(line.dropFirst(3))).unicodeScalars
    }

    private static func isComment(
        _ line: Substring.UnicodeScalarView,
        fewestDashes: Int
    ) -> Bool {
        guard line.starts(with: "<!--".unicodeScalars) else { return false }
        let rest = line.dropFirst(2)
        let dashes = rest.prefix { $0 == "-" }
        let words = rest.dropFirst(dashes.count)
        return dashes.count >= fewestDashes
            && [" hawk-notes", " /hawk-notes"].contains { words.starts(with: $0.unicodeScalars) }
    }
}

/// What the comment of a note says.
struct NoteMark: Codable, Hashable {
    var id: UUID
    var created: String?
    var undated: Bool?
    var updated: String?
    var chapterID: UUID?
    var place: String?
    var quote: Bool?
    var color: String?
    var style: String?
    var tags: [String]?
    var words: String?
    /// Whether links in the text are to stay as they are.
    var verbatim: Bool?

    init(_ note: ImportedNote, id: UUID) {
        self.id = id
        created = note.created.map(FrontMatterWriter.date)
        undated = note.isUndated ? true : nil
        updated = note.updated.map(FrontMatterWriter.date)
        chapterID = note.place?.chapterID
        place = note.place?.text
        quote = note.quote == nil ? nil : true
        color = note.quoteColor
        style = note.quoteStyle
        tags = note.tags.isEmpty ? nil : note.tags
        words = note.exportedWords
    }

    /// Nil if the comment is damaged.
    init?(comment: String) {
        guard comment.hasPrefix(PageComment.note), comment.hasSuffix(PageComment.noteEnd) else {
            return nil
        }
        let json = comment.dropFirst(PageComment.note.count).dropLast(PageComment.noteEnd.count)
        // The caller reports a damaged comment.
        guard let mark = try? JSONDecoder().decode(Self.self, from: Data(json.utf8)) else {
            return nil
        }
        self = mark
    }

    /// The comment, which stays one line.
    var comment: String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // It has only texts, which can always be encoded.
        guard let data = try? encoder.encode(self) else { return nil }
        let json = String(decoding: data, as: UTF8.self)
            .replacing(">", with: "\\u003e").replacing("\u{2028}", with: "\\u2028")
            .replacing("\u{2029}", with: "\\u2029").replacing("\u{85}", with: "\\u0085")
        return PageComment.note + json + PageComment.noteEnd
    }
}

/// Writes the body of a page.
public struct MarkdownPageWriter {
    private var frame = PageFrame()
    /// The body so far.
    public private(set) var text = ""

    /// An empty page.
    public init() {}

    /// Adds a paragraph of the frame. It must not contain anything that only it says.
    public mutating func add(_ paragraph: String) {
        for line in PageComment.lines(paragraph) { frame.add(line) }
        text += text.isEmpty ? paragraph + "\n" : "\n\(paragraph)\n"
    }

    /// Adds the description.
    public mutating func add(text: String) { addSection(PageComment.text, text) }

    /// Adds a note; does nothing without a library ID.
    ///
    /// - Parameter linked: its text with links to the pages of characters.
    public mutating func add(_ note: ImportedNote, linked: String) {
        guard let id = note.libraryID else { return }
        var mark = NoteMark(note, id: id)
        let original = MarkdownDocument.body(quote: note.quote, text: note.text)
        let body = MarkdownDocument.body(quote: note.quote, text: linked)
        let isLinked = PageLinks.restored(body).utf8.elementsEqual(original.utf8)
        if !isLinked { mark.verbatim = true }
        guard let comment = mark.comment else { return }
        addSection(comment, isLinked ? body : original)
    }

    private mutating func addSection(_ start: String, _ body: String) {
        let lines = body.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        let escaped = lines.map { PageComment.escaped($0) }.joined(separator: "\n")
        text += "\n\(start)\n\(escaped)\n\(PageComment.end)\n"
    }

    /// The whole file of an item; nil for items without a page.
    public func file(
        of item: ImportedItem,
        _ surroundings: MarkdownDocument.Surroundings
    ) -> String? {
        var surroundings = surroundings
        surroundings.frame = frame.digest
        let matter = MarkdownDocument.frontMatter(of: item, surroundings, version: 2)
        return matter.map { "\($0)\n\(text)" }
    }

    /// The whole file of further notes on a book or character.
    public func file(
        ofNotesOn book: SourceIdentity?,
        _ character: SourceIdentity?,
        named names: [SourceIdentity: String]
    ) -> String {
        var writer = FrontMatterWriter(names: names)
        let id = (character ?? book).flatMap { UUID(uuidString: $0.key) }
        writer.begin("notes", id, version: 2)
        writer.add("book", reference: book)
        writer.add("character", reference: character)
        writer.add("frame", frame.digest)
        return "---\n\(writer.text)---\n\n\(text)"
    }

    /// The whole file of the index of a library.
    ///
    /// - Parameter deleted: the bundled series that the reader has deleted.
    public func indexFile(deleted: [String] = []) -> String {
        var writer = FrontMatterWriter(names: [:])
        writer.begin("library", nil, version: 2)
        writer.add("deleted", deleted)
        return "---\n\(writer.text)---\n\n\(text)"
    }
}

/// Links to pages whose fragment is a link of the library:
/// `[@Agatha](Agatha.md#hawknotes://character/…)`.
public enum PageLinks {
    private static let middle = ".md#hawknotes://"

    /// The target of such a link.
    ///
    /// - Parameters:
    ///   - path: the path of the page, relative to the page with the link.
    ///   - link: the link of the library.
    public static func target(_ path: String, _ link: String) -> String {
        "\(escaped(path))#\(link)"
    }

    /// A path as a target of a link: any Markdown program can read it.
    public static func escaped(_ path: String) -> String {
        path.unicodeScalars.reduce(into: "") { result, scalar in
            let isPlain = scalar.value > 0x20 && !#"()<>[]#%?\^|"#.unicodeScalars.contains(scalar)
            if isPlain {
                result.unicodeScalars.append(scalar)
            } else {
                let digits = String(scalar.value, radix: 16, uppercase: true)
                result += "%" + (digits.count < 2 ? "0" : "") + digits
            }
        }
    }

    /// The text with the links of the library alone.
    static func restored(_ text: String) -> String {
        guard text.contains(middle) else { return text }
        var result: [UInt8] = []
        let bytes = Array(text.utf8)
        var position = 0
        while position < bytes.count {
            if bytes[position...].starts(with: "](".utf8),
                let start = startOfLink(bytes, position + 2)
            {
                result += "](".utf8
                position = start
            } else {
                result.append(bytes[position])
                position += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Where the link of the library begins in a target.
    private static func startOfLink(_ bytes: [UInt8], _ start: Int) -> Int? {
        let target = bytes[start...].prefix { $0 > 0x20 && !"()#".utf8.contains($0) }
        let end = target.endIndex
        guard target.suffix(3).elementsEqual(".md".utf8), end < bytes.count,
            bytes[end...].starts(with: "#hawknotes://".utf8)
        else { return nil }
        return end + 1
    }
}
