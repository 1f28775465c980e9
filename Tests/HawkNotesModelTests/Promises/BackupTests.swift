import Foundation
import GRDB
import LibraryTestSupport
import Synchronization
import TestSupport
import XCTest

@testable import HawkNotesModel

/// Four weekly copies, and one before each change of the tables.
final class BackupTests: PromiseTestCase {
    private let day: TimeInterval = 24 * 60 * 60

    func testACopyAWeekAndFourAreKept() throws {
        let library = try open()
        for week in 1...6 {
            try library.addNote("week \(week)", on: subject)
            XCTAssertTrue(try library.copyWeeklyIfDue())
            XCTAssertFalse(try library.copyWeeklyIfDue(), "one is enough")
            environment.advance(by: 7 * day)
        }
        try library.close()
        let copies = try LibraryBackups(files, environment: environment.library).copies()
        XCTAssertEqual(copies.map(\.kind), Array(repeating: .weekly, count: 4))
        XCTAssertEqual(try names(in: files.backups).count, 4)
        XCTAssertEqual(try mode(of: files.backups), 0o700)
        for (copy, count) in zip(copies, [6, 5, 4, 3]) {
            XCTAssertEqual(try mode(of: copy.url), 0o600)
            let queue = try DatabaseQueue(path: copy.url.path)
            XCTAssertEqual(
                try queue.read { try $0.rowCount(of: "note") },
                count
            )
            try queue.close()
        }
    }

    func testCopiesFromAClockThatWasWrongNeitherCountNorPushOutNewOnes() throws {
        let library = try open()
        environment.advance(by: 365 * 10 * day)
        for _ in 1...4 {
            XCTAssertTrue(try library.copyWeeklyIfDue())
            environment.advance(by: 8 * day)
        }
        environment.advance(by: -365 * 10 * day - 60 * day)
        XCTAssertTrue(try library.copyWeeklyIfDue())
        XCTAssertFalse(try library.copyWeeklyIfDue())
        let dates = try LibraryBackups(files, environment: environment.library).copies().map(\.date)
        XCTAssertEqual(dates.count, 4)
        XCTAssertEqual(try XCTUnwrap(dates.last), environment.library.now())
        try library.close()
    }

    func testDamagedLibraryIsNotCopiedOverAGoodCopy() throws {
        let library = try open()
        let note = try library.addNote("The hawk keeps watch", on: subject)
        try library.copyWeeklyIfDue()
        try library.close()
        environment.advance(by: 8 * day)
        var bytes = try Data(contentsOf: databaseURL)
        let place = try XCTUnwrap(bytes.range(of: Data("keeps watch".utf8)))
        bytes[place.lowerBound] = UInt8(ascii: "s")
        try bytes.write(to: databaseURL)

        let damaged = try open()
        XCTAssertEqual(try damaged.check().changedNotes, [note.id])
        assertThrows(.damaged) { try damaged.copyWeeklyIfDue() }
        XCTAssertEqual(try names(in: files.backups).count, 1, "the good copy, and no other")
        XCTAssertEqual(try damaged.allNotes().map(\.text), ["The hawk seeps watch"])
        try damaged.close()
    }

    func testTooLittleRoomIsSaidAndTheCopyIsTriedAgain() throws {
        let room = Mutex<Int64>(1000)
        var environment = self.environment.library
        environment.freeSpace = { _ in room.withLock { $0 } }
        let library = try Library.open(at: databaseURL, environment: environment)
        assertThrows(.diskFull, mentioning: "not enough room", files.backups.path) {
            try library.copyWeeklyIfDue()
        }
        room.withLock { $0 = 1 << 30 }
        XCTAssertTrue(try library.copyWeeklyIfDue())
        try library.close()
    }

    // MARK: Before an update

    private func writeFrozenLibrary() throws {
        let frozen = try DatabaseQueue(path: databaseURL.path)
        try frozen.write { try $0.execute(sql: FrozenSchema.one) }
        try frozen.close()
    }

    func testLibraryIsCopiedBeforeItsTablesAreChanged() throws {
        try writeFrozenLibrary()
        try open().close()
        let copy = try XCTUnwrap(
            LibraryBackups(files, environment: environment.library).copies().first
        )
        XCTAssertEqual(copy.kind, .beforeUpdate)
        let queue = try DatabaseQueue(path: copy.url.path)
        XCTAssertEqual(try queue.read(LibrarySchema.version), 1)
        try queue.close()
        try open().close()
        XCTAssertEqual(try names(in: files.backups).count, 1, "once")
    }

    func testUpdateWaitsForRoomWhileTheLibraryCanBeRead() throws {
        try writeFrozenLibrary()
        let room = Mutex<Int64>(1000)
        var environment = self.environment.library
        environment.freeSpace = { _ in room.withLock { $0 } }
        let library = try Library.open(at: databaseURL, environment: environment)
        XCTAssertEqual(try library.allNotes().count, 2)
        XCTAssertEqual(try library.series().title, "Frozen")
        XCTAssertEqual(try library.series().allCharacters.map(\.name), ["Hawk", "Angler"])
        XCTAssertEqual(try library.series().related(to: uuid(21)).map(\.name), ["Angler"])
        XCTAssertEqual(try library.allSeries().map(\.bookCount), [1])
        XCTAssertEqual(try library.favorites(), [uuid(21)])
        XCTAssertEqual(try library.noteCounts(), [subject: 1, .character(uuid(21)): 1])
        XCTAssertEqual(try library.notes(on: subject, after: .first, limit: 9).notes.count, 1)
        for _ in 1...2 {
            assertThrows(.diskFull, mentioning: "not enough room") {
                try library.addNote("text", on: subject)
            }
        }
        room.withLock { $0 = 1 << 30 }
        try library.addNote("text", on: subject)
        XCTAssertEqual(try library.allNotes().count, 3)
        XCTAssertEqual(try library.noteCount(on: subject), 2, "of the new tables")
        XCTAssertEqual(try names(in: files.backups).count, 1)
        try library.close()
        XCTAssertEqual(try open().check(), LibraryFindings())
    }

    func testCopiesBeforeUpdatesAreKeptForThirtyDays() throws {
        let backups = LibraryBackups(files, environment: environment.library)
        let library = try open()
        try backups.copyBeforeMigration(library.store.writer)
        environment.advance(by: 29 * day)
        try backups.copyBeforeMigration(library.store.writer)
        XCTAssertEqual(try backups.copies().count, 2)
        environment.advance(by: 2 * day)
        try backups.copyBeforeMigration(library.store.writer)
        XCTAssertEqual(try backups.copies().count, 2, "the first is too old")
        try library.close()
    }
}
