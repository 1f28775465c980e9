import Foundation
import GRDB
import TestSupport
import XCTest

@testable import HawkNotesModel
@testable import LibrarySalvage

final class DamagedLibraryTests: SalvageTestCase {
    func testFixtureHasEveryKindOfPageAndKnowsWhereRowsAre() throws {
        let fixture = try SalvageFixture(in: directory)
        for kind in [
            "first", "table internal", "table leaf", "index internal", "index leaf", "overflow",
            "free trunk", "free", "schema",
        ] {
            XCTAssertGreaterThan(fixture.pages[kind]?.count ?? 0, 0, kind)
        }
        XCTAssertEqual(fixture.places.count, fixture.rows.values.map(\.count).reduce(0, +))
        XCTAssertEqual(fixture.rows["note"]?.count, 70)
        let long = fixture.places.first { $0.id == SalvageFixture.id(5, 5) }
        XCTAssertGreaterThan(long?.ranges.count ?? 0, 30)
    }

    func testHealthyLibraryComesBackWhole() throws {
        for hasChecksums in [true, false] {
            let fixture = try SalvageFixture(in: directory, hasChecksums: hasChecksums)
            let result = try salvage(fixture.bytes, fixture)
            XCTAssertEqual(result.rows, fixture.rows)
            let report = result.report
            XCTAssertEqual(report.tables["note"]?.inOneGo, 70)
            XCTAssertEqual(report.tables["note"]?.count, 70)
            XCTAssertTrue(report.isSchemaReadable)
            XCTAssertTrue(report.isReadableBySQLite)
            XCTAssertEqual(report.pageSize, SalvageFixture.pageSize)
            XCTAssertEqual(report.damagedPages, [])
            XCTAssertEqual(report.alteredNotes, [])
            XCTAssertEqual(report.partialNotes, [])
            XCTAssertEqual(report.doubtfulNotes, [])
            XCTAssertEqual(report.lostNoteCount, 0)
            XCTAssertFalse(report.deletedNotes.isEmpty, "free pages were not looked into")
            XCTAssertTrue(
                report.deletedNotes.map { Data($0.bytes) }.allSatisfy {
                    fixture.deleted.contains($0)
                }
            )
        }
    }

    func testEverythingComesBackWithoutTheFirstPage() throws {
        let fixture = try SalvageFixture(in: directory)
        var bytes = fixture.bytes
        for place in 0..<SalvageFixture.pageSize { bytes[place] = 0 }
        let result = try salvage(bytes, fixture)
        XCTAssertEqual(result.rows, fixture.rows)
        XCTAssertFalse(result.report.isSchemaReadable)
        XCTAssertFalse(result.report.isReadableBySQLite)
        XCTAssertEqual(result.report.tables["note"]?.inPages, 70)
        XCTAssertEqual(result.report.doubtfulNotes, [])
    }

    /// No series file has them: what they hang on is made up for.
    func testBooksAndCharactersOfTheReaderComeBackWithoutTheirSeriesAndBook() throws {
        let fixture = try SalvageFixture(in: directory)
        let url = directory.appendingPathComponent("lost-parents.sqlite")
        try Data(fixture.bytes).write(to: url)
        let queue = try DatabaseQueue(path: url.path)
        try queue.writeWithoutTransaction { db in
            try db.execute(
                sql: """
                    PRAGMA foreign_keys = OFF;
                    DELETE FROM series WHERE origin = 'own';
                    UPDATE book SET changedFields = NULL;
                    DELETE FROM book WHERE title = 'Book 0';
                    PRAGMA journal_mode = DELETE;
                    """
            )
        }
        try queue.close()
        let result = try salvage(Array(Data(contentsOf: url)), fixture)
        XCTAssertEqual(result.rows["series"]?.count, 2)
        XCTAssertNotNil(result.rows["book"]?[SalvageFixture.id(2, 2)])
        XCTAssertNotNil(result.rows["character"]?[SalvageFixture.id(3, 20)])
        // Of the characters of the lost book, those of the reader.
        for person in stride(from: 0, to: 12, by: 2) {
            let found = result.rows["character"]?[SalvageFixture.id(3, person)]
            XCTAssertEqual(found != nil, person % 3 == 0, "\(person)")
        }
    }

