import GRDB
import XCTest

@testable import HawkNotesModel
@testable import LibrarySalvage

/// What a salvage knows of the library's tables is what the steps of the schema make of them.
final class LibraryTablesTests: XCTestCase {
    func testSalvageKnowsEveryTableAndColumnOfEachVersion() throws {
        for version in 1...LibrarySchema.currentVersion {
            let queue = try DatabaseQueue()
            try LibrarySchema.migrate(queue, steps: Array(LibrarySchema.steps.prefix(version)))
            XCTAssertEqual(try queue.read { try unknown(in: $0, at: version) }, [])
        }
    }

    func testTableOrColumnThatTheSalvageWasNotToldOfIsNoticed() throws {
        for (step, complaint) in [
            ("CREATE TABLE bookmark (id BLOB PRIMARY KEY)", "table bookmark is not known"),
            ("ALTER TABLE book ADD COLUMN format TEXT", "columns of book are"),
            ("ALTER TABLE idAlias ADD COLUMN since INTEGER", "columns of idAlias are"),
            ("ALTER TABLE note RENAME COLUMN place TO position", "columns of note are"),
            ("DROP TABLE bookReading", "table bookReading is missing"),
            ("DROP INDEX noteBySubject", "index noteBySubject is"),
        ] {
            let queue = try DatabaseQueue()
            try LibrarySchema.migrate(
                queue,
                steps: LibrarySchema.steps + [{ db in try db.execute(sql: step) }]
            )
            let found = try queue.read { try unknown(in: $0, at: LibrarySchema.currentVersion) }
            XCTAssertEqual(found.count, 1, "\(step): \(found)")
            XCTAssertTrue(found.first?.hasPrefix(complaint) ?? false, "\(step): \(found)")
        }
    }

    func testColumnsHoldWhatTheSchemaAllows() throws {
        let queue = try DatabaseQueue()
        try LibrarySchema.migrate(queue)
        try queue.read { db in
            for table in SalvageTable.allCases {
                let kinds = Dictionary(
                    uniqueKeysWithValues: table.columns.flatMap(\.value).map { ($0.key, $0.value) }
                )
                for column in try db.columns(in: table.rawValue) {
                    let kind = try XCTUnwrap(kinds[column.name], column.name)
                    XCTAssertTrue(
                        Self.types(kind).contains(column.type),
                        "\(table).\(column.name) is \(column.type), not \(kind)"
                    )
                    // A null in the place of what is damaged must be allowed there. A character's
                    // series is filled in from its book.
                    let isSeries = table == .character && column.name == "seriesID"
                    if Self.mayBecomeNull(kind), !isSeries {
                        XCTAssertFalse(column.isNotNull, "\(table).\(column.name)")
                    }
                }
            }
        }
    }

    private static func types(_ kind: ColumnKind) -> [String] {
        switch kind {
        case .rowID, .integer, .date, .optionalInteger: ["INTEGER"]
        case .id, .optionalID, .data: ["BLOB"]
        case .subjectKind, .text, .optionalText, .origin, .readingStatus: ["TEXT"]
        case .other: ["INTEGER", "REAL", "ANY"]
        }
    }

    private static func mayBecomeNull(_ kind: ColumnKind) -> Bool {
        switch kind {
        case .optionalID, .optionalText, .optionalInteger, .readingStatus, .other: true
        case .rowID, .id, .integer, .date, .data, .subjectKind, .text, .origin: false
        }
    }

    /// What differs between a library of a version and what the salvage knows of it.
    private func unknown(in db: Database, at version: Int) throws -> [String] {
        var complaints: [String] = []
        var known = Set(LeftOutTable.allCases.map(\.rawValue))
        func compare(
            _ table: String,
            _ steps: KeyValuePairs<Int, KeyValuePairs<String, ColumnKind>>
        ) throws {
            let steps = steps.filter { $0.key <= version }
            guard !steps.isEmpty else { return }
            known.insert(table)
            let columns = steps.flatMap { $0.value.map(\.key) }
            guard try db.tableExists(table) else {
                complaints.append("table \(table) is missing")
                return
            }
            let present = try db.columns(in: table).map(\.name)
            if present != columns {
                complaints.append("columns of \(table) are \(present), not \(columns)")
            }
        }
        for table in SalvageTable.allCases { try compare(table.rawValue, table.columns) }
        for table in KeyedTable.allCases { try compare(table.rawValue, table.columns) }
        let tables = try String.fetchAll(
            db,
            sql: """
                SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'
                ORDER BY name
                """
        )
        complaints += tables.filter { !known.contains($0) }.map { "table \($0) is not known" }
        for index in WitnessIndex.allCases {
            let columns = try String.fetchAll(
                db,
                sql: "SELECT name FROM pragma_index_info(?) ORDER BY seqno",
                arguments: [index.rawValue]
            )
            if columns != index.columns { complaints.append("index \(index) is on \(columns)") }
        }
        return complaints
    }
}
