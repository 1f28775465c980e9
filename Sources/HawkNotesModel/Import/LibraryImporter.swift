import Foundation
import GRDB

/// Adds what is in a file to the library, within the transaction of an import.
///
/// Each call returns the id of what is in the library now: that of what was added, or that of what had
/// been imported from the same source before. Not to be used after the import.
public final class LibraryImporter {
    let recorder: ChangeRecorder
    let batch: UUID
    private let makeID: () -> UUID
    /// How many things were added.
    public private(set) var count = 0
    /// How many were known already.
    public private(set) var knownCount = 0
    /// How often something was changed that was there.
    var changeCount = 0
    /// Whether nothing is written.
    public let isRehearsal: Bool
    /// Of a rehearsal: what it would have written.
    private var rehearsed: Set<UUID> = []
    private(set) var rehearsedSources: [Data: UUID] = [:]
    private(set) var forgottenSources: Set<Data> = []
    /// The source that was asked for last, as each is asked for more than once.
    private var lastKey: (source: String, key: Data)?
    /// The last key that the library has nothing of.
    private var missingKey: Data?

    var db: Database { recorder.db }

    init(
        _ db: Database,
        batch: UUID,
        now: Date,
        makeID: @escaping () -> UUID,
        isRehearsal: Bool = false
    ) {
        recorder = ChangeRecorder(db, now: now)
        self.batch = batch
        self.makeID = makeID
        self.isRehearsal = isRehearsal
    }

    /// An id for something new.
    public func newID() -> UUID { makeID() }

    /// What was imported from a source before, also if it is in the trash or was deleted for good; what it
    /// is a part of, if it was joined. Nil if nothing was.
    public func imported(from source: String) throws -> UUID? {
        let id = try storedImport(from: source)
        return try id.map { try db.currentID($0) }
    }

    private func storedImport(from source: String) throws -> UUID? {
        if isRehearsal {
            let key = key(of: source)
            if let id = rehearsedSources[key] { return id }
            if forgottenSources.contains(key) { return nil }
        }
        let statement = try db.cachedStatement(
            sql: """
                SELECT itemID, kind, undoneAt IS NOT NULL AS isUndone FROM importedItem
                LEFT JOIN importBatch ON importBatch.id = batchID WHERE source = ?
                """
        )
        guard let row = try row(of: key(of: source), statement) else { return nil }
        let id: UUID = try row.decode(forColumn: "itemID")
        guard try row.decode(forColumn: "isUndone") else { return id }
        // What stayed when the import was taken back, or was brought back since, is known all the same.
        let kind: String = try row.decode(forColumn: "kind")
        let isThere =
            if let table = SeriesTable(rawValue: kind) {
                try exists("\(table.rawValue) WHERE id = ? AND deletedAt IS NULL", id)
            } else {
                try kind == "note" && exists("note WHERE id = ?", id)
            }
        return isThere ? id : nil
    }

    /// The row of what came from a source, if it was not just found that there is none.
    func row(of key: Data, _ statement: Statement) throws -> Row? {
        if key == missingKey { return nil }
        let row = try Row.fetchOne(statement, arguments: [key])
        if row == nil { missingKey = key }
        return row
    }

    /// Adds a series.
    ///
    /// - Parameter origin: where it comes from, whatever the value says; of the others too.
    @discardableResult
    public func add(
        _ series: SeriesDetails,
        origin: Origin = .imported,
        source: String? = nil
    ) throws -> UUID {
        try add(SeriesRecord(series, replacing: nil), .series, origin, source)
    }

    /// Adds a book to a series.
    @discardableResult
    public func add(
        _ book: Book,
        origin: Origin = .imported,
        source: String? = nil
    ) throws -> UUID {
        try add(BookRecord(book), .book, origin, source)
    }

    /// Adds a chapter to a book.
    @discardableResult
    public func add(
        _ chapter: Chapter,
        origin: Origin = .imported,
        source: String? = nil
    ) throws -> UUID {
        try add(ChapterRecord(chapter), .chapter, origin, source)
    }

    /// Adds a character to a series.
    @discardableResult
    public func add(
        _ character: Character,
        origin: Origin = .imported,
        source: String? = nil
    ) throws -> UUID {
        try add(CharacterRecord(character), .character, origin, source)
    }

    /// Adds a relation; it may be one between two series.
    @discardableResult
    public func add(
        _ relation: Relation,
        position: Int,
        origin: Origin = .imported,
        source: String? = nil
    ) throws -> UUID {
        try add(RelationRecord(relation, position: position), .relation, origin, source) {
            _ = try $0.requireEnds(self.db)
        }
    }

