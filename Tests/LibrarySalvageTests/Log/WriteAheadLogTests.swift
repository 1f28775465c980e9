import Foundation
import GRDB
import TestSupport
import XCTest

@testable import LibrarySalvage

final class WriteAheadLogTests: XCTestCase {
    private typealias Fixture = LogFixture

    private var temporary: TemporaryDirectory?

    private var directory: URL {
        get throws { try XCTUnwrap(temporary).url }
    }

    override func setUpWithError() throws { temporary = try TemporaryDirectory() }

    override func tearDown() { temporary = nil }

    private func fixture() throws -> Fixture {
        try Fixture(
            in: directory,
            writing: [10, 3000, 700, 10, 1500].map { Fixture.insert(bytes: $0) }
        )
    }

    private func classify(_ log: [UInt8]) -> WriteAheadLog {
        WriteAheadLog(ByteSource(log), pageSize: Fixture.pageSize)
    }

    // MARK: Logs as SQLite leaves them

    func testLogHasTheTransactionsThatSQLiteReads() throws {
        let fixture = try fixture()
        let log = classify(fixture.log)
        XCTAssertEqual(log.condition, .valid)
        XCTAssertEqual(log.commitCount, 5)
        XCTAssertEqual(log.frameCount, fixture.commits.last)
        XCTAssertNil(log.breakPoint)
        XCTAssertEqual(try fixture.commitsForSQLite(of: fixture.log, in: directory), 5)
        XCTAssertEqual(log.remains.pages, log.pages)
        XCTAssertEqual(log.remains.broken, [])
    }

