import Foundation
import GRDB
import TestSupport
import XCTest

@testable import LibrarySalvage

final class OnlyRowTests: XCTestCase {
    private static func write(_ number: Int) -> (Database) throws -> Void {
        { db in
            try db.execute(
                sql: "UPDATE state SET number = ?, name = ?",
                arguments: [number, "number \(number)"]
            )
        }
    }

    /// A file in which the row says 1, and a log in which it says 2, 3 and 4; in between, other rows are
    /// written.
    private func fixture(_ directory: TemporaryDirectory) throws -> LogFixture {
        let create: (Database) throws -> Void = { db in
            try db.execute(
                sql: """
                    CREATE TABLE state (id INTEGER PRIMARY KEY, number INTEGER, name TEXT);
                    INSERT INTO state VALUES (1, 1, 'number 1');
                    PRAGMA user_version = 3;
                    PRAGMA wal_checkpoint(TRUNCATE);
                    """
            )
        }
        let bumpVersion: (Database) throws -> Void = { db in
            try db.execute(sql: "PRAGMA user_version = 4")
        }
        return try LogFixture(
            in: directory.url,
            writing: [
                create, Self.write(2), LogFixture.insert(bytes: 2000), Self.write(3), bumpVersion,
                Self.write(4),
            ]
        )
    }

    private func row(_ number: Int64) -> [SQLValue] {
        [.null, .integer(number), .text(Array("number \(number)".utf8))]
    }

    func testRowIsReadFromTheFileAndFromEachCommit() throws {
        let fixture = try fixture(TemporaryDirectory())
        let found = try XCTUnwrap(OnlyRow(of: "state", in: ByteSource(fixture.database)))
        XCTAssertEqual(found.pageSize, LogFixture.pageSize)
        XCTAssertEqual(found.stored, row(1))
        let log = WriteAheadLog(ByteSource(fixture.log))
        XCTAssertEqual(found.versions(in: log), [row(2), row(3), row(4)])
        XCTAssertTrue(log.hasCommits)
        // Of a log that ends early, what was committed until there.
        let cut = Array(fixture.log.dropLast(LogFixture.pageSize))
        let shorter = WriteAheadLog(ByteSource(cut))
        XCTAssertEqual(found.versions(in: shorter), [row(2), row(3)])
        let none = WriteAheadLog(ByteSource(Array(fixture.log.prefix(LogHeader.size))))
        XCTAssertEqual(found.versions(in: none), [])
        XCTAssertFalse(none.hasCommits)
    }

    func testLogWithPagesOfAnotherSizeHasNoVersions() throws {
        let directory = try TemporaryDirectory()
        let fixture = try fixture(directory)
        let url = directory.url.appendingPathComponent("larger.sqlite")
        let queue = try DatabaseQueue(path: url.path)
        try queue.write { db in
            try db.execute(
                sql: """
                    CREATE TABLE state (id INTEGER PRIMARY KEY, number INTEGER, name TEXT);
                    INSERT INTO state VALUES (1, 1, 'number 1');
                    """
            )
        }
        try queue.close()
        let bytes = try Array(Data(contentsOf: url))
        let found = try XCTUnwrap(OnlyRow(of: "state", in: ByteSource(bytes)))
        XCTAssertEqual(found.pageSize, 4096)
        XCTAssertEqual(found.stored, row(1))
        XCTAssertEqual(found.versions(in: WriteAheadLog(ByteSource(fixture.log))), [])
    }

    func testTableThatIsMissingOrHasMoreRowsHasNoOnlyRow() throws {
        let directory = try TemporaryDirectory()
        let fixture = try LogFixture(
            in: directory.url,
            writing: [
                LogFixture.insert(bytes: 10), LogFixture.insert(bytes: 10),
                { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") },
            ]
        )
        XCTAssertNil(OnlyRow(of: "state", in: ByteSource(fixture.database)))
        let several = try XCTUnwrap(OnlyRow(of: "row", in: ByteSource(fixture.database)))
        XCTAssertNil(several.stored)
        for bytes in [[], Array("Dear diary".utf8), Array(fixture.database.prefix(99))] {
            XCTAssertNil(OnlyRow(of: "row", in: ByteSource(bytes)))
        }
    }

    func testLogIsOlderThanAFileWithMorePagesOrALaterVersion() throws {
        let fixture = try fixture(TemporaryDirectory())
        let log = WriteAheadLog(ByteSource(fixture.log))
        XCTAssertFalse(log.isOlder(than: ByteSource(fixture.database)))
        let pages = try XCTUnwrap(log.databasePageCount)
        for (count, isOlder) in [(pages, false), (pages + 1, true)] {
            let missing = count * LogFixture.pageSize - fixture.database.count
            let longer = fixture.database + [UInt8](repeating: 0, count: missing)
            XCTAssertEqual(log.isOlder(than: ByteSource(longer)), isOlder, "\(count) pages")
        }
        for (version, isOlder) in [(UInt8(4), false), (5, true)] {
            var bytes = fixture.database
            bytes[63] = version
            XCTAssertEqual(log.isOlder(than: ByteSource(bytes)), isOlder, "version \(version)")
        }
    }
}
