import Foundation

/// A book series with all that is known of it, as it was at one moment.
///
/// A value: it does not change when the library does. Look-ups by id are dictionary look-ups, so
/// that a row may ask for its book while it is drawn.
public struct Series: Identifiable, Sendable {
    /// The same for ever; links name it. Titles may be those of another series as well.
    public let id: UUID
    /// Where it comes from.
    public let origin: Origin
    /// The name of the series; empty for that of a lone book.
    public let title: String
    /// Whose series it is.
    public let author: String?
    /// The series file's own counter of its editions; nil where there is no such file.
    public let revision: Int?
    /// In series order.
    public let books: [Book]
    /// Book by book, in each book in their order, and then those of no book.
    public let allCharacters: [Character]
    /// In their order.
    public let relations: [Relation]
    /// Book by book, in their order.
    public let chapters: [Chapter]
    /// Characters of other series that some here have to do with, since a book was moved.
    public let neighbors: [Character]
    /// Between a character of the series and one of its neighbors.
    public let outerRelations: [Relation]
    /// How far the reader has read; nil for those who do not say, from whom nothing is veiled.
    public let readUpTo: ReadingPosition?
    /// What the reader has not come to yet.
    public let veil: Veil
    /// The ids of what became a part of something else, of this series or another one.
    public let joined: JoinedIDs

    private let booksByID: [UUID: Book]
    private let charactersByID: [UUID: Character]
    private let charactersByBook: [UUID?: [Character]]
    private let relatedByCharacter: [UUID: [Character]]
    private let chaptersByBook: [UUID: [Chapter]]

    /// Sorts what it is given by position; relations to unknown characters count for nothing.
    ///
    /// - Parameter veil: nil for that which follows from the rest.
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
        self.books = books.sorted { $0.position < $1.position }
        self.relations = relations
        self.neighbors = neighbors
        self.outerRelations = outerRelations
        self.readUpTo = readUpTo
        self.joined = joined
        self.veil = veil ?? Self.veil(readUpTo, books, chapters, characters)
        let chaptersByBook = Dictionary(grouping: chapters, by: \.bookID)
            .mapValues { $0.sorted { $0.position < $1.position } }
        self.chaptersByBook = chaptersByBook
        self.chapters = self.books.flatMap { chaptersByBook[$0.id] ?? [] }

        let byBook = Dictionary(grouping: characters, by: \.bookID)
            .mapValues { $0.sorted { $0.position < $1.position } }
        let bookIDs = Set(books.map(\.id))
        let ordered =
            self.books.flatMap { byBook[$0.id] ?? [] }
            + characters.filter { $0.bookID.map { !bookIDs.contains($0) } ?? true }
            .sorted { $0.position < $1.position }
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

    /// The book with an id, or the one that such a book became a part of; nil if the series has none.
    public func book(_ id: UUID) -> Book? {
        booksByID[id] ?? booksByID[joined.current(id)]
    }

    /// The character with an id, or the one that such a character became a part of; nil if the series has
    /// none.
    public func character(_ id: UUID) -> Character? {
        charactersByID[id] ?? charactersByID[joined.current(id)]
    }

    /// What a reader knows the series by: its name, or the title of the lone book.
    public var shownTitle: String { title.isEmpty ? books.first?.title ?? "" : title }

    /// Whether it stands for a lone book, and has no name.
    public var isLoneBook: Bool { title.isEmpty && !books.isEmpty }

    /// Whose book it is; where the book does not say, whose series.
    public func author(of book: Book) -> String? { book.author ?? author }

    /// The characters that a book introduces, in order; empty for an unknown book.
    public func characters(in bookID: UUID) -> [Character] {
        charactersByBook[bookID] ?? []
    }

    /// The chapters of a book, in order; empty where none are named.
    public func chapters(of bookID: UUID) -> [Chapter] {
        chaptersByBook[bookID] ?? []
    }

    /// The characters that one has to do with, in the order of `allCharacters`.
    public func related(to characterID: UUID) -> [Character] {
        relatedByCharacter[characterID] ?? []
    }
}

extension Series {
    /// What stands in the place of a series where there is none.
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
    /// Compares what was given; the look-up tables follow from it.
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
