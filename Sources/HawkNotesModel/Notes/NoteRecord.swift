import Foundation
import GRDB

/// A row of the table of notes.
///
/// Decoding throws if a value has the wrong type, as it may in a damaged file: GRDB's subscripts
/// would crash. The same applies to the other records.
struct NoteRecord: FetchableRecord, MutablePersistableRecord {
    static let databaseTableName = "note"

    enum Columns {
        static let sequence = Column("sequence")
        static let id = Column("id")
        static let subjectKind = Column("subjectKind")
        static let subjectID = Column("subjectID")
        static let text = Column("text")
        static let textChecksum = Column("textChecksum")
        static let createdAt = Column("createdAt")
        static let modifiedAt = Column("modifiedAt")
        static let place = ["chapterID", "place", "placeNumber"].map { Column($0) }
        static let quote = ["quote", "quoteColor", "quoteStyle"].map { Column($0) }
        static let tags = Column("tags")
    }

    /// The row's number; nil before it is inserted.
    var sequence: Int64?
    var id: UUID
    var subject: NoteSubject
    var text: String
    var createdAt: Date
    var modifiedAt: Date
    var place: NotePlace?
    var quote: Quote?
    var tags: [String] = []
    var isUndated = false

    /// Creates a row to insert.
    init(id: UUID, subject: NoteSubject, text: String, createdAt: Date) {
        // Has the same precision as stored dates.
        let date = Date(milliseconds: createdAt.milliseconds)
        self.id = id
        self.subject = subject
        self.text = text
        self.createdAt = date
        modifiedAt = date
    }

    init(_ note: Note) {
        sequence = note.sequence
        id = note.id
        subject = note.subject
        text = note.text
        createdAt = note.createdAt
        modifiedAt = note.modifiedAt
        place = note.place
        quote = note.quote
        tags = note.tags
        isUndated = note.isUndated
    }

    init(row: Row) throws {
        sequence = try row.decode(forColumn: "sequence")
        id = try row.decode(forColumn: "id")
        subject = try NoteSubject(row: row)
        text = try row.decode(forColumn: "text")
        createdAt = Date(milliseconds: try row.decode(forColumn: "createdAt"))
        modifiedAt = Date(milliseconds: try row.decode(forColumn: "modifiedAt"))
        place = try NotePlace(row: row)
        quote = try Quote(row: row)
        // Queries that need an index read older tables directly: see `OlderTables`.
        guard row.hasColumn("tags") else { return }
        tags = NoteTags.names(in: try row.decode(forColumn: "tags"))
        isUndated = try row.decode(Int?.self, forColumn: "isUndated") == 1
    }

    func encode(to container: inout PersistenceContainer) {
        for (column, value) in zip(Self.columnNames, values) { container[column] = value }
    }

    /// Every column of the table.
    private static let columnNames = [
        "sequence", "id", "subjectKind", "subjectID", "text", "textChecksum", "createdAt",
        "modifiedAt", "chapterID", "place", "placeNumber", "quote", "quoteColor", "quoteStyle",
        "tags", "isUndated",
    ]

    /// The values of these columns.
    private var values: [(any DatabaseValueConvertible)?] {
        [
            sequence, id, subject.kind, subject.id, text, TextChecksum.of(text),
            createdAt.milliseconds, modifiedAt.milliseconds, place?.chapterID, place?.text,
            place?.number, quote?.text, quote?.color, quote?.style, NoteTags.column(tags),
            isUndated ? 1 : nil,
        ]
    }

    private static let insertion = """
        INSERT INTO note (\(columnNames.joined(separator: ", ")))
        VALUES (\(columnNames.map { _ in "?" }.joined(separator: ", ")))
        """

    /// Inserts the row with a cached statement: GRDB would build it again for each of the many
    /// notes of an import.
    ///
    /// - Returns: the number of the row.
    mutating func insertRow(_ db: Database) throws -> Int64 {
        try db.cachedStatement(sql: Self.insertion).execute(arguments: StatementArguments(values))
        let number = db.lastInsertedRowID
        sequence = number
        return number
    }

    /// The row's public value.
    var note: Note {
        Note(
            id: id,
            subject: subject,
            text: text,
            createdAt: createdAt,
            modifiedAt: modifiedAt,
            place: place,
            quote: quote,
            tags: tags,
            isUndated: isUndated,
            sequence: sequence ?? 0
        )
    }
}

extension NotePlace {
    /// Reads a row of notes, or of their versions; nil if there is no value.
    init?(row: Row) throws {
        chapterID = try row.decode(forColumn: "chapterID")
        text = try row.decode(forColumn: "place")
        if chapterID == nil, text == nil { return nil }
    }
}

extension Quote {
    /// Reads a row of notes, or of their versions; nil if there is no value.
    init?(row: Row) throws {
        guard let quoted = try row.decode(String?.self, forColumn: "quote") else { return nil }
        text = quoted
        color = try row.decode(forColumn: "quoteColor")
        style = try row.decode(forColumn: "quoteStyle")
    }
}

extension NoteSubject {
    var kind: String {
        switch self {
        case .book: "book"
        case .character: "character"
        }
    }

    init(row: Row) throws {
        let id: UUID = try row.decode(forColumn: "subjectID")
        let kind: String = try row.decode(forColumn: "subjectKind")
        switch kind {
        case "book": self = .book(id)
        case "character": self = .character(id)
        default:
            throw LibraryError(.damaged, "The library is damaged: “\(kind)” is no kind of subject.")
        }
    }
}

extension Date {
    /// Since 1970, as stored in the database.
    var milliseconds: Int64 {
        // A damaged library may contain any number.
        let milliseconds = (timeIntervalSince1970 * 1000).rounded()
        return Int64(exactly: milliseconds) ?? (milliseconds < 0 ? .min : .max)
    }

    init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}
