import Foundation
import GRDB

/// The parts of a note that an import changes independently.
enum NotePart: CaseIterable {
    case text, quote, place, tags, date

    var columns: [String] {
        switch self {
        case .text: ["text"]
        case .quote: ["quote", "quoteColor", "quoteStyle"]
        case .place: ["chapterID", "place"]
        case .tags: ["tags"]
        case .date: ["modifiedAt"]
        }
    }
}

/// An import's change to the recorded contents of a source.
struct ImportedSourceChange {
    /// Used instead of a column's name.
    static let field = "source"
    /// Likewise, for a separate note that the source was assigned to.
    static let copyField = "sourceOfCopy"

    var key: Data
    var words: ImportedWords?

    init?(_ earlier: DatabaseValue) {
        guard let data = Data.fromDatabaseValue(earlier), data.count >= 16 else { return nil }
        key = Data(data.prefix(16))
        words = ImportedWords(Data(data.dropFirst(16)))
    }
}

/// A note that was kept when an import was undone, because the reader had changed it since.
public struct KeptNote: Hashable, Sendable {
    /// The note.
    public let id: UUID
    /// The title of the book or the name of the character that it is about.
    public let title: String?
    /// The beginning of its text or quotation.
    public let beginning: String
}

/// The result of undoing an import.
public struct UndoneImport: Hashable, Sendable {
    /// Redoes the import.
    public let undo: LibraryUndo
    /// The first of the notes that were kept because the reader has changed them since.
    public let keptNotes: [KeptNote]
    /// The total number of kept notes.
    public let keptCount: Int
}

