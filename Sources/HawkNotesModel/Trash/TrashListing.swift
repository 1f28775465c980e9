import Foundation
import GRDB

/// The data of an item in the trash that a list of any length keeps in memory: its identity and its
/// date.
public struct TrashEntry: Identifiable, Hashable, Sendable {
    /// The kind.
    public let kind: TrashItem.Kind
    /// The id.
    public let id: UUID
    /// When the item was deleted.
    public let deletedAt: Date

    init(_ kind: TrashItem.Kind, _ id: UUID, deletedAt: Int64) {
        self.kind = kind
        self.id = id
        self.deletedAt = Date(milliseconds: deletedAt)
    }

    /// The series, book or character; nil for a note.
    var part: SeriesPart? { kind.part(id) }
}

/// The details of an item in the trash that are shown to the user.
public struct TrashDetails: Identifiable, Hashable, Sendable {
    /// At most this many characters of a note are read.
    public static let beginningLength = 600

    /// The id of the item.
    public var id: UUID { item.id }
    /// The item itself. A note's title is the beginning of its text or of its quotation.
    public internal(set) var item: TrashItem
    /// The beginning of a note's quotation; nil without one, and for other items.
    public internal(set) var quote: Quote?
    /// Whether a note has text by the reader, with which its title then begins.
    public let hasWords: Bool
    /// The names of the parents, innermost first: the page and the series.
    public internal(set) var surroundings: [String]
    /// The number of books in the item.
    public let books: Int
    /// The number of characters in the item.
    public let characters: Int
    /// The number of notes in the item.
    public let notes: Int
    /// The subject of a note; nil for other items.
    public let subject: NoteSubject?
    /// The chapter that a note belongs to.
    public let chapterID: UUID?
}

/// The items that *Empty Trash* would permanently delete, and how long backups have them.
public struct TrashSummary: Hashable, Sendable {
    /// The counts.
    public let count: TrashCount
    /// The approximate date until which backups may have the items; nil if there are no backups.
    public let copiesUntil: Date?
}

extension Library {
    /// Everything in the trash, most recently deleted first.
    ///
    /// Each entry takes some tens of bytes, so that a list knows its length and order;
    /// `trashDetails(of:)` reads the visible details.
    public func trashEntries() throws -> [TrashEntry] {
        try read("read the trash") { db in
            let kinds = TrashItem.Kind.allCases.enumerated().map { number, kind in
                let rows = kind == .note ? "trashedNote" : "\(kind.rawValue) \(Self.isInTrash)"
                return "SELECT \(number), id, deletedAt FROM \(rows)"
            }
            let rows = try Row.fetchCursor(
                db,
                sql: "\(kinds.joined(separator: " UNION ALL ")) ORDER BY deletedAt DESC, id"
            )
            var entries: [TrashEntry] = []
            while let row = try rows.next() {
                let kind = TrashItem.Kind.allCases[try row.decode(Int.self, atIndex: 0)]
                let id = try row.decode(UUID.self, atIndex: 1)
                entries.append(TrashEntry(kind, id, deletedAt: try row.decode(atIndex: 2)))
            }
            return entries
        }
    }

    /// The details of entries; leaves out those that are no longer in the trash.
    public func trashDetails(of entries: [TrashEntry]) throws -> [TrashDetails] {
        try readAtOnce("read the trash") { db in try entries.compactMap(db.trashDetails) }
    }

    /// Counts of the items in the trash, and how long backups may have them. Reads the backups'
    /// folder.
    public func trashSummary() throws -> TrashSummary {
        TrashSummary(count: try trashCount(), copiesUntil: try copiesUntil())
    }

    /// A weekly backup is deleted once there are enough later ones.
    private func copiesUntil() throws -> Date? {
        guard let files = store.files else { return nil }
        do {
            let newest = try LibraryCopy.newestWeekly(of: files)
            let stay = Double(LibraryBackups.weeklyLimit) * LibraryBackups.week
            return newest?.addingTimeInterval(stay)
        } catch {
            throw LibraryError.translating(error, doing: "look for the copies", url: files.backups)
        }
    }

    /// Reads the trash summary off the main thread.
    @MainActor
    public func readTrashSummary(
        completion: @escaping @MainActor @Sendable (Result<TrashSummary, LibraryError>) -> Void
    ) {
        readAside({ try $0.trashSummary() }, completion)
    }

    /// Reads the list of the trash off the main thread, concurrently with writes. If it is ready
    /// within `LibraryEnvironment.readingPatience`, `completion` is called before this call
    /// returns.
    @MainActor
    public func readTrash(
        completion: @escaping @MainActor @Sendable (Result<[TrashEntry], LibraryError>) -> Void
    ) {
        readAside({ try $0.trashEntries() }, waits: true, completion)
    }

    /// Reads the details of some entries in the same way.
    @MainActor
    public func readTrashDetails(
        of entries: [TrashEntry],
        completion: @escaping @MainActor @Sendable (Result<[TrashDetails], LibraryError>) -> Void
    ) {
        readAside({ try $0.trashDetails(of: entries) }, waits: true, completion)
    }
}

