import Foundation
import GRDB

/// A library at one moment, however long it is read: for what is taken out of it.
///
/// Not to be used after the call that it was given to.
public final class LibrarySnapshot {
    private let db: Database

    fileprivate init(_ db: Database) { self.db = db }

    /// The series with an id; nil if there is none, or it is in the trash.
    public func series(_ id: UUID) throws -> Series? { try db.fetchSeries(id) }

    /// All series but those in the trash, in the order in which they came into the library.
    public func allSeries() throws -> [UUID] {
        try UUID.fetchAll(db, sql: "SELECT id FROM series WHERE deletedAt IS NULL ORDER BY rowid")
    }

    /// The relations between characters of two series, in their order, each with its position.
    public func relationsBetweenSeries() throws -> [(relation: Relation, position: Int)] {
        try RelationRecord.fetchAll(
            db,
            sql: """
                SELECT relation.* FROM relation JOIN character AS one ON one.id = firstID
                JOIN character AS other ON other.id = secondID
                WHERE one.seriesID <> other.seriesID
                AND relation.deletedAt IS NULL AND relation.withdrawnAt IS NULL
                ORDER BY relation.position, relation.rowid
                """
        ).map { ($0.relation, $0.position) }
    }

    /// The series of a book, nil if the book is not shown.
    public func series(ofBook id: UUID) throws -> UUID? { try db.fetchSeriesID(ofBook: id) }

    /// The series of a character, nil if the character is not shown.
    public func series(ofCharacter id: UUID) throws -> UUID? {
        try db.fetchSeriesID(ofCharacter: id)
    }

    /// One note; nil if there is none.
    public func note(_ id: UUID) throws -> Note? { try db.fetchNote(id) }

    /// Calls `body` with the notes on a book or character, the oldest first, one after the other.
    public func eachNote(on subject: NoteSubject, _ body: (Note) throws -> Void) throws {
        let cursor = try NoteRecord.fetchCursor(
            db,
            sql: """
                SELECT * FROM note WHERE subjectKind = ? AND subjectID = ?
                ORDER BY createdAt, sequence
                """,
            arguments: [subject.kind, subject.id]
        )
        while let record = try cursor.next() { try body(record.note) }
    }

    /// How many notes there are on a book or character.
    public func noteCount(on subject: NoteSubject) throws -> Int {
        try db.fetchNoteCount(on: subject)
    }

    /// A picture of the reader's; nil if there is none with that id.
    public func picture(_ id: UUID) throws -> StoredPicture? { try db.fetchPicture(id) }
}

extension Library {
    /// Reads the library as it is at one moment.
    ///
    /// The log grows as long as that takes, and is folded in afterwards.
    public func withSnapshot<Value>(_ body: (LibrarySnapshot) throws -> Value) throws -> Value {
        try readAtOnce("read the library") { try body(LibrarySnapshot($0)) }
    }
}