    func testForeignFilesGiveNothing() throws {
        let fixture = try SalvageFixture(in: directory)
        var numbers = SeededNumbers(seed: 3)
        let noise = (0..<100_000).map { _ in UInt8.random(in: 0...255, using: &numbers) }
        let url = directory.appendingPathComponent("foreign.sqlite")
        let queue = try DatabaseQueue(path: url.path)
        try queue.write { db in
            try db.execute(
                sql: """
                    CREATE TABLE note (title TEXT); INSERT INTO note VALUES ('one'), ('two');
                    CREATE VIEW book AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n)
                    SELECT i AS id FROM n;
                    """
            )
        }
        try queue.close()
        let files = [
            [], [0], Array("Dear diary".utf8), noise, [UInt8](repeating: 0, count: 50_000),
            try Array(Data(contentsOf: url)), Array("SQLite format 3\0".utf8),
        ]
        for file in files {
            let result = try salvage(file, fixture)
            XCTAssertTrue(result.report.isEmpty)
            XCTAssertEqual(result.rows, [:])
            _ = try salvage(fixture.bytes, log: file, fixture)
        }
    }

    func testFileThatIsMissingOrNoFileCannotBeRead() {
        for name in ["none", "."] {
            assertThrows(.cannotOpen, mentioning: name) {
                try ByteSource(self.directory.appendingPathComponent(name))
            }
        }
    }

    func testTextThatIsCutOffIsKeptUpToThereAndReported() throws {
        for hasChecksums in [true, false] {
            let fixture = try SalvageFixture(in: directory, hasChecksums: hasChecksums)
            let id = SalvageFixture.id(5, 5)
            let place = try XCTUnwrap(fixture.places.first { $0.id == id })
            var bytes = fixture.bytes
            // The fifth page of its chain, with the number of the sixth.
            for position in place.ranges[5] { bytes[position] = 0 }
            let result = try salvage(bytes, fixture)
            XCTAssertEqual(result.report.partialNotes, [try XCTUnwrap(UUID(data: id))])
            let (old, new) = (fixture.rows["note"]?[id], result.rows["note"]?[id])
            let text = String.fromDatabaseValue(new?[4] ?? .null) ?? ""
            XCTAssertGreaterThan(text.utf8.count, 1500)
            XCTAssertTrue(SalvageFixture.text(of: 5).hasPrefix(text))
            XCTAssertEqual(new?[5], old?[5], "the date that an index knows")
        }
    }

    func testAlteredTextIsReportedByItsChecksum() throws {
        let fixture = try SalvageFixture(in: directory)
        let id = SalvageFixture.id(5, 30)
        let place = try XCTUnwrap(fixture.places.first { $0.id == id })
        var bytes = fixture.bytes
        bytes[place.ranges[3].lowerBound + 100] ^= 1
        let result = try salvage(bytes, fixture)
        XCTAssertEqual(result.report.alteredNotes, [try XCTUnwrap(UUID(data: id))])
        XCTAssertEqual(result.report.partialNotes, [])
        XCTAssertNotNil(result.rows["note"]?[id])
    }

    func testLostNotesAreNamedByTheIndexes() throws {
        let fixture = try SalvageFixture(in: directory)
        let size = SalvageFixture.pageSize
        let first = try XCTUnwrap(fixture.places.first { $0.table == "note" }?.ranges.first)
        let page = first.lowerBound / size * size..<(first.lowerBound / size + 1) * size
        var bytes = fixture.bytes
        for position in page { bytes[position] = 0 }
        let result = try salvage(bytes, fixture)
        let lost = fixture.places.filter { $0.table == "note" && $0.ranges[0].overlaps(page) }
            .compactMap { UUID(data: $0.id) }
        XCTAssertFalse(lost.isEmpty)
        XCTAssertEqual(result.report.lostNotes, Set(lost))
        XCTAssertEqual(result.report.lostNoteCount, lost.count)
    }

