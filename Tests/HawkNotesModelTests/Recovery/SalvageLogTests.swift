import Foundation
import GRDB
import XCTest

@testable import HawkNotesModel
@testable import LibrarySalvage

/// A library whose newest transactions stand in its log, where something is wrong.
final class SalvageLogTests: SalvageTestCase {
    /// A library and its log, and what was in it after each transaction of the log.
    private struct Logged {
        var fixture: SalvageFixture
        var database: [UInt8] = []
        var log: [UInt8] = []
        var states: [(frames: Int, rows: SalvageFixture.Rows)] = []

        static func offset(of frame: Int) -> Int {
            LogHeader.size + frame * (LogFrameHeader.size + SalvageFixture.pageSize)
        }
    }

    private func logged() throws -> Logged {
        var logged = Logged(fixture: try SalvageFixture(in: directory))
        let url = directory.appendingPathComponent("logged.sqlite")
        try Data(logged.fixture.bytes).write(to: url)
        var configuration = Configuration()
        configuration.prepareDatabase { db in
            try db.execute(
                sql: "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0"
            )
        }
        let queue = try DatabaseQueue(path: url.path, configuration: configuration)
        let logURL = URL(fileURLWithPath: url.path + "-wal")
        try queue.writeWithoutTransaction { db in
            logged.states.append((0, logged.fixture.rows))
            for step in 0..<8 {
                try db.inTransaction {
                    try change(db, step)
                    return .commit
                }
                let frames = (try Data(contentsOf: logURL).count - 32) / 536
                logged.states.append((frames, try SalvageFixture.rows(of: db)))
            }
            logged.database = try Array(Data(contentsOf: url))
            logged.log = try Array(Data(contentsOf: logURL))
        }
        try queue.close()
        logged.fixture.rows = logged.states.last?.rows ?? [:]
        return logged
    }

    /// New notes of several lengths, one that is changed, and a favourite.
    private func change(_ db: Database, _ step: Int) throws {
        for number in 0..<3 {
            let text = SalvageFixture.text(
                bytes: [100, 3000, 420][number] + step,
                seed: 1000 + step * 3 + number
            )
            try SalvageFixture.insertNote(200 + step * 3 + number, text, db, hasChecksums: true)
        }
        let text = SalvageFixture.text(bytes: 200 + step, seed: step)
        try db.execute(
            sql: """
                UPDATE note SET text = ?, textChecksum = ?, modifiedAt = modifiedAt + 1000
                WHERE id = ?
                """,
            arguments: [
                text, TextChecksum.of(text), SalvageFixture.id(5, 20 + step),
            ]
        )
        try db.execute(
            sql: "INSERT OR IGNORE INTO favorite VALUES (?)",
            arguments: [SalvageFixture.id(3, step)]
        )
    }

    func testLogIsReadWithTheLibrary() throws {
        let logged = try logged()
        let result = try salvage(logged.database, log: logged.log, logged.fixture)
        XCTAssertEqual(result.rows, logged.fixture.rows)
        XCTAssertEqual(result.report.logCondition, .valid)
        XCTAssertEqual(result.report.tables["note"]?.inOneGo, 94)
        XCTAssertEqual(result.report.doubtfulNotes, [])
        let without = try salvage(logged.database, logged.fixture)
        XCTAssertEqual(without.rows, logged.states[0].rows)
        XCTAssertNil(without.report.logCondition)
    }

    func testCutLogGivesTheTransactionsBeforeTheCut() throws {
        let logged = try logged()
        let frames = logged.states.last?.frames ?? 0
        for frame in 0..<frames where isChosen(frame, oneOf: 41) {
            for extra in [0, 20, 300] {
                let cut = Array(logged.log.prefix(Logged.offset(of: frame) + extra))
                let result = try salvage(
                    logged.database,
                    log: cut,
                    logged.fixture,
                    kind: "a log that ends early"
                )
                let state = logged.states.last { $0.frames <= frame }?.rows
                XCTAssertEqual(result.rows, state, "frame \(frame), \(extra) bytes")
            }
        }
    }