extension ChangeRecorder {
    /// Undoes an import's changes to notes, where they are still as the import left them.
    ///
    /// - Returns: the notes that are partly kept because the reader has changed them since.
    func undoNoteChanges(of batch: UUID) throws -> [UUID] {
        var ids: [UUID] = []
        var changes: [UUID: [String: (earlier: DatabaseValue, later: Data?)]] = [:]
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT itemID, field, earlier, laterDigest FROM importedChange
                WHERE batchID = ? AND kind = 'note' AND field NOT IN (?, ?, ?) ORDER BY number DESC
                """,
            arguments: [
                batch, ImportedSourceChange.field, ImportedSourceChange.copyField,
                ReplacedNotes.field,
            ]
        )
        while let row = try rows.next() {
            let id: UUID = try row.decode(forColumn: "itemID")
            let later: Data? = try row.decode(forColumn: "laterDigest")
            if changes[id] == nil { ids.append(id) }
            changes[id, default: [:]][try row.decode(forColumn: "field")] = (row["earlier"], later)
        }
        return try ids.filter { try undoNoteChange(of: $0, changes[$0] ?? [:]) }
    }

    /// - Returns: whether a part of it is kept.
    private func undoNoteChange(
        of id: UUID,
        _ changes: [String: (earlier: DatabaseValue, later: Data?)]
    ) throws -> Bool {
        // A note deleted since stays in the trash.
        guard let note = try db.fetchNote(id) else { return false }
        var columns = try db.importedColumns(ofNote: id)
        var isKept = false
        for part in NotePart.allCases where part != .date {
            let changed = part.columns.compactMap { column in
                changes[column].map { (column, $0.earlier, $0.later) }
            }
            let isAsLeft = changed.allSatisfy { column, _, later in
                ImportedWords.digest(of: columns[column] ?? .null) == later
            }
            if isAsLeft {
                for (column, earlier, _) in changed { columns[column] = earlier }
            } else if changed.contains(where: { columns[$0.0] != $0.1 }) {
                isKept = true
            }
        }
        let contents = NoteContents(columns)
        guard !contents.isEmpty else { return true }
        try change(note) { $0 = contents }
        if !isKept, let earlier = changes["modifiedAt"]?.earlier {
            try db.execute(
                sql: "UPDATE note SET modifiedAt = ? WHERE id = ?",
                arguments: [earlier, id]
            )
        }
        return isKept
    }

    /// Restores the recorded contents of the notes' sources from before an import: the next import
    /// will detect the changes again.
    func undoSourceChanges(of batch: UUID) throws {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT itemID, earlier, laterDigest FROM importedChange
                WHERE batchID = ? AND kind = 'note' AND field = ? ORDER BY number DESC
                """,
            arguments: [batch, ImportedSourceChange.field]
        )
        for row in rows {
            guard let change = ImportedSourceChange(row["earlier"]) else { continue }
            try undo(
                change,
                of: try row.decode(forColumn: "itemID"),
                later: try row.decode(forColumn: "laterDigest")
            )
        }
    }

    private func undo(_ change: ImportedSourceChange, of id: UUID, later: Data?) throws {
        let present = try Row.fetchOne(
            db,
            sql: "SELECT * FROM importedItem WHERE source = ?",
            arguments: [change.key]
        )
        var number: Int64?
        if let present, try present.decode(UUID.self, forColumn: "itemID") == id {
            let words = try ImportedWords(row: present)
            let value = words?.data.databaseValue ?? .null
            guard ImportedWords.digest(of: value) == later else { return }
            number = try present.decode(forColumn: "number")
        } else {
            // The source was assigned to another note, unless the reader has kept that one.
            if let present, try db.fetchNote(present.decode(forColumn: "itemID")) != nil { return }
            try db.execute(
                sql: "UPDATE importedItem SET source = NULL WHERE source = ?",
                arguments: [change.key]
            )
            number = try Int64.fetchOne(
                db,
                sql: "SELECT min(number) FROM importedItem WHERE itemID = ? AND source IS NULL",
                arguments: [id]
            )
        }
        let columns = ImportedWords.columns.map { "\($0) = ?" }.joined(separator: ", ")
        let values: [Data?] = change.words?.values ?? ImportedWords.columns.map { _ in nil }
        try db.execute(
            sql: "UPDATE importedItem SET source = ?, \(columns) WHERE number = ?",
            arguments: StatementArguments([change.key] + values) + [number]
        )
    }

    /// Reassigns sources to the separate notes that an import created beside the reader's: they are
    /// valid again.
    func redoCopies(of batch: UUID) throws {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT itemID, earlier FROM importedChange
                WHERE batchID = ? AND kind = 'note' AND field = ? ORDER BY number
                """,
            arguments: [batch, ImportedSourceChange.copyField]
        )
        for row in rows {
            let copy: UUID = try row.decode(forColumn: "itemID")
            let key: Data = try row.decode(forColumn: "earlier")
            let number = try Int64.fetchOne(
                db,
                sql: """
                    SELECT number FROM importedItem
                    WHERE itemID = ? AND batchID = ? AND source IS NULL
                    """,
                arguments: [copy, batch]
            )
            guard let number else { continue }
            try db.execute(
                sql: "UPDATE importedItem SET source = NULL WHERE source = ?",
                arguments: [key]
            )
            try db.execute(
                sql: "UPDATE importedItem SET source = ? WHERE number = ?",
                arguments: [key, number]
            )
        }
    }

    /// Whether an added note still equals what its sources last said: then only imports have
    /// changed it.
    func isAsImported(_ note: Note) throws -> Bool {
        let words = try db.importedWords(ofNote: note.id)
        return words.contains { $0.textDigest == ImportedWords.digest(note.text) }
            && words.contains { $0.quoteDigest == ImportedWords.digest(of: note.quote) }
    }

    /// The titles and beginnings of the kept notes.
    func keptNotes(_ ids: [UUID]) throws -> [KeptNote] {
        try ids.compactMap { id in
            guard let note = try db.fetchNote(id) else { return nil }
            let title = try db.title(of: note.subject)
            return KeptNote(id: id, title: title, beginning: note.beginning)
        }
    }
}

extension NoteContents {
    /// Reads the columns of a row of notes.
    fileprivate init(_ columns: [String: DatabaseValue]) {
        func text(_ name: String) -> String? {
            columns[name].flatMap(String.fromDatabaseValue)
        }
        let chapterID = columns["chapterID"].flatMap(UUID.fromDatabaseValue)
        let place = NotePlace(chapterID: chapterID, text: text("place"))
        self.text = text("text") ?? ""
        self.place = place.chapterID == nil && place.text == nil ? nil : place
        quote = text("quote").map {
            Quote($0, color: text("quoteColor"), style: text("quoteStyle"))
        }
        tags = NoteTags.names(in: text("tags"))
    }
}

extension Database {
    /// The columns of a note that an import may change.
    func importedColumns(ofNote id: UUID) throws -> [String: DatabaseValue] {
        let names = NotePart.allCases.flatMap(\.columns)
        let statement = try cachedStatement(
            sql: "SELECT \(names.joined(separator: ", ")) FROM note WHERE id = ?"
        )
        guard let row = try Row.fetchOne(statement, arguments: [id]) else { return [:] }
        return Dictionary(uniqueKeysWithValues: row.map { ($0, $1) })
    }
}
