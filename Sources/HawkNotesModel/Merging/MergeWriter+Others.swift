import Foundation
import GRDB

/// What is no row of a series and no note.
extension MergeWriter {
    func writeOther(_ item: LibraryRecord.Item) throws {
        switch RecordTable(rawValue: item.kind) {
        case .favorite: try writeFavorite(item)
        case .idAlias: try writeAlias(item)
        case .importBatch: try writeBatch(item)
        case .importedItem: try writeImportedItem(item)
        case .series, .book, .chapter, .character, .relation, .note, .trashedNote, .noteVersion,
            .picture, .importedChange, .formerSeries, nil:
            break
        }
    }

    /// The value of a row, if it differs from the open library's.
    private func change(of item: LibraryRecord.Item, _ field: String = "row") -> [DatabaseValue]? {
        guard let value = all.rows[item]?[field]?.value, value != mine.rows[item]?[field]?.value
        else { return nil }
        return value.columns
    }

    private func writeFavorite(_ item: LibraryRecord.Item) throws {
        noteLostValues(of: item)
        if let columns = change(of: item), columns.isEmpty == (mine.made[item] != nil) {
            hasChanged = true
            if columns.isEmpty {
                try FavoriteRecord(characterID: item.id).delete(db)
                try journal.change(item.kind, item.id, MergeJournal.Field.removed)
                recorder.changes.append(.favoriteRemoved(item.id))
            } else {
                try FavoriteRecord(characterID: item.id).insert(db)
                try journal.change(LibraryImporter.favoriteKind, item.id, item.kind)
                recorder.changes.append(.favoriteAdded(item.id))
            }
        }
        try writeStamps(of: item, isThere: all.rows[item]?["row"]?.value.columns.isEmpty == false)
    }

    private func writeAlias(_ item: LibraryRecord.Item) throws {
        let isPair = all.value("row", of: item)?.pairedAlias != nil
        if let known = mine.rows[item]?["row"], known != all.rows[item]?["row"] {
            try db.cachedStatement(
                sql: "DELETE FROM importedChange WHERE batchID = ? AND field = ?"
            ).execute(arguments: [item.id, Database.fieldOfJoin])
        }
        if let columns = change(of: item) {
            hasChanged = true
            if columns.count == 2 {
                try db.cachedStatement(
                    sql: "INSERT OR REPLACE INTO idAlias (alias, kind, id) VALUES (?, ?, ?)"
                ).execute(arguments: [item.id, columns[0], columns[1]])
            } else {
                try db.cachedStatement(sql: "DELETE FROM idAlias WHERE alias = ?")
                    .execute(arguments: [item.id])
            }
        }
        // Such an alias has no stamp: it is never taken back.
        if isPair { return }
        try writeStamps(of: item, isThere: all.rows[item]?["row"]?.value.columns.isEmpty == false)
    }

    private func writeBatch(_ item: LibraryRecord.Item) throws {
        if mine.made[item] == nil, all.made[item] != nil,
            let columns = all.value("row", of: item)?.columns, columns.count == 4
        {
            hasChanged = true
            try db.cachedStatement(
                sql: """
                    INSERT INTO importBatch (id, importedAt, format, name, report)
                    VALUES (?, ?, ?, ?, ?)
                    """
            ).execute(arguments: StatementArguments([item.id.databaseValue] + columns))
        }
        if let columns = change(of: item, "undoneAt"), columns.count == 1 {
            hasChanged = true
            try db.cachedStatement(sql: "UPDATE importBatch SET undoneAt = ? WHERE id = ?")
                .execute(arguments: [columns[0], item.id])
        }
        try writeStamps(of: item, isThere: true)
    }

    // MARK: Imported items

    private static let columns = RecordTable.importedItem.fields[0].columns
    private static let insertion = RowInsertion(.importedItem, columns)

    private func writeImportedItem(_ item: LibraryRecord.Item) throws {
        if let columns = change(of: item), columns.count == Self.columns.count {
            // What this library has imported from the source stays known for the undo.
            if let old = mine.value("row", of: item)?.columns {
                try db.cachedStatement(sql: "DELETE FROM importedItem WHERE source = ?")
                    .execute(arguments: [old[Self.sourceIndex]])
                try insertWithoutSource(old)
            }
            try insertUnlessThere(Self.insertion, columns)
        }
        try writeStamps(of: item, isThere: true)
    }

    /// Of one source in two libraries, the items of the other one stay known as well.
    func writeImportedItemsOfOthers() throws {
        for (item, values) in merged.theirs.rows where item.kind == RecordTable.importedItem.kind {
            guard let row = values["row"]?.value, row != all.value("row", of: item) else {
                continue
            }
            try insertWithoutSource(row.columns)
        }
    }

    private static let sourceIndex = columns.firstIndex(of: "source") ?? 0

    private func insertWithoutSource(_ columns: [DatabaseValue]) throws {
        guard columns.count == Self.columns.count, !columns[Self.sourceIndex].isNull else { return }
        // An import that was undone is forgotten with the next one of the source.
        if let batch = UUID.fromDatabaseValue(columns[0]) {
            let item = LibraryRecord.Item(kind: RecordTable.importBatch.kind, id: batch)
            let undone = all.value("undoneAt", of: item)?.columns.first
            guard undone?.isNull ?? true else { return }
        }
        var columns = columns
        columns[Self.sourceIndex] = .null
        try insertUnlessThere(Self.insertion, columns)
    }

    // MARK: Rows that are not held in memory

