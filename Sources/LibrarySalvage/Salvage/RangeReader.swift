import Foundation
import GRDB

/// Reads the tables of a damaged library through SQLite. Ranges of rows that it cannot read are
/// halved and tried again.
struct RangeReader {
    let db: Database
    /// The tables in whose trees SQLite cannot get lost.
    let tables: Set<SalvageTable>

    /// At most this many failures are tolerated per table. Rows that SQLite does not reach are
    /// found in their pages.
    private static let mostFailures = 5000

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
            var reading = Reading(layout: layout, statement: statement, store: store)
            var rows = 0
            for range in [0...Int64.max, Int64.min...(-1)] {
                try reading.read(range) {
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
        let statement: Statement
        let store: SalvageStore
        var failures = 0

        mutating func read(_ all: ClosedRange<Int64>, visit: () throws -> Void) throws {
            var ranges = [all]
            while let range = ranges.popLast(), failures < RangeReader.mostFailures {
                var rest = range.lowerBound
                if try readUntilFailure(range, &rest, visit: visit) { continue }
                failures += 1
                guard rest < range.upperBound else { continue }
                let middle = rest + (range.upperBound - rest) / 2
                ranges.append(middle + 1...range.upperBound)
                ranges.append(rest...middle)
            }
        }

        /// - Parameter rest: set to the first row that has not been read.
        /// - Returns: whether the whole range was read.
        private func readUntilFailure(
            _ range: ClosedRange<Int64>,
            _ rest: inout Int64,
            visit: () throws -> Void
        ) throws -> Bool {
            let way: SalvageReport.Way = failures == 0 ? .oneGo : .ranges
            // Only errors of the damaged library count as failures here. Errors of the new one end
            // the salvage.
            let rows: RowCursor
            do {
                rows = try Row.fetchCursor(statement, arguments: [rest, range.upperBound])
            } catch {
                return false
            }
            while true {
                let row: Row?
                do {
                    row = try rows.next()
                } catch {
                    return false
                }
                guard let row else { return true }
                // Rows that are repeated or out of order come from a tree that runs in circles.
                guard let rowID = Int64.fromDatabaseValue(row[0]), rowID >= rest,
                    rowID <= range.upperBound
                else { return false }
                try add(row, rowID, way)
                try visit()
                guard rowID < range.upperBound else { return true }
                rest = rowID + 1
            }
        }

        private func add(_ row: Row, _ rowID: Int64, _ way: SalvageReport.Way) throws {
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
