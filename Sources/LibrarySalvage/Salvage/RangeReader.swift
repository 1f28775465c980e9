import Foundation
import GRDB

/// Reads the tables of a damaged library through SQLite. Rows that it does not reach are found in
/// their pages.
struct RangeReader {
    let db: Database
    /// The tables in whose trees SQLite cannot get lost.
    let tables: Set<SalvageTable>

    /// Opens a library for reading. Files beside it are ignored.
    static func open(_ url: URL) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.label = "salvage"
        configuration.prepareDatabase { db in
            try db.execute(
                sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON"
            )
        }
        let allowed = CharacterSet(charactersIn: "/-._~").union(.alphanumerics)
        let path = url.path.addingPercentEncoding(withAllowedCharacters: allowed) ?? url.path
        return try DatabaseQueue(path: "file:\(path)?immutable=1", configuration: configuration)
    }

    /// Adds the rows of all tables, and reports the completed share.
    func read(into store: SalvageStore, progress: (Double) throws -> Void) throws {
        for (done, table) in SalvageTable.allCases.enumerated() {
            try progress(Double(done) / Double(SalvageTable.allCases.count))
            guard tables.contains(table), let layout = store.layouts[table],
                let statement = selection(layout)
            else { continue }
            let reading = Reading(layout: layout, store: store)
            var ranges = RowRanges(statement)
            var rows = 0
            for range in [0...Int64.max, Int64.min...(-1)] {
                try ranges.read(range) { row, rowID, isWhole in
                    try reading.add(row, rowID, isWhole ? .oneGo : .ranges)
                    rows += 1
                    if rows % 1024 == 0 {
                        try progress(Double(done) / Double(SalvageTable.allCases.count))
                    }
                }
            }
            store.report.isReadableBySQLite = store.report.isReadableBySQLite || rows > 0
        }
    }

    /// The statement that reads a range of rows; nil if the library has no such table.
    private func selection(_ layout: SalvageLayout) -> Statement? {
        let name = layout.table.rawValue
        do {
            let isTable = try Bool.fetchOne(
                db,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?
                    AND sql LIKE 'CREATE TABLE%' AND sql NOT LIKE '%WITHOUT ROWID%')
                    """,
                arguments: [name]
            )
            guard isTable == true else { return nil }
            let present = try db.columns(in: name).map(\.name)
            // As columns are only added at the end, another name is a damaged one, and the column's
            // values would seem to be missing. They are read from the pages instead.
            guard zip(present, layout.names).allSatisfy({ $0 == $1 }) else { return nil }
            let columns = zip(layout.names, layout.kinds).map { column, kind in
                guard present.contains(column) else { return "NULL" }
                // As bytes, since a text that is not valid UTF-8 would be altered silently.
                return kind.isText ? "CAST(\"\(column)\" AS BLOB)" : "\"\(column)\""
            }
            return try db.makeStatement(
                sql: """
                    SELECT rowid, \(columns.joined(separator: ", ")) FROM \(name) NOT INDEXED
                    WHERE rowid BETWEEN ? AND ? ORDER BY rowid
                    """
            )
        } catch {
            // SQLite cannot read the list of tables. The rows are read from the pages.
            return nil
        }
    }

    /// The reading of one table.
    private struct Reading {
        let layout: SalvageLayout
        let store: SalvageStore

        func add(_ row: Row, _ rowID: Int64, _ way: SalvageReport.Way) throws {
            let values = zip(row.databaseValues.dropFirst(), layout.kinds).map {
                value,
                kind -> SQLValue in
                switch value.storage {
                case .null: .null
                case .int64(let number): .integer(number)
                case .double(let number): .real(number.bitPattern)
                case .string(let text): .text(Array(text.utf8))
                case .blob(let bytes): kind.isText ? .text(Array(bytes)) : .blob(Array(bytes))
                }
            }
            if let row = SalvagedRow(values, rowID: rowID, layout: layout) {
                try store.add(row, by: way)
            }
        }
    }
}
