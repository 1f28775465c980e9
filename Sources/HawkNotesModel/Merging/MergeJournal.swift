import Foundation
import GRDB

/// Records what a merge changes, for its undo, in the tables in which imports record it.
struct MergeJournal {
    /// Used instead of a column's name.
    enum Field {
        /// A row was added; the digest is that of its values.
        static let row = "row"
        /// A note came back from the trash.
        static let restored = "restored"
        /// A favorite mark was removed.
        static let removed = "removed"
        /// Texts were put beside that of a note: the ids of their revisions, in the order of the
        /// report.
        static let beside = "beside"
    }

    let db: Database
    let batch: UUID
    private(set) var count = 0

    init(_ db: Database, batch: UUID) {
        self.db = db
        self.batch = batch
    }

    /// Records an added row of a series.
    mutating func add(_ table: SeriesTable, _ id: UUID, digest: Data) throws {
        try insert(table.rawValue, id, nil)
        try insertChange(table.rawValue, id, Field.row, .null, digest)
    }

    /// Records an added note.
    mutating func add(_ note: NoteRecord) throws {
        try insert(RecordTable.note.kind, note.id, ImportedWords(note))
    }

    /// Records an old value, to be restored if it is still what the merge made of it.
    mutating func change(
        _ kind: String,
        _ id: UUID,
        _ field: String,
        from earlier: DatabaseValue = .null,
        to later: DatabaseValue = .null
    ) throws {
        try insertChange(kind, id, field, earlier, ImportedWords.digest(of: later))
    }

    /// Records the columns that differ.
    mutating func change(
        _ kind: String,
        _ id: UUID,
        from before: [String: DatabaseValue],
        to after: [String: DatabaseValue]
    ) throws {
        for (column, value) in before.sorted(by: { $0.key < $1.key })
        where after[column] != value {
            try change(kind, id, column, from: value, to: after[column] ?? .null)
        }
    }

    private mutating func insert(_ kind: String, _ id: UUID, _ words: ImportedWords?) throws {
        count += 1
        let values = words?.values
        try db.cachedStatement(
            sql: """
                INSERT INTO importedItem
                    (batchID, kind, itemID, \(ImportedWords.columns.joined(separator: ", ")))
                VALUES (?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [batch, kind, id, values?[0], values?[1], values?[2]])
    }

    private mutating func insertChange(
        _ kind: String,
        _ id: UUID,
        _ field: String,
        _ earlier: DatabaseValue,
        _ digest: Data
    ) throws {
        count += 1
        try db.cachedStatement(
            sql: """
                INSERT INTO importedChange (batchID, kind, itemID, field, earlier, laterDigest)
                VALUES (?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [batch, kind, id, field, earlier, digest])
    }

    /// A digest of the values of a row, without those that say when it was last seen.
    static func digest(_ columns: SeriesRowChange.Columns, of table: SeriesTable) -> Data {
        let staying = RecordTable(rawValue: table.rawValue)?.staying ?? []
        let values = columns.filter { !staying.contains($0.key) }.sorted { $0.key < $1.key }
            .map { "\($0.key)=\($0.value)" }
        return ImportedWords.digest(values.joined(separator: "\n"))
    }
}
