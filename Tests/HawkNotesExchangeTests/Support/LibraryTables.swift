import Foundation
import GRDB

@testable import HawkNotesModel

/// The rows of a library's tables, as lines.
enum LibraryTables {
    /// Tables that an exported library does not have: the trash, earlier versions, what was
    /// imported when, and what other computers and the index need.
    private static let left: Set = [
        "trashedNote", "noteVersion", "importBatch", "importedItem", "importedChange", "fieldStamp",
        "outbox", "purgedItem", "idAlias", "formerSeries", "commitCount", "noteCount",
    ]
    /// Columns that are not part of the contents: numbers of rows, what an edition of a bundled
    /// series is known by, and when a series was opened. The text's checksum follows from the text.
    private static let leftColumns: Set = [
        "sequence", "number", "note", "openedAt", "unusedSince",
    ]

    static func lines(_ library: Library) throws -> [String] {
        try library.store.writer.read { db in
            let names = try String.fetchAll(
                db,
                sql: """
                    SELECT name FROM sqlite_master WHERE type = 'table'
                    AND name NOT LIKE 'sqlite%' AND name NOT LIKE '%search%'
                    AND name NOT LIKE 'grdb%' ORDER BY name
                    """
            )
            return try names.filter { !left.contains($0) }.flatMap { try lines(of: $0, db) }
        }
    }

    private static func lines(of table: String, _ db: Database) throws -> [String] {
        // Of a number, the note.
        let joined =
            ["mention", "noteTag"].contains(table)
            ? "\(table) JOIN note ON note.sequence = \(table).note" : table
        let id = table == joined ? "" : ", note.id AS noteID"
        let rows = try Row.fetchAll(db, sql: "SELECT \(table).*\(id) FROM \(joined)")
        return rows.map { row in
            let values = row.filter { !leftColumns.contains($0.0) }
                .map { name, value in "\(name)=\(value.databaseValue.isNull ? "" : text(value))" }
            return "\(table) \(values.joined(separator: " "))"
        }.sorted()
    }

    private static func text(_ value: DatabaseValue) -> String {
        switch value.storage {
        case .blob(let data): data.map { String($0, radix: 16) }.joined()
        case .string(let text):
            text.unicodeScalars.map { String($0.value, radix: 16) }
                .joined(separator: ".")
        case .int64(let number): "\(number)"
        case .double(let number): "\(number)"
        case .null: ""
        }
    }
}
