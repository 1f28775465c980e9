import Foundation
import GRDB

extension SalvageStore {
    /// Adds what stands in the tree of such a table, if it can be a row of it.
    func add(_ entry: [SQLValue], to table: KeyedTable) throws {
        let columns = table.columns.flatMap(\.value)
        let values = zip(columns, entry).compactMap { Self.value($1, as: $0.value) }
        guard values.count == columns.count, entry.count == columns.count else { return }
        do {
            try db.cachedStatement(
                sql: """
                    INSERT OR IGNORE INTO \(table.rawValue)
                    (\(columns.map(\.key).joined(separator: ", ")))
                    VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
                    """
            ).execute(arguments: StatementArguments(values))
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            return
        }
        if db.changesCount > 0 { report.tables[table.rawValue, default: .init()].inPages += 1 }
    }

    /// Nil for what cannot stand there.
    private static func value(_ value: SQLValue, as kind: ColumnKind) -> DatabaseValue? {
        switch (kind, value) {
        case (.id, .blob(let bytes)) where bytes.count == 16: return Data(bytes).databaseValue
        case (.integer, .integer(let number)): return number.databaseValue
        case (.text, .text(let bytes)):
            let text = String(decoding: bytes, as: UTF8.self)
            return Array(text.utf8) == bytes && !bytes.contains(0) ? text.databaseValue : nil
        default: return nil
        }
    }

    /// Drops what belongs to nothing that was brought back, or says that it is gone.
    func settleKeyedTables() throws {
        for (table, condition) in [
            (KeyedTable.bookShelf, "bookID NOT IN (SELECT id FROM book)"),
            (
                KeyedTable.purgedItem,
                "kind = 'note' AND id IN (SELECT id FROM note UNION ALL SELECT id FROM trashedNote)"
            ),
        ] {
            try db.execute(sql: "DELETE FROM \(table.rawValue) WHERE \(condition)")
            report.tables[table.rawValue]?.withoutParent += db.changesCount
        }
    }
}
