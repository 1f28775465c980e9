import Foundation
import GRDB
import LibraryTestSupport
import XCTest

@testable import HawkNotesModel

/// What a library knows is in its records.
final class LibraryRecordsTests: LibraryTestCase {
    private func records(_ db: Database) throws -> Set<LibraryRecord> {
        var found: Set<LibraryRecord> = []
        try LibraryRecords(db: db).forEach { found.insert($0) }
        return found
    }

    /// A library with rows in every table.
    private func makeDatabase() throws -> DatabaseQueue {
        try FrozenFiles.copy(version: 6, to: LibraryFiles(database: databaseURL).all)
        let library = try Library.open(at: databaseURL)
        var book = try XCTUnwrap(try library.series(uuid(101))?.book(uuid(112)))
        book.tagline = "Changed since"
        try library.save(book)
        try library.close()
        return try DatabaseQueue(path: databaseURL.path)
    }

    /// Another value that the constraints of a column allow.
    private static func other(
        _ column: ColumnInfo,
        of table: String
    ) -> any DatabaseValueConvertible {
        switch (column.name, column.type) {
        // Otherwise the order would be the same.
        case ("position", _) where table == "bookShelf": -1
        case ("origin", _): "imported"
        case ("readingStatus", _): "stopped"
        case ("subjectKind", _): "character"
        case ("changedFields", _): "title name position word"
        case ("replaced", _): uuid(250).uuidString.replacing("-", with: "")
        case ("state", _): "purged"
        case (_, "INTEGER"): 987_654
        case (_, "REAL"): 4.5
        case (_, "TEXT"), (_, "ANY"): "other"
        default: uuid(250)
        }
    }

    /// Columns of the tables whose rows are in records of other kinds.
    private static let staying: [String: Set<String>] = [
        "bookReading": ["number"], "noteRevision": ["number"],
    ]

    func testEachColumnOfEachTableIsInTheRecordsOrStaysHere() throws {
        let queue = try makeDatabase()
        try queue.write { db in
            try db.execute(sql: "PRAGMA defer_foreign_keys = ON")
            let before = try records(db)
            let tables = try String.fetchAll(
                db,
                sql: """
                    SELECT name FROM sqlite_master WHERE type = 'table'
                    AND name NOT LIKE 'sqlite%' ORDER BY name
                    """
            )
            for table in tables where !RecordTable.stayingTables.contains(table) {
                let columns = try db.columns(in: table)
                let staying = RecordTable(rawValue: table)?.staying ?? Self.staying[table] ?? []
                XCTAssertTrue(staying.isSubset(of: columns.map(\.name)), table)
                // An edition's values of a bundled series are no records.
                let rows = columns.contains { $0.name == "origin" } ? "origin = 'own'" : "1"
                for column in columns {
                    try db.inSavepoint {
                        try db.execute(
                            sql: """
                                UPDATE \(table) SET \(column.name) = ?
                                WHERE \(try Self.first(of: table, rows, db))
                                """,
                            arguments: [Self.other(column, of: table)]
                        )
                        XCTAssertEqual(db.changesCount, 1, table)
                        let isInRecords = try records(db) != before
                        XCTAssertEqual(
                            isInRecords,
                            !staying.contains(column.name),
                            "\(table).\(column.name)"
                        )
                        return .rollback
                    }
                }
            }
        }
    }

    /// A condition that only one row satisfies.
    private static func first(of table: String, _ rows: String, _ db: Database) throws -> String {
        let keys = try db.primaryKey(table).columns
        let columns = keys.joined(separator: ", ")
        return """
            (\(columns)) IN (SELECT \(columns) FROM \(table) WHERE \(rows)
                ORDER BY \(columns) LIMIT 1)
            """
    }

    func testEveryTableIsKnown() throws {
        let queue = try DatabaseQueue()
        try LibrarySchema.migrate(queue)
        let tables = try queue.read { db in
            try String.fetchSet(
                db,
                sql: """
                    SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'
                    """
            )
        }
        let others: Set = ["bookReading", "bookShelf", "fieldStamp", "noteRevision", "purgedItem"]
        XCTAssertEqual(
            tables,
            Set(RecordTable.allCases.map(\.rawValue)).union(others)
                .union(RecordTable.stayingTables)
        )
    }

    func testValuesOfAnEditionAreNoRecordsUntilTheReaderChangesThem() throws {
        let library = try Library.inMemory()
        try library.importSeries(from: write(TestSeries()))
        func values(_ id: UUID) throws -> [String: LibraryRecord.Value]? {
            var found: [String: LibraryRecord.Value]?
            try library.read("look") { db in
                try LibraryRecords(db: db).forEach {
                    if case .made(let item, let values) = $0, item.id == id { found = values }
                }
            }
            return found
        }
        XCTAssertNil(try values(TestSeries.bookOne)?["title"])
        XCTAssertNotNil(try values(TestSeries.bookOne)?["rating"])
        var book = try XCTUnwrap(try library.series(uuid(1))?.books[0])
        book.tagline = "Mine"
        try library.save(book)
        let tagline = LibraryRecord.Value(columns: ["Mine".databaseValue], isReaders: true)
        XCTAssertEqual(try values(TestSeries.bookOne)?["tagline"], tagline)
        XCTAssertNil(try values(TestSeries.bookOne)?["title"])
    }
}
