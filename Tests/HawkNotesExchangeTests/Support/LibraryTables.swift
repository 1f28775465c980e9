import Foundation
import GRDB

@testable import HawkNotesModel

/// The rows of a library's tables, as lines.
enum LibraryTables {
    /// Tables that an exported library does not have: the trash, earlier versions, what was
    /// imported when, and what other computers and the index need.
    private static let left: Set = [
        "trashedNote", "noteVersion", "importBatch", "importedItem", "importedChange", "fieldStamp",
        "outbox", "purgedItem", "formerSeries", "commitCount", "noteCount", "noteRevision",
    ]
    /// Columns that are not part of the contents: numbers of rows, what an edition of a bundled
    /// series is known by, and when a series was opened. The text's checksum follows from the text.
    private static let leftColumns: Set = [
        "sequence", "number", "note", "openedAt", "unusedSince",
    ]

    /// Without the trash, except for the reader's deletions of bundled parts.
    private static let shownRows: [String: String] = {
        let isShown = "(deletedAt IS NULL OR origin = 'bundled')"
        let ofShownBook = "bookID IN (SELECT id FROM book WHERE \(isShown))"
        let picture = """
            id IN (SELECT coverID FROM book WHERE \(isShown)
                UNION SELECT avatarID FROM character WHERE \(isShown))
            """
        return [
            "series": isShown, "book": isShown, "chapter": isShown, "character": isShown,
            "relation": isShown, "bookReading": ofShownBook, "bookShelf": ofShownBook,
            "picture": picture,
            "favorite": "characterID IN (SELECT id FROM character WHERE \(isShown))",
        ]
    }()

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
        let shown = shownRows[table].map { "WHERE \($0)" } ?? ""
        let rows = try Row.fetchAll(db, sql: "SELECT \(table).*\(id) FROM \(joined) \(shown)")
        return rows.map { row in
            let values = row.filter { !leftColumns.contains($0.0) }
                .map { name, value in "\(name)=\(value.databaseValue.isNull ? "" : text(value))" }
            return "\(table) \(values.joined(separator: " "))"
        }.sorted()
    }

    /// By the bytes: letters that Swift holds for equal can differ in them.
    private static func text(_ value: DatabaseValue) -> String {
        switch value.storage {
        case .blob(let data): data.base64EncodedString()
        case .string(let text): Data(text.utf8).base64EncodedString()
        case .int64(let number): "\(number)"
        case .double(let number): "\(number)"
        case .null: ""
        }
    }
}