    /// Copies the rows of a table that the library doesn't have.
    func copyRows(of table: RecordTable, from other: Database) throws {
        let staying = table.staying
        let names = try other.columns(in: table.rawValue).map(\.name)
            .filter { !staying.contains($0) || $0 == "textChecksum" }
        if table == .picture { return try copyPictures(names, from: other) }
        let order = staying.contains("number") ? "ORDER BY number" : ""
        let merges = "SELECT id FROM importBatch WHERE format = '\(LibraryMerge.format)'"
        let rows = try Row.fetchCursor(
            other,
            sql: """
                SELECT \(names.joined(separator: ", ")) FROM \(table.rawValue)
                \(table == .importedChange ? "WHERE batchID NOT IN (\(merges))" : "") \(order)
                """
        )
        let insertion = RowInsertion(table, names)
        while let row = try rows.next() {
            let row = withPairedIDs(row)
            let values = names.map { row[$0] as DatabaseValue }
            if table == .noteVersion {
                let id: UUID = try row.decode(forColumn: "noteID")
                guard merged.all.state(of: .note(id)) != .purged else { continue }
            }
            if table == .importedChange, try isForgotten(row) { continue }
            try insertUnlessThere(insertion, values)
        }
    }

    /// Pictures are large: those that are here are not read once more.
    private func copyPictures(_ names: [String], from other: Database) throws {
        let known = try UUID.fetchSet(db, sql: "SELECT id FROM picture")
        let columns = names.joined(separator: ", ")
        let statement = try other.makeStatement(sql: "SELECT \(columns) FROM picture WHERE id = ?")
        let insertion = RowInsertion(.picture, names)
        for id in try UUID.fetchAll(other, sql: "SELECT id FROM picture")
        where !known.contains(id) {
            guard let row = try Row.fetchOne(statement, arguments: [id]) else { continue }
            try insertUnlessThere(insertion, Array(row.databaseValues))
        }
    }

    /// The row with the ids that stay.
    private func withPairedIDs(_ row: Row) -> Row {
        let ids = merged.pairing.ids
        guard !ids.isEmpty else { return row }
        var values: [String: (any DatabaseValueConvertible)?] = [:]
        for (name, value) in row { values[name] = ids.current(value) }
        if String.fromDatabaseValue(row["field"] ?? .null) == Database.fieldOfJoin,
            let steps = Data.fromDatabaseValue(row["earlier"])
        {
            values["earlier"] = Database.replacing(ids.next, inStepsOfJoin: steps)
        }
        return Row(values)
    }

    /// Whether a record of an import or of a join went with what was permanently deleted, or with the
    /// end of the join.
    private func isForgotten(_ row: Row) throws -> Bool {
        let id: UUID = try row.decode(forColumn: "itemID")
        let field: String = try row.decode(forColumn: "field")
        let kind: String = try row.decode(forColumn: "kind")
        if merged.state(of: LibraryRecord.Item(kind: kind, id: id)) == .purged { return true }
        guard field == Database.fieldOfJoin else { return false }
        // The steps of a join are those of the library with the latest one.
        let alias = LibraryRecord.Item(kind: RecordTable.idAlias.kind, id: id)
        guard let value = all.rows[alias]?["row"] else { return true }
        return value.value.columns.isEmpty || value != merged.theirs.rows[alias]?["row"]
    }

    /// Inserts a row unless there is one with the same values.
    func insertUnlessThere(
        _ table: RecordTable,
        _ names: [String],
        _ values: [DatabaseValue]
    ) throws {
        try insertUnlessThere(RowInsertion(table, names), values)
    }

    private func insertUnlessThere(_ row: RowInsertion, _ values: [DatabaseValue]) throws {
        if try row.insertUnlessThere(values, in: db) { hasChanged = true }
    }
}

/// Inserts rows of a table that has no row with the same values. The same version may have been
/// replaced at different times in two libraries.
struct RowInsertion {
    let sql: String
    /// The places of the values by which rows are compared.
    private let compared: [Int]

    init(_ table: RecordTable, _ names: [String]) {
        let key = table == .picture ? table.key : nil
        let compared = names.indices.filter { index in
            if let key { return names[index] == key }
            return !["replacedAt", "textChecksum", "leftAt"].contains(names[index])
        }
        // Without the sign, SQLite could use the index of another column, with very many rows of one
        // value: all of an import, or all without a source.
        let indexed = key ?? Self.indexedColumn(of: table)
        let condition = compared.map { "\(names[$0] == indexed ? "" : "+")\(names[$0]) IS ?" }
        self.compared = compared
        sql = """
            INSERT INTO \(table.rawValue) (\(names.joined(separator: ", ")))
            SELECT \(names.map { _ in "?" }.joined(separator: ", "))
            WHERE NOT EXISTS
                (SELECT 1 FROM \(table.rawValue) WHERE \(condition.joined(separator: " AND ")))
            """
    }

    /// A column with an index, and with few rows of one value.
    private static func indexedColumn(of table: RecordTable) -> String? {
        switch table {
        case .noteVersion: "noteID"
        case .importedItem, .importedChange: "itemID"
        case .formerSeries: "bookID"
        case .series, .book, .chapter, .character, .relation, .note, .trashedNote, .favorite,
            .picture, .importBatch, .idAlias:
            table.key
        }
    }

    /// - Returns: whether the row was inserted.
    func insertUnlessThere(_ values: [DatabaseValue], in db: Database) throws -> Bool {
        try db.cachedStatement(sql: sql)
            .execute(arguments: StatementArguments(values + compared.map { values[$0] }))
        return db.changesCount > 0
    }
}
