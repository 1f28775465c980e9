import Foundation
import GRDB

/// Something in the trash, as far as a list of any length has to know it: which it is, and since when.
public struct TrashEntry: Identifiable, Hashable, Sendable {
    /// What it is.
    public let kind: TrashItem.Kind
    /// Its id.
    public let id: UUID
    /// When it was deleted.
    public let deletedAt: Date

    init(_ kind: TrashItem.Kind, _ id: UUID, deletedAt: Int64) {
        self.kind = kind
        self.id = id
        self.deletedAt = Date(milliseconds: deletedAt)
    }

    /// The series, book or character; nil for a note.
    var part: SeriesPart? { kind.part(id) }
}

/// What a person wants to know of something in the trash.
public struct TrashDetails: Hashable, Sendable {
    /// So many characters of a note are read at most.
    public static let beginningLength = 600

    /// The thing itself. Of a note the title is the beginning of its text, or of its quotation.
    public internal(set) var item: TrashItem
    /// The beginning of what a note quotes; nil when it quotes nothing, and for anything else.
    public internal(set) var quote: Quote?
    /// Whether a note has words of its reader's, with which its title then begins.
    public let hasWords: Bool
    /// What it stood in, from the inside to the outside: the name of the page and that of the series.
    public internal(set) var surroundings: [String]
    /// How many books go with it.
    public let books: Int
    /// How many characters go with it.
    public let characters: Int
    /// How many notes go with it.
    public let notes: Int
    /// What a note is about; nil for anything else.
    public let subject: NoteSubject?
    /// The chapter that a note belongs to.
    public let chapterID: UUID?
}

/// What *Empty Trash* would delete for good, and until when it is to be found elsewhere.
public struct TrashSummary: Hashable, Sendable {
    /// How much there is.
    public let count: TrashCount
    /// Until when copies of the library may have it, about; nil when there are none.
    public let copiesUntil: Date?
}

extension Library {
    /// Everything in the trash, deleted last first.
    ///
    /// Some tens of bytes for each, so that a list knows its length and its order; what is shown of it is
    /// read by `trashDetails(of:)`.
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

    /// What there is to say of these; what is no longer in the trash is left out.
    public func trashDetails(of entries: [TrashEntry]) throws -> [TrashDetails] {
        try readAtOnce("read the trash") { db in try entries.compactMap(db.trashDetails) }
    }

    /// How much is in the trash, and until when copies may have it. Reads the folder of the copies.
    public func trashSummary() throws -> TrashSummary {
        TrashSummary(count: try trashCount(), copiesUntil: try copiesUntil())
    }

    /// A weekly copy goes when there are enough later ones.
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

    /// Reads what *Empty Trash* would delete, off the main thread.
    @MainActor
    public func readTrashSummary(
        completion: @escaping @MainActor @Sendable (Result<TrashSummary, LibraryError>) -> Void
    ) {
        readAside({ try $0.trashSummary() }, completion)
    }

    /// Reads the list of the trash off the main thread, beside the writes. If it comes within
    /// `LibraryEnvironment.readingPatience`, `completion` is called before this call returns.
    @MainActor
    public func readTrash(
        completion: @escaping @MainActor @Sendable (Result<[TrashEntry], LibraryError>) -> Void
    ) {
        readAside({ try $0.trashEntries() }, waits: true, completion)
    }

    /// Reads what there is to say of some of it, in the same way.
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

    /// What was deleted before, or withdrawn by an edition, does not come back with what it stands in.
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
    /// The beginning of the quotation of a note; nil where there is none.
    fileprivate init?(ofNoteInTrash row: Row) throws {
        guard let text: String = try row.decode(forColumn: "quote") else { return nil }
        self.init(
            text,
            color: try row.decode(forColumn: "quoteColor"),
            style: try row.decode(forColumn: "quoteStyle")
        )
    }
}
