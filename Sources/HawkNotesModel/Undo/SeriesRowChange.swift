import Foundation
import GRDB

/// A table of what series are made of.
enum SeriesTable: String, Hashable, Sendable {
    case series, book, chapter, character, relation

    /// The columns that are changed together.
    var fields: [[String]] {
        switch self {
        case .series: SeriesRecord.fields + [["readBookID", "readChapterID"]]
        case .book: BookRecord.fields + BookRecord.readersFields
        case .chapter: ChapterRecord.fields
        case .character: CharacterRecord.fields
        case .relation: RelationRecord.fields
        }
    }

    /// What is read of a row, for a `SELECT`.
    var selection: String { self == .book ? BookRecord.selection : "*" }

    /// What stands in tables beside.
    var lists: [BookLists] { self == .book ? BookLists.allCases : [] }
}

/// What a row of a series was, and what became of it.
struct SeriesRowChange: Hashable, Sendable {
    typealias Columns = [String: DatabaseValue]

    var table: SeriesTable
    var id: UUID
    /// Nil if there was none.
    var before: Columns?
    var after: Columns

    /// The columns that are different now, those together that make one value.
    var fields: [[String]] {
        guard let before else { return [] }
        let known = table.fields
        let others = Set(after.keys).subtracting(known.joined()).sorted().map { [$0] }
        return (known + others).filter { $0.contains { before[$0] != after[$0] } }
    }
}

extension ChangeRecorder {
    /// Notes down what `body` does to a row; nothing if it does nothing.
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

    /// Saves what the reader has made of a row.
    func save<Record: SeriesRow>(_ record: Record, in table: SeriesTable) throws {
        try recording(table, record.id) {
            _ = try record.save(to: db)
            try db.forgetPurge(of: record.id)
        }
    }

    /// Takes back what is still as the change left it.
    func undo(_ change: SeriesRowChange) throws {
        guard let current = try columns(of: change.table, change.id) else { return }
        guard let before = change.before else {
            // What was made goes to the trash: something may be in it by now.
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

    /// Moves a row to the trash, or out of it.
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

    /// What stands in a row, with the lists beside it; nil if there is none.
    func columns(of table: SeriesTable, _ id: UUID) throws -> SeriesRowChange.Columns? {
        let statement = try db.cachedStatement(
            sql: "SELECT \(table.selection) FROM \(table.rawValue) WHERE id = ?"
        )
        return try Row.fetchOne(statement, arguments: [id]).map { row in
            Dictionary(uniqueKeysWithValues: row.map { ($0, $1) })
        }
    }

    /// Nothing can stand in a book that has been deleted for good.
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

    private func seriesID(
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
