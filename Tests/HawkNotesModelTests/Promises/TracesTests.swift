import Foundation
import GRDB
import LibraryTestSupport
import XCTest

@testable import HawkNotesModel

/// An empty file is a new library only where nothing says that there was one.
final class TracesTests: PromiseTestCase {
    func testEmptyFileWithoutAnyTraceIsANewLibrary() throws {
        try Data().write(to: databaseURL)
        let library = try open()
        try library.addNote("text", on: subject)
        try library.close()
        XCTAssertEqual(try open().allNotes().count, 1)
    }

    func testEmptyFileIsToldWhereTheWindowsStateSaysOtherwise() throws {
        try Data().write(to: databaseURL)
        try assertDamaged(.empty, isExpected: true)
    }

    func testMissingFileIsToldWhereTheWindowsStateSaysOtherwise() throws {
        try assertDamaged(.missing, isExpected: true)
    }

    func testEmptyOrMissingFileIsToldWhereThereAreCopies() throws {
        let library = try open()
        try library.addNote("text", on: subject)
        XCTAssertTrue(try library.copyWeeklyIfDue())
        try library.close()
        try Data().write(to: databaseURL)
        try assertDamaged(.empty)
        try FileManager.default.removeItem(at: databaseURL)
        try assertDamaged(.missing)
    }

    func testEmptyFileIsToldWhereAMarkSaysOtherwise() throws {
        let library = try open()
        try library.addNote("text", on: subject)
        try kill(library, keeping: ["library.sqlite-mark"])
        try assertDamaged(.missing)
        try Data().write(to: databaseURL)
        try assertDamaged(.empty)
    }

    func testPowerCutRightAfterTheFirstStartIsNoLoss() throws {
        let library = try open()
        try library.importSeries(from: try write(TestSeries()))
        XCTAssertEqual(try LogMark.read(files)?.kind, .new)
        try kill(library, keeping: ["library.sqlite-mark"])
        try Data().write(to: databaseURL)
        let again = try open()
        try again.store.settle()
        XCTAssertNil(try LogMark.read(files))
        try again.close()
    }

    func testImpossibleVersionsAreDamage() throws {
        try open().close()
        for version in [-1, Int(Int32.min), 0] {
            let queue = try DatabaseQueue(path: databaseURL.path)
            try queue.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA user_version = \(version)")
            }
            try queue.close()
            try assertDamaged(.unreadable)
        }
    }
}
