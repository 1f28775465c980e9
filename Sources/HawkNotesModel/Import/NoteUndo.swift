import Foundation
import GRDB

/// What of a note an import changes, each part by itself.
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

/// What an import has changed in what a source is known to have said.
struct ImportedSourceChange {
    /// In the place of a column's name.
    static let field = "source"
    /// The same for a note of its own that the source has been given to.
    static let copyField = "sourceOfCopy"

    var key: Data
    var words: ImportedWords?

    init?(_ earlier: DatabaseValue) {
        guard let data = Data.fromDatabaseValue(earlier), data.count >= 16 else { return nil }
        key = Data(data.prefix(16))
        words = ImportedWords(Data(data.dropFirst(16)))
    }
}

/// A note that stayed when an import was taken back, as the reader had changed it since.
public struct KeptNote: Hashable, Sendable {
    /// The note.
    public let id: UUID
    /// The title of the book or the name of the character that it is about.
    public let title: String?
    /// The beginning of what it reads or quotes.
    public let beginning: String
}

/// What came of taking an import back.
public struct UndoneImport: Hashable, Sendable {
    /// What makes it valid again.
    public let undo: LibraryUndo
    /// The first notes that stayed, as the reader has changed them since.
    public let keptNotes: [KeptNote]
    /// How many these are in all.
    public let keptCount: Int
}

extension ChangeRecorder {
    /// Takes back what an import has changed in notes, where they are still as the import left them.
    ///
    /// - Returns: the notes of which something stays as the reader has made it since.
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

    /// - Returns: whether something of it stays.
    private func undoNoteChange(
        of id: UUID,
        _ changes: [String: (earlier: DatabaseValue, later: Data?)]
    ) throws -> Bool {
        // What was deleted since stays in the trash.
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

    /// Makes known again what the sources of notes had said before an import: the next one finds them
    /// changed.
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
            // The source had become that of another note, unless the reader has kept it.
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

    /// Gives sources back to the notes that an import has made beside those of the reader: they are valid again.
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

    /// Whether a note that an import has added is what its sources have said last: then only imports have
    /// changed it.
    func isAsImported(_ note: Note) throws -> Bool {
        let words = try db.importedWords(ofNote: note.id)
        return words.contains { $0.textDigest == ImportedWords.digest(note.text) }
            && words.contains { $0.quoteDigest == ImportedWords.digest(of: note.quote) }
    }

    /// What notes are called that stayed.
    func keptNotes(_ ids: [UUID]) throws -> [KeptNote] {
        try ids.compactMap { id in
            guard let note = try db.fetchNote(id) else { return nil }
            let title = try db.title(of: note.subject)
            return KeptNote(id: id, title: title, beginning: note.beginning)
        }
    }
}

extension NoteContents {
    /// What columns of a row of notes say.
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
    /// What an import may change of a note.
    func importedColumns(ofNote id: UUID) throws -> [String: DatabaseValue] {
        let names = NotePart.allCases.flatMap(\.columns)
        let statement = try cachedStatement(
            sql: "SELECT \(names.joined(separator: ", ")) FROM note WHERE id = ?"
        )
        guard let row = try Row.fetchOne(statement, arguments: [id]) else { return [:] }
        return Dictionary(uniqueKeysWithValues: row.map { ($0, $1) })
    }
}