extension TrashItem.Kind {
    func part(_ id: UUID) -> SeriesPart? {
        switch self {
        case .note: nil
        case .character: .character(id)
        case .book: .book(id)
        case .series: .series(id)
        }
    }
}

extension Database {
    fileprivate func trashDetails(of entry: TrashEntry) throws -> TrashDetails? {
        let sql =
            switch entry.kind {
            case .note: Self.noteInTrash
            case .character: Self.characterInTrash
            case .book: Self.bookInTrash
            case .series: Self.seriesInTrash
            }
        let row = try Row.fetchOne(cachedStatement(sql: sql), arguments: ["id": entry.id])
        guard let row else { return nil }
        let surroundings: [String?] = [
            try row.decode(forColumn: "page"), try row.decode(forColumn: "series"),
        ]
        return TrashDetails(
            item: try TrashItem(row: row),
            quote: entry.kind == .note ? try Quote(ofNoteInTrash: row) : nil,
            hasWords: entry.kind == .note ? try row.decode(forColumn: "hasWords") : false,
            surroundings: surroundings.compactMap { $0 },
            books: try row.decode(forColumn: "books"),
            characters: try row.decode(forColumn: "characters"),
            notes: Int(try row.decode(Double.self, forColumn: "notes")),
            subject: entry.kind == .note ? try NoteSubject(row: row) : nil,
            chapterID: entry.kind == .note
                ? try row.decode(UUID?.self, forColumn: "chapterID") : nil
        )
    }

    private static let noteInTrash = """
        SELECT 'note' AS kind, trashedNote.id, trashedNote.deletedAt,
            subjectKind, subjectID, trashedNote.chapterID AS chapterID,
            substr(CASE WHEN text = '' THEN coalesce(quote, '') ELSE text END, 1,
                \(TrashDetails.beginningLength)) AS title,
            text <> '' AS hasWords, quoteColor, quoteStyle,
            substr(quote, 1, \(TrashDetails.beginningLength)) AS quote,
            coalesce(book.title, character.name) AS page,
            (SELECT title FROM series WHERE id = coalesce(book.seriesID, character.seriesID))
                AS series,
            0 AS books, 0 AS characters, 0.0 AS notes
        FROM trashedNote
        LEFT JOIN book ON subjectKind = 'book' AND book.id = subjectID
        LEFT JOIN character ON subjectKind = 'character' AND character.id = subjectID
        WHERE trashedNote.id = :id
        """

    private static let characterInTrash = """
        SELECT 'character' AS kind, id, deletedAt, name AS title,
            (SELECT title FROM book WHERE book.id = bookID) AS page,
            (SELECT title FROM series WHERE series.id = seriesID) AS series,
            0 AS books, 0 AS characters,
            (SELECT total(count) FROM noteCount
                WHERE subjectKind = 'character' AND subjectID = :id) AS notes
        FROM character \(Library.isInTrash) AND id = :id
        """

    /// Parts that were deleted earlier, or withdrawn by an edition, are not restored with their
    /// parents.
    private static let isThere = "deletedAt IS NULL AND withdrawnAt IS NULL"

    private static let bookInTrash = """
        SELECT 'book' AS kind, id, deletedAt, title, NULL AS page,
            (SELECT title FROM series WHERE series.id = seriesID) AS series, 0 AS books,
            (SELECT count(*) FROM character WHERE bookID = :id AND \(isThere)) AS characters,
            (SELECT total(count) FROM noteCount WHERE subjectKind = 'book' AND subjectID = :id)
            + (SELECT total(count) FROM noteCount WHERE subjectKind = 'character' AND subjectID IN
                (SELECT id FROM character WHERE bookID = :id AND \(isThere))) AS notes
        FROM book \(Library.isInTrash) AND id = :id
        """

    private static let seriesInTrash = """
        WITH books AS (SELECT id FROM book WHERE seriesID = :id AND \(isThere)),
        characters AS (SELECT id FROM character WHERE seriesID = :id AND \(isThere)
            AND (bookID IS NULL OR bookID IN books))
        SELECT 'series' AS kind, id, deletedAt, title, NULL AS page, NULL AS series,
            (SELECT count(*) FROM books) AS books, (SELECT count(*) FROM characters) AS characters,
            (SELECT total(count) FROM noteCount
                WHERE subjectKind = 'book' AND subjectID IN books)
            + (SELECT total(count) FROM noteCount
                WHERE subjectKind = 'character' AND subjectID IN characters) AS notes
        FROM series \(Library.isInTrash) AND id = :id
        """
}

extension Quote {
    /// The beginning of a note's quotation; nil without one.
    fileprivate init?(ofNoteInTrash row: Row) throws {
        guard let text: String = try row.decode(forColumn: "quote") else { return nil }
        self.init(
            text,
            color: try row.decode(forColumn: "quoteColor"),
            style: try row.decode(forColumn: "quoteStyle")
        )
    }
}
