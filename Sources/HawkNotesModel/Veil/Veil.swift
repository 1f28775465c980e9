import Foundation

/// The spoilers of a series: what lies behind the point up to which the reader has read.
///
/// This is the one place that decides it for lists, pages, search, export and print. Things without a place in
/// the books, or with one that was reached, are never hidden, and nothing is until the reader sets a point.
public struct Veil: Hashable, Sendable {
    /// Something that is shown although it is a spoiler.
    public enum Exception: Hashable, Sendable {
        /// One character, relation or note, or the description of a book.
        case thing(UUID)
        /// Everything that has its place in a book.
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

    /// Nothing is veiled.
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
    ///   - position: how far the reader has read. A book that is not among the books is before all of them,
    ///     and a chapter before all chapters: when the book that is being read is gone, the rest stays hidden.
    ///   - books: also those in the trash, whose characters and notes may be there to see.
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

    /// Whether the reader has set a point.
    public var isOn: Bool { position != nil }

    /// Whether the description of a book is veiled: it is of a later book.
    public func hides(book id: UUID) -> Bool {
        !exceptions.contains(.thing(id)) && isLater(Place(bookID: id))
    }

    /// Whether a character is veiled.
    public func hides(character id: UUID) -> Bool {
        guard let place = characters[id], !exceptions.contains(.thing(id)) else { return false }
        return isLater(place)
    }

    /// Whether a relation is veiled: it becomes known later, or it is one to a character that is veiled.
    public func hides(_ relation: Relation) -> Bool {
        guard isOn, !exceptions.contains(.thing(relation.id)) else { return false }
        return isLater(Place(bookID: relation.bookID, chapterID: relation.chapterID))
            || hides(character: relation.first) || hides(character: relation.second)
    }

    /// Whether a note is veiled.
    ///
    /// - Parameter chapterID: the chapter that it belongs to.
    public func hides(note id: UUID, on subject: NoteSubject, chapterID: UUID? = nil) -> Bool {
        guard isOn, !exceptions.contains(.thing(id)) else { return false }
        if isLater(Place(chapterID: chapterID)) { return true }
        return switch subject {
        case .book(let id): isLater(Place(bookID: id))
        case .character(let id): hides(character: id)
        }
    }

    /// Whether a note is veiled.
    public func hides(_ note: Note) -> Bool {
        hides(note: note.id, on: note.subject, chapterID: note.place?.chapterID)
    }

    /// Whether a book has places behind the point.
    public func reaches(book id: UUID) -> Bool {
        guard let position, let place = books[id] else { return false }
        guard let last = books[position.bookID] else { return true }
        return place > last || place == last && position.chapterID != nil
    }

    /// A chapter knows its book better than what names both.
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

    /// The later characters, unless there is an exception.
    var hiddenCharacters: [UUID] { characters.keys.filter(hides(character:)) }

    /// The later books and the later chapters, unless there is an exception.
    var hiddenPlaces: (books: [UUID], chapters: [UUID]) {
        (
            books.keys.filter { isLater(Place(bookID: $0)) },
            chapters.keys.filter { isLater(Place(chapterID: $0)) }
        )
    }
}

extension Veil.Exception {
    /// As it is kept: `book/<uuid>` or `thing/<uuid>`.
    public var stored: String {
        switch self {
        case .thing(let id): "thing/" + id.canonicalString
        case .book(let id): "book/" + id.canonicalString
        }
    }

    /// Reads what `stored` has made; nil for anything else.
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