    /// Adds a note.
    ///
    /// - Parameter reading: all that was read of it; see ``KnownNote/hasRead(_:)``.
    /// - Throws: `.emptyNote` if there is nothing but blanks and no quotation.
    @discardableResult
    public func add(
        _ note: ImportedNote,
        source: String? = nil,
        reading: SourceReading? = nil
    ) throws -> UUID {
        if let known = try known(note.id, in: "note", source) { return known }
        var record = try record(of: note, id: note.id ?? makeID())
        if !isRehearsal {
            try db.insert(&record, hasNewID: note.id == nil)
            recorder.changes.append(.noteAdded(record.id, on: record.subject))
        }
        try remember(record.id, "note", source, ImportedWords(record, reading))
        return record.id
    }

    /// The note as it would be saved.
    func record(of note: ImportedNote, id: UUID) throws -> NoteRecord {
        let quote = note.quote?.normalized
        var record = NoteRecord(
            id: id,
            subject: try db.currentSubject(note.subject),
            text: try quote == nil ? Note.normalized(note.text) : Note.trimmed(note.text),
            createdAt: note.createdAt ?? recorder.now
        )
        record.isUndated = note.isUndated
        record.tags = NoteTags.normalized(note.tags)
        if let modified = note.modifiedAt {
            record.modifiedAt = Date(milliseconds: modified.milliseconds)
        }
        record.quote = quote
        let place = note.place
        record.place = place?.chapterID == nil && place?.text == nil ? nil : place
        return record
    }

    private func add<Record: EditableRecord>(
        _ record: Record,
        _ table: SeriesTable,
        _ origin: Origin,
        _ source: String?,
        requireParents: ((Record) throws -> Void)? = nil
    ) throws -> UUID {
        if let known = try known(record.id, in: table.rawValue, source) { return known }
        if !isRehearsal {
            var record = record
            record.state = SeriesRowState(origin)
            if let requireParents {
                try requireParents(record)
            } else {
                try record.requireParents(db)
            }
            try record.requireValues()
            try recorder.save(record, in: table)
            // They are not taken back one by one, and there may be very many.
            recorder.steps.removeAll(keepingCapacity: true)
        }
        try remember(record.id, table.rawValue, source)
        return record.id
    }

    /// Makes a source unknown, so that what came from it can be added again.
    public func forget(source: String) throws {
        let key = key(of: source)
        if isRehearsal {
            rehearsedSources[key] = nil
            forgottenSources.insert(key)
        } else {
            // The row stays: it says what the other import added.
            try db.cachedStatement(sql: "UPDATE importedItem SET source = NULL WHERE source = ?")
                .execute(arguments: [key])
        }
    }

    /// Notes down that something which is there already is what a source means: whatever comes from
    /// there next time is known. Taking the import back leaves it alone.
    public func remember(_ id: UUID, source: String) throws {
        try remember(id, source: source, words: nil)
    }

    /// - Parameter words: what the source says of a note.
    func remember(_ id: UUID, source: String, words: ImportedWords?) throws {
        try remember(id, Self.aliasKind, source, words)
        count -= 1
    }

    /// What is there already, by its source or by its id.
    private func known(_ id: UUID?, in table: String, _ source: String?) throws -> UUID? {
        var known = try source.flatMap { try imported(from: $0) }
        if known == nil, let id {
            if rehearsed.contains(id) { known = id }
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

    private func remember(
        _ id: UUID,
        _ kind: String,
        _ source: String?,
        _ words: @autoclosure () -> ImportedWords? = nil
    ) throws {
        count += 1
        if isRehearsal {
            rehearsed.insert(id)
            if let source { rehearsedSources[key(of: source)] = id }
            return
        }
        missingKey = nil
        let words = words()?.values
        // What stands there under the same source belongs to an import that was taken back.
        try db.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO importedItem
                    (batchID, kind, itemID, source, \(ImportedWords.columns.joined(separator: ", ")))
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(
            arguments: [
                batch, kind, id, source.map(key(of:)), words?[0], words?[1], words?[2],
            ]
        )
    }

    /// The kind of what was there before.
    static let aliasKind = "alias"

    /// As long as an id, however long the source.
    func key(of source: String) -> Data {
        if let lastKey, lastKey.source == source { return lastKey.key }
        let key = ImportedWords.digest(source)
        lastKey = (source, key)
        return key
    }
}
