import Foundation
import GRDB

/// Adds what is in a file to the library, within the transaction of an import.
///
/// Each call returns the id of what is in the library now: that of what was added, or that of what had
/// been imported from the same source before. Not to be used after the import.
public final class LibraryImporter {
    let recorder: ChangeRecorder
    private let batch: UUID
    private let makeID: () -> UUID
    /// How many things were added.
    public private(set) var count = 0
    /// How many were known already.
    public private(set) var knownCount = 0

    private var db: Database { recorder.db }

    init(_ db: Database, batch: UUID, now: Date, makeID: @escaping () -> UUID) {
        recorder = ChangeRecorder(db, now: now)
        self.batch = batch
        self.makeID = makeID
    }

    /// What was imported from a source before, also if it is in the trash or was deleted for good; nil if
    /// nothing was.
    public func imported(from source: String) throws -> UUID? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT itemID FROM importedItem WHERE source = ? AND NOT EXISTS
                (SELECT 1 FROM importBatch WHERE id = batchID AND undoneAt IS NOT NULL)
                """
        )
        return try UUID.fetchOne(statement, arguments: [Self.key(source)])
    }

    /// Adds a series.
    @discardableResult
    public func add(_ series: SeriesDetails, source: String? = nil) throws -> UUID {
        try add(SeriesRecord(series, replacing: nil), .series, source)
    }

    /// Adds a book to a series.
    @discardableResult
    public func add(_ book: Book, source: String? = nil) throws -> UUID {
        try add(BookRecord(book), .book, source)
    }

    /// Adds a chapter to a book.
    @discardableResult
    public func add(_ chapter: Chapter, source: String? = nil) throws -> UUID {
        try add(ChapterRecord(chapter), .chapter, source)
    }

    /// Adds a character to a series.
    @discardableResult
    public func add(_ character: Character, source: String? = nil) throws -> UUID {
        try add(CharacterRecord(character), .character, source)
    }

    /// Adds a relation.
    @discardableResult
    public func add(_ relation: Relation, position: Int, source: String? = nil) throws -> UUID {
        try add(RelationRecord(relation, position: position), .relation, source)
    }

    /// Adds a note.
    ///
    /// - Throws: `.emptyNote` if there is nothing but blanks and no quotation.
    @discardableResult
    public func add(_ note: ImportedNote, source: String? = nil) throws -> UUID {
        if let known = try known(note.id, in: "note", source) { return known }
        let isQuote = note.quote?.text.contains { !$0.isWhitespace } == true
        let isEmpty = note.text.allSatisfy(\.isWhitespace)
        var record = NoteRecord(
            id: note.id ?? makeID(),
            subject: note.subject,
            text: isEmpty && isQuote ? "" : try Note.normalized(note.text),
            createdAt: note.createdAt ?? recorder.now
        )
        if let modified = note.modifiedAt {
            record.modifiedAt = Date(milliseconds: modified.milliseconds)
        }
        record.quote = isQuote ? note.quote : nil
        let place = note.place
        record.place = place?.chapterID == nil && place?.text == nil ? nil : place
        try db.insert(&record)
        recorder.changes.append(.noteAdded(record.id, on: note.subject))
        try remember(record.id, "note", source)
        return record.id
    }

    private func add<Record: EditableRecord>(
        _ record: Record,
        _ table: SeriesTable,
        _ source: String?
    ) throws -> UUID {
        if let known = try known(record.id, in: table.rawValue, source) { return known }
        var record = record
        record.state = SeriesRowState(.imported)
        try record.requireParents(db)
        try recorder.save(record, in: table)
        try remember(record.id, table.rawValue, source)
        return record.id
    }

    /// What is there already, by its source or by its id.
    private func known(_ id: UUID?, in table: String, _ source: String?) throws -> UUID? {
        var known = try source.flatMap { try imported(from: $0) }
        if known == nil, let id {
            let tables = table == "note" ? ["note", "trashedNote"] : [table]
            for table in tables where known == nil {
                known = try UUID.fetchOne(
                    db.cachedStatement(sql: "SELECT id FROM \(table) WHERE id = ?"),
                    arguments: [id]
                )
            }
        }
        if known != nil { knownCount += 1 }
        return known
    }

    private func remember(_ id: UUID, _ kind: String, _ source: String?) throws {
        // What stands there under the same source belongs to an import that was taken back.
        try db.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO importedItem (batchID, kind, itemID, source)
                VALUES (?, ?, ?, ?)
                """
        ).execute(arguments: [batch, kind, id, source.map(Self.key)])
        count += 1
    }

    /// As long as an id, however long the source.
    private static func key(_ source: String) -> Data {
        Data(SHA256.digest(Data(source.utf8)).prefix(16))
    }
}