    func testPagesOfTheLogAreThoseOfTheFoldedInDatabase() throws {
        let fixture = try fixture()
        let log = classify(fixture.log)
        let url = try directory.appendingPathComponent("folded.sqlite")
        try Data(fixture.database).write(to: url)
        try Data(fixture.log).write(to: URL(fileURLWithPath: url.path + "-wal"))
        let queue = try DatabaseQueue(path: url.path)
        try queue.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        }
        let folded = try Array(Data(contentsOf: url))
        XCTAssertEqual(folded.count, (log.databasePageCount ?? 0) * Fixture.pageSize)
        for (page, offset) in log.pages {
            let start = (page - 1) * Fixture.pageSize
            XCTAssertEqual(
                Array(folded[start..<start + Fixture.pageSize]),
                Array(fixture.log[offset..<offset + Fixture.pageSize]),
                "page \(page)"
            )
        }
        try queue.close()
    }

    func testFileIsReadInPieces() throws {
        let fixture = try Fixture(
            in: directory,
            writing: (0..<3).map { _ in Fixture.insert(bytes: 1_500_000) }
        )
        var longest = 0
        let pieces = ByteSource(size: fixture.log.count) { offset, count in
            longest = max(longest, count)
            return ByteSource(fixture.log).read(offset, count)
        }
        let log = WriteAheadLog(pieces, pageSize: Fixture.pageSize)
        XCTAssertLessThanOrEqual(longest, 1 << 20)
        XCTAssertGreaterThan(fixture.log.count, 3 << 20)
        XCTAssertEqual(log.remains, classify(fixture.log).remains)
        XCTAssertEqual(log.commitCount, 3)
        XCTAssertEqual(log.frameCount, fixture.commits.last)
    }

    func testEmptyLogs() throws {
        let fixture = try fixture()
        for size in 0...32 {
            XCTAssertEqual(classify(Array(fixture.log.prefix(size))).condition, .empty, "\(size)")
        }
        for size in [33, 4096, 3_000_000] {
            XCTAssertEqual(classify([UInt8](repeating: 0, count: size)).condition, .empty)
        }
    }

    func testFramesOfAnOlderLogAreNoDamage() throws {
        let fixture = try Fixture(
            in: directory,
            writing: [
                Fixture.insert(bytes: 9000),
                { try $0.execute(sql: "PRAGMA wal_checkpoint(FULL)") },
                Fixture.insert(bytes: 10),
            ]
        )
        let log = classify(fixture.log)
        XCTAssertEqual(log.condition, .valid)
        XCTAssertEqual(log.commitCount, 1)
        XCTAssertLessThan(log.frameCount, fixture.commits[0])
        XCTAssertNil(log.breakPoint)
    }

    func testLeftOversOfARolledBackTransactionAreNoDamage() throws {
        let rollBack: (Database) throws -> Void = { db in
            try db.inTransaction {
                for _ in 0..<30 { try Fixture.insert(bytes: 2000)(db) }
                return .rollback
            }
        }
        let rolledBack = try Fixture(
            in: directory,
            writing: [Fixture.insert(bytes: 10), rollBack]
        )
        XCTAssertGreaterThan(rolledBack.commits[1], rolledBack.commits[0], "nothing was spilled")
        XCTAssertEqual(classify(rolledBack.log).condition, .torn)
        XCTAssertEqual(classify(rolledBack.log).commitCount, 1)

        let continued = try Fixture(
            in: directory,
            writing: [Fixture.insert(bytes: 10), rollBack, Fixture.insert(bytes: 10)]
        )
        let log = classify(continued.log)
        XCTAssertEqual(log.condition, .torn)
        XCTAssertEqual(log.commitCount, 2)
        XCTAssertGreaterThan(log.breakPoint?.laterFrames ?? 0, 0)
        XCTAssertEqual(log.breakPoint?.laterCommits, 0)
        XCTAssertEqual(log.remains.pages, log.pages)
    }

    // MARK: Damage

    func testCutLogIsTornAndHasTheTransactionsBeforeTheCut() throws {
        let fixture = try fixture()
        let frames = fixture.commits.last ?? 0
        for frame in 0..<frames {
            let start = Fixture.offset(of: frame)
            let commits = fixture.commits.filter { $0 <= frame }.count
            let isBetween = frame == 0 || fixture.commits.contains(frame)
            for size in [0, 1, 23, 24, 25, 300, 24 + Fixture.pageSize - 1] {
                let cut = Array(fixture.log.prefix(start + size))
                let log = classify(cut)
                XCTAssertEqual(log.commitCount, commits, "frame \(frame), \(size) bytes")
                if frame == 0, size == 0 {
                    XCTAssertEqual(log.condition, .empty)
                } else {
                    XCTAssertEqual(
                        log.condition,
                        isBetween && size < 16 ? .valid : .torn,
                        "frame \(frame), \(size) bytes"
                    )
                }
            }
        }
    }

    func testEveryBitOfTheHeaderMatters() throws {
        let fixture = try fixture()
        let good = classify(fixture.log)
        for bit in 0..<32 * 8 {
            var bytes = fixture.log
            bytes[bit / 8] ^= 1 << (bit % 8)
            let log = classify(bytes)
            XCTAssertEqual(log.condition, .damaged, "bit \(bit)")
            XCTAssertEqual(log.commitCount, 0)
            // The frames tell what the header must have been.
            XCTAssertEqual(log.remains.pages, good.pages, "bit \(bit)")
        }
        let other = WriteAheadLog(ByteSource(fixture.log), pageSize: 4096)
        XCTAssertEqual(other.condition, .damaged)
        XCTAssertEqual(other.remains.pages, good.pages)
    }

    func testEveryDamagedByteOfAFrameIsNoticedAndCostsThatFrameAlone() throws {
        let fixture = try fixture()
        let good = classify(fixture.log)
        let frames = fixture.commits.last ?? 0
        var cases = 0
        for frame in 0..<frames {
            let places = Array(0..<24) + [24, 100, 24 + Fixture.pageSize - 1]
            for place in places {
                for pattern: UInt8 in [0x01, 0x80, 0xff] {
                    var bytes = fixture.log
                    bytes[Fixture.offset(of: frame) + place] ^= pattern
                    check(classify(bytes), good, fixture, frame: frame, "byte \(place)")
                    cases += 1
                }
            }
            var bytes = fixture.log
            let start = Fixture.offset(of: frame)
            for place in start..<start + 24 + Fixture.pageSize { bytes[place] = 0 }
            let log = classify(bytes)
            XCTAssertEqual(log.condition, frame == frames - 1 ? .torn : .damaged)
            cases += 1
        }
        print("damaged frames of a log: \(cases) cases")
    }

    private func check(
        _ log: WriteAheadLog,
        _ good: WriteAheadLog,
        _ fixture: Fixture,
        frame: Int,
        _ message: String
    ) {
        let message = "frame \(frame), \(message)"
        let isLast = frame == (fixture.commits.last ?? 0) - 1
        XCTAssertEqual(log.condition, isLast ? .torn : .damaged, message)
        XCTAssertEqual(log.commitCount, fixture.commits.filter { $0 <= frame }.count, message)
        XCTAssertEqual(log.breakPoint?.frame, frame, message)
        let later = fixture.commits.filter { $0 > frame + 1 }.count
        XCTAssertEqual(log.breakPoint?.laterCommits, later, message)
        // Every frame but that one can be used, for whoever looks for rows.
        let offset = Fixture.offset(of: frame) + 24
        for (page, place) in good.pages where place != offset {
            XCTAssertEqual(log.remains.pages[page], place, message)
        }
    }

    func testDamagedLogIsReadBySQLiteAsFarAsThisSays() throws {
        let fixture = try fixture()
        var numbers = SeededNumbers(seed: 7)
        for _ in 0..<60 {
            var bytes = fixture.log
            bytes[Int.random(in: 0..<bytes.count, using: &numbers)] ^=
                1
                << Int.random(
                    in: 0..<8,
                    using: &numbers
                )
            XCTAssertEqual(
                try fixture.commitsForSQLite(of: bytes, in: directory),
                classify(bytes).commitCount
            )
        }
    }

    func testNoRandomBytesCrash() throws {
        let fixture = try fixture()
        var numbers = SeededNumbers(seed: 8)
        for _ in 0..<300 {
            var bytes = fixture.log
            for _ in 0..<Int.random(in: 1..<200, using: &numbers) {
                let place = Int.random(in: 0..<bytes.count, using: &numbers)
                bytes[place] = UInt8.random(in: 0...255, using: &numbers)
            }
            _ = classify(Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &numbers))))
            _ = WriteAheadLog(ByteSource(Array(bytes.dropFirst(100))))
        }
    }
}
