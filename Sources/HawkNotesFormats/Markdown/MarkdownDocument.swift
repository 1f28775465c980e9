import Foundation

/// The program's own Markdown file of one item. An import restores exactly what an export wrote.
///
/// ```
/// ---
/// hawk-notes: 1
/// kind: "note"
/// id: "5B0F6A1E-…"
/// book: "Gideon the Ninth"
/// book-id: "0C1D…"
/// chapter: "Act One"
/// page: "12"
/// created: "2024-12-30T13:46:33.000Z"
/// quote: "true"
/// link: "hawknotes://note/5B0F6A1E-…"
/// ---
///
/// > The quotation, with a mark before each line.
///
/// The reader's own words, as they were typed.
/// ```
///
/// - A file is one item; its name and folder have no meaning. `kind` is `series`, `book`,
///   `character` or `note`.
/// - Values are JSON strings, which are also valid YAML; lists are JSON arrays of them.
/// - `id` and all keys that end in `-id` are IDs of the library. Names are added for readers, and
///   only count if the named item has no file of its own; `link` is the link to the item.
/// - A book lists its chapters, and a character its relations, in several lists of the same length.
/// - Dates are in UTC, to the millisecond. `undated` means that `created` only determines the
///   order.
/// - Of the reader's data of a book, `status` is `toRead`, `reading`, `finished` or `stopped`,
///   `rating` is in stars, and `readings` has an interval for each reading, of days, months or
///   years: `2019-05/2019-06-02`, `/2019`.
/// - The body is the text of a note, or the description of a series, book or character. With
///   `quote: "true"` it begins with the quotation, each line prefixed with `> `, and one empty line
///   before the text, if there is any.
/// - A line feed is added at the end.
/// - `favorite` marks a favorite character, `read-to-id` is the book that the reader has reached in a
///   series, and `changed` names the properties of an item that the reader has changed. `deleted` are
///   the deleted parts of a bundled series; in the index, the deleted bundled series.
/// - `former-ids` are the IDs of books or characters that were joined with the item: links in notes
///   may still name them. One that leads to another former ID is followed by that.
///
/// An exported library has pages instead: see ``MarkdownPage``.
public enum MarkdownDocument {
    /// The content of a file besides the item itself.
    public struct Surroundings {
        /// Titles and names of the items that it refers to.
        public var names: [SourceIdentity: String] = [:]
        /// The link to the item.
        public var link: String?
        /// The series of a note.
        public var series: SourceIdentity?
        /// The chapters of a book, in order.
        public var chapters: [ImportedChapter] = []
        /// The relations of a character that name it first.
        public var relations: [ImportedRelation] = []
        /// The file of a cover or portrait, below the folder.
        public var picture: String?
        /// The digest of the lines of a page that are neither its text nor its notes.
        var frame: String?

        /// No further content.
        public init() {}
    }

    /// The file of an item with a library ID.
    ///
    /// - Returns: nil for items that have no file of their own, and for items without an ID.
    public static func text(
        of item: ImportedItem,
        _ surroundings: Surroundings = Surroundings()
    ) -> String? {
        let body: String
        switch item {
        case .series(let series): body = series.overview ?? ""
        case .book(let book): body = book.overview ?? ""
        case .character(let character): body = character.overview ?? ""
        case .note(let note): body = Self.body(quote: note.quote, text: note.text)
        case .chapter, .relation, .picture, .sources: return nil
        }
        return frontMatter(of: item, surroundings, version: 1).map { "\($0)\n\(body)\n" }
    }

    /// The front matter of an item with a library ID, between two lines of dashes.
    static func frontMatter(
        of item: ImportedItem,
        _ surroundings: Surroundings,
        version: Int
    ) -> String? {
        var writer = FrontMatterWriter(names: surroundings.names)
        func begin(_ id: UUID?) -> Bool {
            guard let id, let kind = item.kind else { return false }
            writer.begin(kind.rawValue, id, version: version)
            return true
        }
        switch item {
        case .series(let series):
            guard begin(series.libraryID) else { return nil }
            writer.add("title", series.title)
            writer.add("author", series.author)
            writer.add("read-to-id", series.readBookID?.uuidString)
            writer.add("read-to-chapter-id", series.readChapterID?.uuidString)
            writer.add("deleted", series.deletedParts)
            writer.add(series.state)
        case .book(let book):
            guard begin(book.libraryID) else { return nil }
            writer.add(book)
            writer.add(surroundings.chapters)
        case .character(let character):
            guard begin(character.libraryID) else { return nil }
            writer.add(character)
            writer.add(surroundings.relations)
        case .note(let note):
            guard begin(note.libraryID) else { return nil }
            writer.add("series", reference: surroundings.series)
            writer.add(note)
        case .chapter, .relation, .picture, .sources:
            return nil
        }
        writer.add("picture", surroundings.picture)
        writer.add("link", surroundings.link)
        writer.add("frame", surroundings.frame)
        return "---\n\(writer.text)---\n"
    }

    /// The identity of an item of the library.
    public static func identity(_ id: UUID) -> SourceIdentity {
        SourceIdentity(origin: "hawk-notes", key: id.uuidString)
    }

    /// The day of a date in UTC, as in the name of a file.
    public static func day(of date: ImportedDate) -> String {
        String(FrontMatterWriter.date(date).prefix { $0 != "T" })
    }

    // MARK: - Body

    static func body(quote: String?, text: String) -> String {
        guard let quote else { return text }
        let lines = quote.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        let quoted = lines.map { $0.isEmpty ? ">" : "> \(String($0))" }.joined(separator: "\n")
        return text.isEmpty ? quoted : "\(quoted)\n\n\(text)"
    }

    static func quoteAndText(_ body: String) -> (quote: String, text: String) {
        var rest = body.unicodeScalars[...]
        var lines: [String] = []
        while rest.first == ">" {
            let line = rest.prefix { $0 != "\n" }
            rest = rest.dropFirst(line.count + 1)
            let words = line.dropFirst()
            lines.append(String(words.first == " " ? words.dropFirst() : words))
        }
        if rest.first == "\n" { rest = rest.dropFirst() }
        return (lines.joined(separator: "\n"), String(rest))
    }
}