    /// Without the list of free pages, theirs look like pages that the tree of the notes has lost.
    func testDeletedNotesStayDeletedIfOnlyTheIndexIsSound() throws {
        let fixture = try SalvageFixture(in: directory)
        let size = SalvageFixture.pageSize
        var bytes = fixture.bytes
        for trunk in fixture.pages["free trunk"] ?? [] {
            for place in (trunk - 1) * size..<trunk * size { bytes[place] = 0 }
        }
        let place = try XCTUnwrap(fixture.places.first { $0.table == "note" })
        let leaf = place.ranges[0].lowerBound / size
        // How many bytes are in fragments: the page does not add up any more, but has all its rows.
        bytes[leaf * size + 7] ^= 0x10
        let result = try salvage(bytes, fixture)
        XCTAssertTrue(result.report.damagedPages.contains(leaf + 1))
        XCTAssertEqual(result.rows["note"], fixture.rows["note"])
        XCTAssertEqual(result.report.doubtfulNotes, [])
        XCTAssertFalse(result.report.deletedNotes.isEmpty)
    }

    func testCancellingLeavesNothingBehindAndTheSourceIsNeverTouched() throws {
        let fixture = try SalvageFixture(in: directory)
        try Data(fixture.bytes).write(to: databaseURL)
        let new = directory.appendingPathComponent("new.sqlite")
        let library = DamagedLibrary(
            database: databaseURL,
            bytes: try ByteSource(databaseURL),
            log: nil,
            rules: fixture.rules
        )
        var steps = 0
        _ = try library.salvage(into: new) { fraction in
            XCTAssertTrue((0...1).contains(fraction))
            steps += 1
        }
        unlink(new.path)
        for last in 1...steps {
            var step = 0
            XCTAssertThrowsError(
                try library.salvage(into: new) { _ in
                    step += 1
                    if step == last { throw CancellationError() }
                }
            ) { XCTAssertTrue($0 is CancellationError) }
            XCTAssertFalse(FileManager.default.fileExists(atPath: new.path))
            XCTAssertFalse(FileManager.default.fileExists(atPath: new.path + "-pages"))
        }
        XCTAssertEqual(try Array(Data(contentsOf: databaseURL)), fixture.bytes)
        try Data([1]).write(to: new)
        XCTAssertThrowsError(try library.salvage(into: new)) { error in
            XCTAssertEqual("\(error)", "There is a file already: \(new.path).")
        }
        XCTAssertEqual(try Data(contentsOf: new), Data([1]), "a file that was there was removed")
    }

    func testPointersThatTurnInCirclesCostNoMoreThanOthers() throws {
        let fixture = try SalvageFixture(in: directory)
        let size = SalvageFixture.pageSize
        let all = fixture.pages
        for kind in ["overflow", "free trunk", "table internal", "index internal"] {
            for page in (all[kind] ?? []).enumerated().filter({ $0.offset % 23 == 0 }) {
                let start = (page.element - 1) * size
                let isTree = kind.hasSuffix("internal")
                let place = isTree ? start + 8 : start
                var bytes = fixture.bytes
                for index in 0..<4 {
                    bytes[place + index] = UInt8(
                        truncatingIfNeeded: page.element >> (24 - 8 * index)
                    )
                }
                let damage = place..<place + 4
                try check(bytes, damage: [damage], fixture, kind: "a circle", "of \(kind)")
                // All children and all rows are the same one.
                guard isTree else { continue }
                let cells = bytes.uint16(at: start + 3) ?? 0
                for cell in 0..<cells {
                    guard let offset = bytes.uint16(at: start + 12 + 2 * cell) else { continue }
                    bytes.replaceSubrange(start + offset..<start + offset + 4, with: bytes[damage])
                }
                try check(bytes, damage: [damage], fixture, kind: "a circle", "of all \(kind)")
            }
        }
    }
}
