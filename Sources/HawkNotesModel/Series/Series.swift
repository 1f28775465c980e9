import Foundation

/// A book series with all that is known of it, as it was at one moment.
///
/// A value: it does not change when the library does. Look-ups by id are dictionary look-ups, so
/// that a row may ask for its book while it is drawn.
public struct Series: Identifiable, Sendable {
    /// Fixed for ever by the series file.
    public let id: UUID
    /// The name of the series.
    public let title: String
    /// Whose series it is.
    public let author: String
    /// The series file's own counter of its editions.
    public let revision: Int
    /// In series order.
    public let books: [Book]
    /// Book by book, and in each book in the order in which the series file lists them.
    public let allCharacters: [Character]
    /// In the order in which the series file lists them.
    public let relations: [Relation]

    private let booksByID: [UUID: Book]
    private let charactersByID: [UUID: Character]
    private let charactersByBook: [UUID: [Character]]
    private let relatedByCharacter: [UUID: [Character]]

    /// Sorts what it is given by position; relations to unknown characters count for nothing.
    public init(
        id: UUID,
        title: String,
        author: String,
        revision: Int,
        books: [Book],
        characters: [Character],
        relations: [Relation]
    ) {
        self.id = id
        self.title = title
        self.author = author
        self.revision = revision
        self.books = books.sorted { $0.position < $1.position }
        self.relations = relations

        let byBook = Dictionary(grouping: characters, by: \.bookID)
            .mapValues { $0.sorted { $0.position < $1.position } }
        let ordered = self.books.flatMap { byBook[$0.id] ?? [] }
        let byID = Dictionary(ordered.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        self.allCharacters = ordered
        self.booksByID = Dictionary(
            books.map { ($0.id, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        self.charactersByID = byID
        self.charactersByBook = byBook

        var related: [UUID: Set<UUID>] = [:]
        for relation in relations {
            related[relation.first, default: []].insert(relation.second)
            related[relation.second, default: []].insert(relation.first)
        }
        self.relatedByCharacter = related.mapValues { ids in
            ordered.filter { ids.contains($0.id) }
        }
    }

    /// The book with an id, or nil if the series has none.
    public func book(_ id: UUID) -> Book? {
        booksByID[id]
    }

    /// The character with an id, or nil if the series has none.
    public func character(_ id: UUID) -> Character? {
        charactersByID[id]
    }

    /// The characters that a book introduces, in order; empty for an unknown book.
    public func characters(in bookID: UUID) -> [Character] {
        charactersByBook[bookID] ?? []
    }

    /// The characters that one has to do with, in the order of `allCharacters`.
    public func related(to characterID: UUID) -> [Character] {
        relatedByCharacter[characterID] ?? []
    }
}

extension Series: Equatable {
    /// Compares what was given; the look-up tables follow from it.
    public static func == (one: Series, other: Series) -> Bool {
        one.id == other.id && one.title == other.title && one.author == other.author
            && one.revision == other.revision && one.books == other.books
            && one.allCharacters == other.allCharacters && one.relations == other.relations
    }
}