    func testDamagedFrameCostsTheRowsThatItHolds() throws {
        let logged = try logged()
        let frames = logged.states.last?.frames ?? 0
        for frame in 0..<frames {
            let start = Logged.offset(of: frame)
            let places = [0, 3, 5, 9, 13, 17, 23].map { start + $0 } + [start + 24, start + 300]
            for (index, place) in places.enumerated()
            where isChosen(frame * places.count + index, oneOf: 131) {
                var bytes = logged.log
                bytes[place] ^= 0x21
                try check(bytes, logged, frame..<frame + 1, "frame \(frame) byte \(place - start)")
            }
            // Without its last frame the last transaction looks like one that was interrupted.
            guard frame < frames - 1, isChosen(frame, oneOf: 41) else { continue }
            var bytes = logged.log
            for place in start..<Logged.offset(of: frame + 1) { bytes[place] = 0 }
            try check(bytes, logged, frame..<frame + 1, "frame \(frame) of zeros")
        }
    }

    func testDamagedHeaderOfTheLogCostsNothing() throws {
        let logged = try logged()
        for place in 0..<32 where isChosen(place, oneOf: 9) {
            var bytes = logged.log
            bytes[place] ^= 0x42
            try check(bytes, logged, 0..<0, "byte \(place) of the header")
        }
    }

    /// Every note comes back in some version; every row that stands in none of the frames
    /// comes back as it was.
    private func check(
        _ log: [UInt8],
        _ logged: Logged,
        _ frames: Range<Int>,
        _ message: String
    ) throws {
        let result = try salvage(
            logged.database,
            log: log,
            logged.fixture,
            kind: "a damaged frame of a log"
        )
        XCTAssertEqual(result.report.logCondition == .valid, false, message)
        let held = try rowsHeld(by: frames, logged)
        check(result, logged.fixture.rows, damaged: held, logged.fixture, message)
    }

    /// The rows of which the last version stands in one of the frames.
    private func rowsHeld(by frames: Range<Int>, _ logged: Logged) throws -> Set<String> {
        let file = WriteAheadLog(ByteSource(logged.log), pageSize: SalvageFixture.pageSize)
        let offsets = Set(frames.map { Logged.offset(of: $0) + 24 })
        let pages = file.pages.filter { offsets.contains($0.value) }.keys
        return locations(logged, file).filter { !$0.value.isDisjoint(with: pages) }
            .reduce(into: []) { $0.insert($1.key) }
    }

    private var known: [String: Set<Int>] = [:]

    /// The pages that hold each row.
    private func locations(_ logged: Logged, _ file: WriteAheadLog) -> [String: Set<Int>] {
        guard known.isEmpty else { return known }
        let image = PageImage(
            database: ByteSource(logged.database),
            log: file,
            pageSize: SalvageFixture.pageSize,
            reserved: 0
        )
        var use = PageUse(pageCount: image.pageCount)
        let schema = DatabaseSchema(image, use: &use)
        for table in SalvageTable.allCases {
            guard let root = schema.tables[table.rawValue] else { continue }
            let walk = TreeWalk(image: image, isTable: true, table: 1)
            _ = walk.claim(from: root, in: &use) { _ in }
        }
        for number in 1...image.pageCount where use[number] == .leaf(table: 1) {
            guard let page = BTreePage(image.page(number) ?? [], number: number, usable: 512)
            else { continue }
            for cell in page.cells {
                var pages: Set = [number]
                var next = cell.overflow ?? 0
                while next != 0, pages.insert(next).inserted {
                    next = image.page(next)?.uint32(at: 0) ?? 0
                }
                guard let key = key(of: cell, page) else { continue }
                known[key] = pages
            }
        }
        return known
    }

    private func key(of cell: BTreePage.Cell, _ page: BTreePage) -> String? {
        guard let record = SQLRecord(page.bytes, in: cell.local, size: cell.payloadSize)
        else { return nil }
        let values = record.values(of: Array(page.bytes[cell.local]))
        let isNote = record.types.count >= 7 && record.types[0] == 0
        guard values.count > 1 || !isNote, case .blob(let id) = values[isNote ? 1 : 0]
        else { return nil }
        let table =
            isNote
            ? "note"
            : [1: "favorite", 4: "relation", 5: "series", 7: "character"][values.count] ?? "book"
        return SalvageFixture.key(table, Data(id))
    }
}
