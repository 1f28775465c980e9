import Foundation
import GRDB

/// The state of the library at one moment, however long reading takes: for exports.
///
/// Must not be used after the call that it was passed to.
public final class LibrarySnapshot {
    private let db: Database

    fileprivate init(_ db: Database) { self.db = db }

    /// The series with an id; nil if it does not exist or is in the trash.
    public func series(_ id: UUID) throws -> Series? { try db.fetchSeries(id) }

    /// All series except those in the trash, in the order in which they were added to the library.
    public func allSeries() throws -> [UUID] {
        try UUID.fetchAll(db, sql: "SELECT id FROM series WHERE deletedAt IS NULL ORDER BY rowid")
    }

    /// The relations between characters of different series, in order, each with its position.
    public func relationsBetweenSeries() throws -> [(relation: Relation, position: Int)] {
        try RelationRecord.fetchAll(
            db,
            sql: """
                SELECT relation.* FROM relation JOIN character AS one ON one.id = firstID
                JOIN character AS other ON other.id = secondID
                WHERE one.seriesID <> other.seriesID
                AND relation.deletedAt IS NULL AND relation.withdrawnAt IS NULL
                ORDER BY relation.position, relation.id
                """
        ).map { ($0.relation, $0.position) }
    }

    /// The series of a book; nil if the book is not shown.
    public func series(ofBook id: UUID) throws -> UUID? { try db.fetchSeriesID(ofBook: id) }

    /// The series of a character; nil if the character is not shown.
    public func series(ofCharacter id: UUID) throws -> UUID? {
        try db.fetchSeriesID(ofCharacter: id)
    }

    /// A note; nil if it does not exist.
    public func note(_ id: UUID) throws -> Note? { try db.fetchNote(id) }

    /// Calls `body` with each note on a book or character, oldest first.
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

    /// The number of notes on a book or character.
    public func noteCount(on subject: NoteSubject) throws -> Int {
        try db.fetchNoteCount(on: subject)
    }

    /// The number of notes.
    public func noteCount() throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM note") ?? 0
    }

    /// Whether a character is a favorite.
    public func isFavorite(_ id: UUID) throws -> Bool {
        try FavoriteRecord(characterID: id).exists(db)
    }

    /// The names of the columns of a part that the reader has changed, sorted.
    public func changedFields(of part: SeriesPart) throws -> [String] {
        let statement = try db.cachedStatement(
            sql: "SELECT changedFields FROM \(part.table.rawValue) WHERE id = ?"
        )
        let fields = try String.fetchOne(statement, arguments: [part.id]) ?? ""
        return fields.split(separator: " ").map(String.init)
    }

    /// Calls `body` with what items were imported from, in the order of their ids; also items that
    /// the reader has deleted.
    public func eachSource(_ body: (ExportedSource) throws -> Void) throws {
        try db.eachSource(body)
    }

    /// The bundled series that the reader has deleted, in order.
    public func deletedSeries() throws -> [SeriesPart] {
        try UUID.fetchAll(
            db,
            sql: """
                SELECT id FROM series WHERE origin = 'bundled' AND deletedAt IS NOT NULL ORDER BY id
                """
        ).map(SeriesPart.series)
    }

    /// The parts of a bundled series that the reader has deleted, in order.
    public func deletedParts(ofSeries id: UUID) throws -> [SeriesPart] {
        try SeriesPart.tables.flatMap { table, rows in
            try UUID.fetchAll(
                db,
                sql: """
                    SELECT id FROM \(table.rawValue) WHERE \(rows) AND origin = 'bundled'
                    AND withdrawnAt IS NULL AND (deletedAt IS NOT NULL OR purgedAt IS NOT NULL)
                    ORDER BY id
                    """,
                arguments: [id]
            ).map { SeriesPart(table, $0) }
        }
    }

    /// The ids of the parts that were joined with a book or character, and of those joined with
    /// them; those that others lead to come first.
    public func formerIDs(of part: SeriesPart) throws -> [FormerID] {
        try db.fetchFormerIDs(of: part.id)
    }

    /// The position of a relation among those of its series.
    public func position(ofRelation id: UUID) throws -> Int {
        let statement = try db.cachedStatement(sql: "SELECT position FROM relation WHERE id = ?")
        return try Int.fetchOne(statement, arguments: [id]) ?? 0
    }

    /// One of the reader's pictures; nil if none has that id.
    public func picture(_ id: UUID) throws -> StoredPicture? { try db.fetchPicture(id) }
}

extension Library {
    /// Reads the library as it is at one moment.
    ///
    /// The log grows while the call runs, and is merged afterwards.
    public func withSnapshot<Value>(_ body: (LibrarySnapshot) throws -> Value) throws -> Value {
        try readAtOnce("read the library") { try body(LibrarySnapshot($0)) }
    }
}
