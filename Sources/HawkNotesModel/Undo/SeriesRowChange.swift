import Foundation
import GRDB

/// The tables that store series.
enum SeriesTable: String, Hashable, Sendable {
    case series, book, chapter, character, relation

    /// The columns, grouped by value.
    var fields: [[String]] {
        switch self {
        case .series: SeriesRecord.fields + [["readBookID", "readChapterID"]]
        case .book: BookRecord.fields + BookRecord.readersFields
        case .chapter: ChapterRecord.fields
        case .character: CharacterRecord.fields
        case .relation: RelationRecord.fields
        }
    }

    /// The columns to read, for a `SELECT`.
    var selection: String { self == .book ? BookRecord.selection : "*" }

    /// The lists in tables beside the row's own.
    var lists: [BookLists] { self == .book ? BookLists.allCases : [] }
}

/// The values of a series' row before and after a change.
struct SeriesRowChange: Hashable, Sendable {
    typealias Columns = [String: DatabaseValue]

    var table: SeriesTable
    var id: UUID
    /// Nil if the row did not exist.
    var before: Columns?
    var after: Columns

    /// The changed columns, grouped by value.
    var fields: [[String]] {
        guard let before else { return [] }
        let known = table.fields
        let others = Set(after.keys).subtracting(known.joined()).sorted().map { [$0] }
        return (known + others).filter { $0.contains { before[$0] != after[$0] } }
    }
}

extension ChangeRecorder {
    /// Records what `body` does to a row; nothing if it changes nothing.
    func recording(_ table: SeriesTable, _ id: UUID, _ body: () throws -> Void) throws {
        let before = try columns(of: table, id)
        try body()
        guard let after = try columns(of: table, id), after != before else { return }
        let change = SeriesRowChange(table: table, id: id, before: before, after: after)
        steps.append(.row(change))
        for column in ["coverID", "avatarID"] where after[column] != before?[column] {
            try after[column].map(db.usePicture)
        }
        if let told = try libraryChange(of: change) { changes.append(told) }
        let left = before?["seriesID"].flatMap(UUID.fromDatabaseValue)
        if let left, left != after["seriesID"].flatMap(UUID.fromDatabaseValue) {
            changes.append(.seriesChanged(left))
        }
    }

    /// Saves the reader's changes of a row.
    func save<Record: SeriesRow>(_ record: Record, in table: SeriesTable) throws {
        try recording(table, record.id) {
            _ = try record.save(to: db)
            try db.forgetPurge(of: record.id)
        }
    }

    /// Undoes the values that have not changed again.
    func undo(_ change: SeriesRowChange) throws {
        guard let current = try columns(of: change.table, change.id) else { return }
        guard let before = change.before else {
            // A created row goes to the trash, as it may have contents by now.
            return try setDeleted(change.table, change.id, to: dateOfDeletion())
        }
        let fields = change.fields.filter { field in
            field.allSatisfy { current[$0] == change.after[$0] }
        }
        let names = try fields.joined().filter { name in
            try name != "bookID" || isBook(before[name] ?? .null)
        }
        guard !names.isEmpty else { return }
        try recording(change.table, change.id) {
            for list in change.table.lists where names.contains(list.rawValue) {
                try list.write(before[list.rawValue] ?? .null, of: change.id, in: db)
            }
            let names = names.filter { BookLists(rawValue: $0) == nil }
            guard !names.isEmpty else { return }
            try db.execute(
                sql: """
                    UPDATE \(change.table.rawValue)
                    SET \(names.map { "\($0) = ?" }.joined(separator: ", ")) WHERE id = ?
                    """,
                arguments: StatementArguments(
                    names.map { before[$0] ?? .null } + [change.id.databaseValue]
                )
            )
        }
    }

    /// Moves a row to or from the trash.
    func setDeleted(_ table: SeriesTable, _ id: UUID, to date: Date?) throws {
        try recording(table, id) {
            try db.execute(
                sql: """
                    UPDATE \(table.rawValue) SET deletedAt = ?, purgedAt = NULL
                    WHERE id = ? AND (deletedAt IS NULL) <> (? IS NULL)
                    """,
                arguments: [date?.milliseconds, id, date?.milliseconds]
            )
            if date == nil { try db.forgetPurge(of: id) }
        }
    }

    /// The values of a row, with the lists beside it; nil if there is no row.
    func columns(of table: SeriesTable, _ id: UUID) throws -> SeriesRowChange.Columns? {
        let statement = try db.cachedStatement(
            sql: "SELECT \(table.selection) FROM \(table.rawValue) WHERE id = ?"
        )
        return try Row.fetchOne(statement, arguments: [id]).map { row in
            Dictionary(uniqueKeysWithValues: row.map { ($0, $1) })
        }
    }

    /// A permanently deleted book can't contain anything.
    private func isBook(_ id: DatabaseValue) throws -> Bool {
        if id.isNull { return true }
        let statement = try db.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM book WHERE id = ?)"
        )
        return try Bool.fetchOne(statement, arguments: [id]) ?? false
    }

    private func libraryChange(of change: SeriesRowChange) throws -> LibraryChange? {
        guard change.table == .series else {
            return try seriesID(of: change.table, change.after).map { .seriesChanged($0) }
        }
        let isShown = change.after["deletedAt"]?.isNull ?? true
        let wasShown = change.before.map { $0["deletedAt"]?.isNull ?? true } ?? false
        if isShown { return wasShown ? .seriesChanged(change.id) : .seriesAdded(change.id) }
        return wasShown ? .seriesRemoved(change.id) : nil
    }

    /// The series of a row with these values.
    func seriesID(
        of table: SeriesTable,
        _ columns: SeriesRowChange.Columns
    ) throws -> UUID? {
        func parent(_ column: String, in table: SeriesTable) throws -> UUID? {
            try UUID.fetchOne(
                db.cachedStatement(sql: "SELECT seriesID FROM \(table.rawValue) WHERE id = ?"),
                arguments: [columns[column] ?? .null]
            )
        }
        switch table {
        case .series: return columns["id"].flatMap(UUID.fromDatabaseValue)
        case .book, .character: return columns["seriesID"].flatMap(UUID.fromDatabaseValue)
        case .chapter: return try parent("bookID", in: .book)
        case .relation: return try parent("firstID", in: .character)
        }
    }
}
