import Foundation
import GRDB

/// Adds the contents of a file to the library, within the transaction of an import.
///
/// Each call returns the id of an item that is now in the library: the added one, or the one
/// previously imported from the same source. Must not be used after the import.
public final class LibraryImporter {
    let recorder: ChangeRecorder
    let batch: UUID
    private let makeID: () -> UUID
    /// The number of added items.
    public private(set) var count = 0
    /// The number of items that were already known.
    public private(set) var knownCount = 0
    /// The number of changes to existing items.
    var changeCount = 0
    /// Whether this is a rehearsal, which writes nothing.
    public let isRehearsal: Bool
    /// In a rehearsal: the ids that would have been written.
    private var rehearsed: Set<UUID> = []
    private(set) var rehearsedSources: [Data: UUID] = [:]
    private(set) var forgottenSources: Set<Data> = []
    /// The most recently used source, because each one is looked up more than once.
    private var lastKey: (source: String, key: Data)?
    /// The last key that was not found in the library.
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

    /// Creates an id for a new item.
    public func newID() -> UUID { makeID() }

    /// The item that was imported from a source before, even if it is in the trash or was
    /// permanently deleted; if it was joined, the remaining item. Nil if there is none.
    public func imported(from source: String) throws -> UUID? {
        let id = try storedImport(from: source)
        return try id.map { try db.currentID($0) }
    }

    private func storedImport(from source: String) throws -> UUID? {
        let key = key(of: source)
        if isRehearsal {
            if let id = rehearsedSources[key] { return id }
            if forgottenSources.contains(key) { return nil }
        }
        return try storedImport(of: key)
    }

    /// The item of the source with a key in the library.
    func storedImport(of key: Data) throws -> UUID? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT itemID, kind, undoneAt IS NOT NULL AS isUndone FROM importedItem
                LEFT JOIN importBatch ON importBatch.id = batchID WHERE source = ?
                """
        )
        guard let row = try row(of: key, statement) else { return nil }
        let id: UUID = try row.decode(forColumn: "itemID")
        guard try row.decode(forColumn: "isUndone") else { return id }
        // Items that stayed when their import was undone, or that were restored since, are still
        // known.
        let kind: String = try row.decode(forColumn: "kind")
        let isThere =
            if let table = SeriesTable(rawValue: kind) {
                try exists("\(table.rawValue) WHERE id = ? AND deletedAt IS NULL", id)
            } else {
                try kind == "note" && exists("note WHERE id = ?", id)
            }
        return isThere ? id : nil
    }

    /// The row of a source, unless it was just found to be missing.
    func row(of key: Data, _ statement: Statement) throws -> Row? {
        if key == missingKey { return nil }
        let row = try Row.fetchOne(statement, arguments: [key])
        if row == nil { missingKey = key }
        return row
    }

    /// Adds a series.
    ///
    /// - Parameter origin: overrides the value's own origin, here and in the other methods.
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

    /// Adds a relation, possibly between two series.
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
    /// - Parameter reading: everything that was read of it; see ``KnownNote/hasRead(_:)``.
    /// - Throws: `.emptyNote` if the text is blank and there is no quotation.
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

    /// The note's row as it would be saved.
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
            // The steps are not undone one by one, and there may be very many.
            recorder.steps.removeAll(keepingCapacity: true)
        }
        try remember(record.id, table.rawValue, source)
        return record.id
    }

    /// Forgets a source, so that its items can be added again.
    public func forget(source: String) throws {
        let key = key(of: source)
        if isRehearsal {
            rehearsedSources[key] = nil
            forgottenSources.insert(key)
        } else {
            // The row stays: it records what the other import added.
            try db.cachedStatement(sql: "UPDATE importedItem SET source = NULL WHERE source = ?")
                .execute(arguments: [key])
        }
    }

    /// Records that a source refers to an existing item, so that the next import recognizes it.
    /// Undoing the import leaves the item alone.
    public func remember(_ id: UUID, source: String) throws {
        try remember(id, source: source, words: nil)
    }

    /// - Parameter words: the source's contents of a note.
    func remember(_ id: UUID, source: String, words: ImportedWords?) throws {
        try remember(id, Self.aliasKind, source, words)
        count -= 1
    }

    /// - Parameter key: that of the source.
    func remember(_ id: UUID, key: Data, words: ImportedWords?) throws {
        try insert(id, Self.aliasKind, key, words)
    }

    /// An existing item, by its source or by its id.
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
        try insert(id, kind, source.map(key(of:)), words())
    }

    private func insert(_ id: UUID, _ kind: String, _ key: Data?, _ words: ImportedWords?) throws {
        missingKey = nil
        let words = words?.values
        // An existing row of the same source belongs to an import that was undone.
        try db.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO importedItem
                    (batchID, kind, itemID, source, \(ImportedWords.columns.joined(separator: ", ")))
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(
            arguments: [batch, kind, id, key, words?[0], words?[1], words?[2]]
        )
    }

    /// The kind of items that existed before.
    static let aliasKind = "alias"

    /// As long as an id, whatever the length of the source.
    func key(of source: String) -> Data {
        if let lastKey, lastKey.source == source { return lastKey.key }
        let key = ImportedWords.digest(source)
        lastKey = (source, key)
        return key
    }
}
