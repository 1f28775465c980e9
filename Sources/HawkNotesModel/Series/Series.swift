import Foundation

/// A book series with all its contents, as it was at one moment.
///
/// A value: it does not change when the library does. Lookups by id use dictionaries, so that a row
/// can look up its book while it is drawn.
public struct Series: Identifiable, Sendable {
    /// Never changes; links refer to it. Titles need not be unique.
    public let id: UUID
    /// The origin of the series.
    public let origin: Origin
    /// The name of the series; empty for the series of a lone book.
    public let title: String
    /// The author of the series.
    public let author: String?
    /// The series file's own edition counter; nil if there is no such file.
    public let revision: Int?
    /// In series order.
    public let books: [Book]
    /// Ordered by book and by position within it, followed by those without a book.
    public let allCharacters: [Character]
    /// In order.
    public let relations: [Relation]
    /// Ordered by book and by position within it.
    public let chapters: [Chapter]
    /// Characters of other series related to some of this one, after a book was moved.
    public let neighbors: [Character]
    /// Relations between a character of the series and one of its neighbors.
    public let outerRelations: [Relation]
    /// How far the reader has read; nil if the reader has not set it, and nothing is hidden.
    public let readUpTo: ReadingPosition?
    /// The parts that the reader has not reached yet.
    public let veil: Veil
    /// The ids of parts of this or another series that were joined with others.
    public let joined: JoinedIDs

    private let booksByID: [UUID: Book]
    private let charactersByID: [UUID: Character]
    private let charactersByBook: [UUID?: [Character]]
    private let relatedByCharacter: [UUID: [Character]]
    private let chaptersByBook: [UUID: [Chapter]]

    /// Sorts its arguments by position; ignores relations to unknown characters.
    ///
    /// - Parameter veil: nil to derive it from the other arguments.
    public init(
        id: UUID,
        origin: Origin = .own,
        title: String,
        author: String? = nil,
        revision: Int? = nil,
        books: [Book],
        characters: [Character],
        relations: [Relation],
        chapters: [Chapter] = [],
        neighbors: [Character] = [],
        outerRelations: [Relation] = [],
        readUpTo: ReadingPosition? = nil,
        veil: Veil? = nil,
        joined: JoinedIDs = JoinedIDs()
    ) {
        self.id = id
        self.origin = origin
        self.title = title
        self.author = author
        self.revision = revision
        self.books = books.sorted(by: Book.isBefore)
        self.relations = relations
        self.neighbors = neighbors
        self.outerRelations = outerRelations
        self.readUpTo = readUpTo
        self.joined = joined
        self.veil = veil ?? Self.veil(readUpTo, books, chapters, characters)
        let chaptersByBook = Dictionary(grouping: chapters, by: \.bookID)
            .mapValues { $0.sorted(by: Chapter.isBefore) }
        self.chaptersByBook = chaptersByBook
        self.chapters = self.books.flatMap { chaptersByBook[$0.id] ?? [] }

        let byBook = Dictionary(grouping: characters, by: \.bookID)
            .mapValues { $0.sorted(by: Character.isBefore) }
        let bookIDs = Set(books.map(\.id))
        let ordered =
            self.books.flatMap { byBook[$0.id] ?? [] }
            + characters.filter { $0.bookID.map { !bookIDs.contains($0) } ?? true }
            .sorted(by: Character.isBefore)
        let byID = Dictionary(firstOf: ordered.map { ($0.id, $0) })
        self.allCharacters = ordered
        self.booksByID = Dictionary(firstOf: books.map { ($0.id, $0) })
        self.charactersByID = byID
        self.charactersByBook = byBook

        var related: [UUID: Set<UUID>] = [:]
        for relation in relations {
            related[relation.first, default: []].insert(relation.second)
            related[relation.second, default: []].insert(relation.first)
        }
        let places = Dictionary(firstOf: ordered.enumerated().map { ($1.id, $0) })
        self.relatedByCharacter = related.mapValues { ids in
            ids.compactMap { places[$0] }.sorted().map { ordered[$0] }
        }
    }

    /// The book with an id, or the one that it was joined with; nil if the series has none.
    public func book(_ id: UUID) -> Book? {
        booksByID[id] ?? booksByID[joined.current(id)]
    }

    /// The character with an id, or the one that it was joined with; nil if the series has none.
    public func character(_ id: UUID) -> Character? {
        charactersByID[id] ?? charactersByID[joined.current(id)]
    }

    /// The title shown to the reader: the series' name, or the title of the lone book.
    public var shownTitle: String { title.isEmpty ? books.first?.title ?? "" : title }

    /// Whether the series represents a lone book and has no name.
    public var isLoneBook: Bool { title.isEmpty && !books.isEmpty }

    /// The author of the book, or else of the series.
    public func author(of book: Book) -> String? { book.author ?? author }

    /// The characters that a book introduces, in order; empty for an unknown book.
    public func characters(in bookID: UUID) -> [Character] {
        charactersByBook[bookID] ?? []
    }

    /// The chapters of a book, in order; empty if none are named.
    public func chapters(of bookID: UUID) -> [Chapter] {
        chaptersByBook[bookID] ?? []
    }

    /// The characters related to one, in the order of `allCharacters`.
    public func related(to characterID: UUID) -> [Character] {
        relatedByCharacter[characterID] ?? []
    }
}

extension Series {
    /// A placeholder for a missing series.
    static let none = Series(
        id: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)),
        origin: .bundled,
        title: "",
        books: [],
        characters: [],
        relations: []
    )
}

extension Series: Equatable {
    /// Compares the initializer's arguments; the lookup tables follow from them.
    public static func == (one: Series, other: Series) -> Bool {
        one.id == other.id && one.origin == other.origin && one.title == other.title
            && one.author == other.author && one.revision == other.revision
            && one.books == other.books && one.allCharacters == other.allCharacters
            && one.relations == other.relations && one.chapters == other.chapters
            && one.neighbors == other.neighbors && one.outerRelations == other.outerRelations
            && one.readUpTo == other.readUpTo && one.veil == other.veil
            && one.joined == other.joined
    }
}
