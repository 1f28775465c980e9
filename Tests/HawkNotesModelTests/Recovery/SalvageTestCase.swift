import Foundation
import GRDB
import TestSupport
import XCTest

@testable import HawkNotesModel
@testable import LibrarySalvage

/// Salvages damaged versions of one library and compares what comes back.
class SalvageTestCase: LibraryTestCase {
    private(set) var cases: [String: Int] = [:]

    /// One of so many cases, unless all are wanted; in an ordinary run half as many.
    func isChosen(_ index: Int, oneOf count: Int) -> Bool {
        index % sample(few: 2 * count, more: count, all: 1) == 0
    }

    override func tearDownWithError() throws {
        for (kind, count) in cases.sorted(by: { $0.key < $1.key }) {
            print("salvage: \(count) cases of \(kind)")
        }
        try super.tearDownWithError()
    }

    struct Result {
        var report: SalvageReport
        var rows: SalvageFixture.Rows
    }

    /// Salvages files with this content.
    func salvage(
        _ bytes: [UInt8],
        log: [UInt8]? = nil,
        _ fixture: SalvageFixture,
        kind: String = "other"
    ) throws -> Result {
        cases[kind, default: 0] += 1
        let database = directory.appendingPathComponent("damaged.sqlite")
        let logURL = directory.appendingPathComponent("damaged.sqlite-wal")
        let new = directory.appendingPathComponent("new.sqlite")
        try write(bytes, to: database)
        if let log { try write(log, to: logURL) }
        defer { for url in [database, logURL, new] { unlink(url.path) } }
        let library = DamagedLibrary(
            database: database,
            bytes: try ByteSource(database),
            log: log == nil ? nil : try ByteSource(logURL),
            rules: fixture.rules
        )
        let report = try library.salvage(into: new)
        let queue = try DatabaseQueue(path: new.path)
        let rows = try queue.read { db in
            XCTAssertEqual(try String.fetchOne(db, sql: "PRAGMA quick_check"), "ok")
            XCTAssertEqual(try Row.fetchAll(db, sql: "PRAGMA foreign_key_check"), [])
            return try SalvageFixture.rows(of: db)
        }
        try queue.close()
        return Result(report: report, rows: rows)
    }

    /// Writes a file without waiting for the disk.
    private func write(_ bytes: [UInt8], to url: URL) throws {
        let file = try XCTUnwrap(fopen(url.path, "w"))
        XCTAssertEqual(fwrite(bytes, 1, bytes.count, file), bytes.count)
        XCTAssertEqual(fclose(file), 0)
    }

    /// Checks that every row came back that the damage leaves whole, and none that was deleted.
    func check(
        _ bytes: [UInt8],
        damage: [Range<Int>],
        _ fixture: SalvageFixture,
        kind: String,
        _ message: @autoclosure () -> String = ""
    ) throws {
        let result = try salvage(bytes, fixture, kind: kind)
        let damaged = damage.reduce(into: Set<String>()) {
            $0.formUnion(fixture.rows(holding: $1))
        }
        check(result, fixture.rows, damaged: damaged, fixture, "\(kind) \(message())")
    }

    func check(
        _ result: Result,
        _ expected: SalvageFixture.Rows,
        damaged: Set<String>,
        _ fixture: SalvageFixture,
        _ message: String
    ) {
        let hasSeries = !damaged.contains { $0.hasPrefix("series") }
        for (table, rows) in expected {
            // What stands below something that is lost comes with the next import.
            let hasParents =
                switch table {
                case "book": hasSeries
                case "chapter", "character", "bookReading":
                    hasSeries && !damaged.contains { $0.hasPrefix("book:") }
                case "relation":
                    hasSeries && !damaged.contains { $0.hasPrefix("book:") }
                        && !damaged.contains { $0.hasPrefix("character") }
                default: true
                }
            guard hasParents else { continue }
            for (id, row) in rows where !damaged.contains(SalvageFixture.key(table, id)) {
                let found = result.rows[table]?[id]
                XCTAssertTrue(
                    found == row,
                    "\(table) \(UUID(data: id)?.uuidString ?? "") is "
                        + (found == nil ? "missing" : "different") + " after \(message)"
                )
            }
        }
        for (id, _) in result.rows["note"] ?? [:] where fixture.deleted.contains(id) {
            XCTAssertTrue(
                UUID(data: id).map(result.report.doubtfulNotes.contains) ?? false,
                "a deleted note came back without a word: \(message)"
            )
        }
        XCTAssertTrue(result.report.secondVersions.isEmpty, "second versions of \(message)")
    }
}
