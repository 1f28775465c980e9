import Foundation
import GRDB

/// Reads the tables of a damaged library with SQLite, in ranges of rows that are halved around
/// what it cannot read.
struct RangeReader {
    let db: Database
    /// The tables whose trees lead nowhere that SQLite could get lost.
    let tables: Set<SalvageTable>

    /// So many failures are enough for a table: what is in pages that cannot be read through the
    /// tree is found without it.
    private static let mostFailures = 5000

    /// Opens the pages of a library for reading; nothing beside it is touched or looked at.
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

    /// Adds the rows of all tables; says by what share it is done.
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

    /// The statement for a range of rows; nil where the library has no such table.
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
            // Columns are only ever added to the end: a name that does not fit is a damaged one,
            // of which the values would be taken for missing. The pages do not need the names.
            guard zip(present, layout.names).allSatisfy({ $0 == $1 }) else { return nil }
            let columns = zip(layout.names, layout.kinds).map { column, kind in
                guard present.contains(column) else { return "NULL" }
                // As bytes, since a text that is no UTF-8 would be altered without a word.
                return kind.isText ? "CAST(\"\(column)\" AS BLOB)" : "\"\(column)\""
            }
            return try db.makeStatement(
                sql: """
                    SELECT rowid, \(columns.joined(separator: ", ")) FROM \(name) NOT INDEXED
                    WHERE rowid BETWEEN ? AND ? ORDER BY rowid
                    """
            )
        } catch {
            // SQLite cannot read the list of tables; the pages will tell.
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

        /// - Parameter rest: becomes the row from which on nothing has been read.
        /// - Returns: whether the whole range was read.
        private func readUntilFailure(
            _ range: ClosedRange<Int64>,
            _ rest: inout Int64,
            visit: () throws -> Void
        ) throws -> Bool {
            let way: SalvageReport.Way = failures == 0 ? .oneGo : .ranges
            // Only what the damaged library throws is a failure here; what the new one throws
            // ends everything.
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
                // Rows that come twice or in no order are a tree's that turns in circles.
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
