import Foundation
import GRDB

/// The new library while it is filled.
///
/// Rows that may have been deleted, and the rows that indexes name, wait in temporary tables until
/// everything has been read, so that memory does not grow with the library.
final class SalvageStore {
    let db: Database
    let layouts: [SalvageTable: SalvageLayout]
    let rules: LibraryRules
    var report = SalvageReport()
    /// The flaws of notes, which better versions replace.
    var flaws: [Data: SalvagedRow.Flaws] = [:]
    /// Rows from damaged pages that are not notes.
    var carved: [SalvagedRow] = []
    /// The highest number that any note is known to have had.
    var highestKnownSequence: Int64 = 0

    init(_ db: Database, _ rules: LibraryRules) throws {
        self.db = db
        self.rules = rules
        var layouts: [SalvageTable: SalvageLayout] = [:]
        for table in SalvageTable.allCases {
            layouts[table] = try SalvageLayout(table, db, rules)
            report.tables[table.rawValue] = SalvageReport.Rows()
        }
        self.layouts = layouts
        try createWaitingTables()
    }

    /// Adds a row that the library has.
    func add(_ row: SalvagedRow, by way: SalvageReport.Way) throws {
        let isNew =
            switch row.table {
            case .note: try addNote(row)
            case .trashedNote: try addTrashedNote(row)
            case .noteVersion, .favorite, .series, .book, .chapter, .character, .relation,
                .bookReading, .picture, .importBatch, .importedItem, .importedChange,
                .noteRevision:
                try insert(row, into: row.table.rawValue)
            }
        if isNew { report.count(row.table, way) }
    }

    /// Inserts a row; false if the new library rejects it or has it already.
    func insert(_ row: SalvagedRow, into name: String, extra: [(String, Int)] = []) throws -> Bool {
        try insert(
            row.values + extra.map(\.1.databaseValue),
            as: row.layout.names.prefix(row.values.count) + extra.map(\.0),
            into: name
        )
    }

    private func insert(
        _ values: [DatabaseValue],
        as columns: [String],
        into name: String
    ) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: """
                INSERT OR IGNORE INTO \(name) (\(columns.joined(separator: ", ")))
                VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
                """
        )
        do {
            try statement.execute(arguments: StatementArguments(values))
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            return false
        }
        return db.changesCount > 0
    }

    /// Whether a query has a row.
    func exists(_ query: String, _ arguments: StatementArguments = []) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT EXISTS (\(query))")
        return try Bool.fetchOne(statement, arguments: arguments) ?? false
    }
}

extension SalvageStore {
    private func addTrashedNote(_ found: SalvagedRow) throws -> Bool {
        guard found.hasText else { return false }
        if let sequence = Int64.fromDatabaseValue(found.values[0]) { reserveSequence(sequence) }
        if try insert(found, into: found.table.rawValue) { return true }
        // Another row may have its number. An id is still unique.
        var row = found
        row.values[0] = .null
        return try insert(row, into: row.table.rawValue)
    }

    private func addNote(_ found: SalvagedRow) throws -> Bool {
        guard let id = found.id, found.hasText else { return false }
        guard let present = try note(id) else {
            var row = found
            if try !isSequenceFree(of: row) { row.values[0] = .null }
            row.fillDates()
            guard try insert(row, into: "note") else { return false }
            if !found.flaws.isEmpty { flaws[id] = found.flaws }
            return true
        }
        try settle(present, found, id)
        return false
    }

    /// Keeps the better of two versions of a note, or both.
    private func settle(_ present: SalvagedRow, _ found: SalvagedRow, _ id: Data) throws {
        guard present.value("text") != found.value("text") else { return }
        let (old, new) = (flaws[id] ?? [], found.flaws)
        let (oldDate, newDate) = (present.modifiedAt, found.modifiedAt)
        switch (old.isEmpty, new.isEmpty) {
        case (true, false):
            return
        case (false, true):
            try replace(id, by: found)
        case (false, false):
            // The longer of two damaged versions contains more of the original.
            let isLonger = found.text.utf8.count > present.text.utf8.count
            if old.isSuperset(of: new), old != new || isLonger { try replace(id, by: found) }
        case (true, true) where oldDate == newDate:
            var second = found
            let newID = rules.makeID()
            second.values[0] = .null
            second.values[1] = Data(newID.bytes).databaseValue
            if try insert(second, into: "note") {
                report.count(.note, .pages)
                if let first = UUID(data: id) { report.secondVersions[newID] = first }
            }
        case (true, true):
            if newDate > oldDate { try replace(id, by: found) }
        }
    }

    /// Replaces the content of a note, which keeps its id and number.
    func replace(_ id: Data, by row: SalvagedRow) throws {
        var row = row
        row.fillDates()
        let names = row.layout.names.prefix(row.values.count).dropFirst(2)
        try db.cachedStatement(
            sql: """
                UPDATE note SET \(names.map { "\($0) = ?" }.joined(separator: ", ")) WHERE id = ?
                """
        ).execute(
            arguments: StatementArguments(row.values.dropFirst(2) + [id.databaseValue])
        )
        flaws[id] = row.flaws.isEmpty ? nil : row.flaws
    }

    /// The version of a note in the new library.
    func note(_ id: Data) throws -> SalvagedRow? {
        let statement = try db.cachedStatement(sql: "SELECT * FROM note WHERE id = ?")
        guard let row = try Row.fetchOne(statement, arguments: [id]) else { return nil }
        return storedNote(Array(row.databaseValues), flaws: flaws[id] ?? [])
    }

    /// A row from a table with the columns of notes.
    func storedNote(_ values: [DatabaseValue], flaws: SalvagedRow.Flaws) -> SalvagedRow? {
        layouts[.note].map { SalvagedRow(stored: values, layout: $0, flaws: flaws) }
    }

    /// Whether the number is free, and low enough to leave some for new notes.
    private func isSequenceFree(of row: SalvagedRow) throws -> Bool {
        guard let sequence = Int64.fromDatabaseValue(row.values[0]),
            (1...Self.highestSequence).contains(sequence)
        else { return false }
        return try !exists("SELECT 1 FROM note WHERE sequence = ?", [sequence])
    }

    /// Reserves the numbers of deleted notes, so that they can return.
    func reserveSequence(_ sequence: Int64) {
        guard (1...Self.highestSequence).contains(sequence) else { return }
        highestKnownSequence = max(highestKnownSequence, sequence)
    }

    private static let highestSequence: Int64 = 1 << 40
}

extension SalvageStore {
    /// Adds a row of a keyed table, unless a value is damaged.
    func add(_ entry: [SQLValue], to table: KeyedTable) throws {
        let columns = table.columns.flatMap(\.value)
        let values = zip(columns, entry).compactMap { Self.value($1, as: $0.value) }
        guard values.count == columns.count, entry.count == columns.count,
            try insert(values, as: columns.map(\.key), into: table.rawValue)
        else { return }
        report.tables[table.rawValue, default: .init()].inPages += 1
    }

    /// Nil if the value is damaged.
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
}
