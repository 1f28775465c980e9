import Foundation

/// The spoilers of a series: everything beyond the reader's position.
///
/// The only place where lists, pages, search, export and printing get this decision from. Parts
/// without a place in the books, or with one that was reached, are never hidden, and nothing is
/// hidden until the reader sets a position.
public struct Veil: Hashable, Sendable {
    /// A spoiler that is shown nevertheless.
    public enum Exception: Hashable, Sendable {
        /// One character, relation or note, or the description of a book.
        case thing(UUID)
        /// Everything with a place in a book.
        case book(UUID)
    }

    /// A place in the books.
    struct Place: Hashable, Sendable {
        var bookID: UUID?
        var chapterID: UUID?
    }

    private struct ChapterPlace: Hashable {
        var bookID: UUID
        var position: Int
    }

    /// Hides nothing.
    public static let none = Veil()

    /// The spoilers that are shown.
    public var exceptions: Set<Exception> = []
    /// How far the reader has read; nil hides nothing.
    public private(set) var position: ReadingPosition?
    private var books: [UUID: Int] = [:]
    private var chapters: [UUID: ChapterPlace] = [:]
    private var characters: [UUID: Place] = [:]

    private init() {}

    /// - Parameters:
    ///   - position: how far the reader has read. An unknown book counts as before all books, and
    ///     an unknown chapter as before all chapters: when the current book is deleted, the rest
    ///     stays hidden.
    ///   - books: includes those in the trash, because their characters and notes may still be
    ///     visible.
    init(
        _ position: ReadingPosition?,
        books: [UUID: Int],
        chapters: [Chapter],
        characters: [UUID: Place]
    ) {
        guard let position else { return }
        self.position = position
        self.books = books
        self.characters = characters
        for chapter in chapters {
            self.chapters[chapter.id] = ChapterPlace(
                bookID: chapter.bookID,
                position: chapter.position
            )
        }
    }

    /// Whether the reader has set a position.
    public var isOn: Bool { position != nil }

    /// Whether the description of a book is hidden, as the book is a later one.
    public func hides(book id: UUID) -> Bool {
        !exceptions.contains(.thing(id)) && isLater(Place(bookID: id))
    }

    /// Whether a character is hidden.
    public func hides(character id: UUID) -> Bool {
        guard let place = characters[id], !exceptions.contains(.thing(id)) else { return false }
        return isLater(place)
    }

    /// Whether a relation is hidden: it becomes known later, or one of its characters is hidden.
    public func hides(_ relation: Relation) -> Bool {
        guard isOn, !exceptions.contains(.thing(relation.id)) else { return false }
        return isLater(Place(bookID: relation.bookID, chapterID: relation.chapterID))
            || hides(character: relation.first) || hides(character: relation.second)
    }

    /// Whether a note is hidden.
    ///
    /// - Parameter chapterID: the chapter that the note belongs to.
    public func hides(note id: UUID, on subject: NoteSubject, chapterID: UUID? = nil) -> Bool {
        guard isOn, !exceptions.contains(.thing(id)) else { return false }
        if isLater(Place(chapterID: chapterID)) { return true }
        return switch subject {
        case .book(let id): isLater(Place(bookID: id))
        case .character(let id): hides(character: id)
        }
    }

    /// Whether a note is hidden.
    public func hides(_ note: Note) -> Bool {
        hides(note: note.id, on: note.subject, chapterID: note.place?.chapterID)
    }

    /// Whether a book has places beyond the reader's position.
    public func reaches(book id: UUID) -> Bool {
        guard let position, let place = books[id] else { return false }
        guard let last = books[position.bookID] else { return true }
        return place > last || place == last && position.chapterID != nil
    }

    /// The chapter's own book takes precedence over a given one.
    private func isLater(_ place: Place) -> Bool {
        guard let position else { return false }
        let chapter = place.chapterID.flatMap { chapters[$0] }
        guard let bookID = chapter?.bookID ?? place.bookID, let book = books[bookID],
            !exceptions.contains(.book(bookID))
        else { return false }
        guard let last = books[position.bookID] else { return true }
        guard bookID == position.bookID else { return book > last }
        guard let lastID = position.chapterID, let chapter else { return false }
        return chapters[lastID].map { chapter.position > $0.position } ?? true
    }

    /// The later characters, without exceptions.
    var hiddenCharacters: [UUID] { characters.keys.filter(hides(character:)) }

    /// The later books and chapters, without exceptions.
    var hiddenPlaces: (books: [UUID], chapters: [UUID]) {
        (
            books.keys.filter { isLater(Place(bookID: $0)) },
            chapters.keys.filter { isLater(Place(chapterID: $0)) }
        )
    }
}

extension Veil.Exception {
    /// The stored form: `book/<uuid>` or `thing/<uuid>`.
    public var stored: String {
        switch self {
        case .thing(let id): "thing/" + id.canonicalString
        case .book(let id): "book/" + id.canonicalString
        }
    }

    /// Parses the result of `stored`; nil for anything else.
    public init?(stored: String) {
        let parts = stored.split(separator: "/")
        guard parts.count == 2, let id = UUID(uuidString: String(parts[1])) else { return nil }
        switch parts[0] {
        case "thing": self = .thing(id)
        case "book": self = .book(id)
        default: return nil
        }
    }
}
