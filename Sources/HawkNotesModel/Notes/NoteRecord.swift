import Foundation
import GRDB

/// A row of the table of notes.
///
/// Decoding throws where a value has the wrong type, as it may in a damaged file: GRDB's subscripts
/// would end the process. The same holds for the other records.
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
    }

    /// The number of the row; nil until it has one.
    var sequence: Int64?
    var id: UUID
    var subject: NoteSubject
    var text: String
    var createdAt: Date
    var modifiedAt: Date

    /// A note that is to be inserted.
    init(id: UUID, subject: NoteSubject, text: String, createdAt: Date) {
        // As exact as what is read back.
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
    }

    init(row: Row) throws {
        sequence = try row.decode(forColumn: "sequence")
        id = try row.decode(forColumn: "id")
        subject = try NoteSubject(row: row)
        text = try row.decode(forColumn: "text")
        createdAt = Date(milliseconds: try row.decode(forColumn: "createdAt"))
        modifiedAt = Date(milliseconds: try row.decode(forColumn: "modifiedAt"))
    }

    func encode(to container: inout PersistenceContainer) {
        container[Columns.sequence] = sequence
        container[Columns.id] = id
        container[Columns.subjectKind] = subject.kind
        container[Columns.subjectID] = subject.id
        container[Columns.text] = text
        container[Columns.textChecksum] = TextChecksum.of(text)
        container[Columns.createdAt] = createdAt.milliseconds
        container[Columns.modifiedAt] = modifiedAt.milliseconds
    }

    mutating func didInsert(_ inserted: InsertionSuccess) {
        sequence = inserted.rowID
    }

    /// What the rest of the program sees of the row.
    var note: Note {
        Note(
            id: id,
            subject: subject,
            text: text,
            createdAt: createdAt,
            modifiedAt: modifiedAt,
            sequence: sequence ?? 0
        )
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
    /// Since 1970, as the database keeps it.
    var milliseconds: Int64 {
        // A damaged library may hold any number.
        let milliseconds = (timeIntervalSince1970 * 1000).rounded()
        return Int64(exactly: milliseconds) ?? (milliseconds < 0 ? .min : .max)
    }

    init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}
