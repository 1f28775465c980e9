import Foundation
import GRDB
import LibraryTestSupport
import XCTest

@testable import HawkNotesModel

/// A library on a file system that cannot share a mapping, such as 9p and virtiofs.
final class UnmappableLibraryTests: PromiseTestCase {
    /// Runs the test there, and sees to it that it was one.
    private func unmappable(_ body: () throws -> Void) rethrows {
        let (count, ()) = try SQLiteCalls.refusingToMap(body)
        XCTAssertGreaterThan(count, 0, "nothing was mapped")
    }

    func testIsCreatedWrittenAndOpenedAgain() throws {
        try unmappable {
            let library = try open()
            let note = try library.addNote("text", on: subject)
            try library.close()
            XCTAssertEqual(try names(in: directory), ["library.sqlite"])
            let again = try open()
            XCTAssertEqual(try again.allNotes(), [note])
            try again.close()
        }
    }

    func testReadsDoNotWaitForAWrite() throws {
        try unmappable {
            let library = try open()
            let note = try library.addNote("text", on: subject)
            try library.write("test") { db in
                try db.setNoteTexts(to: "other")
                XCTAssertEqual(try library.allNotes(), [note])
                return ((), [LibraryChange]())
            }
            XCTAssertEqual(try library.allNotes().map(\.text), ["other"])
            try library.close()
        }
    }

    func testLogIsFoldedInAndCopiedFrom() throws {
        try unmappable {
            let library = try open()
            try library.addNote("text", on: subject)
            XCTAssertTrue(try library.store.foldIn())
            XCTAssertNil(try LogMark.read(files))
            try library.addNote("in the log", on: subject)
            let copy = try library.makeBackup()
            try library.close()
            try LibraryRestore(at: databaseURL, environment: environment.library)
                .restore(copy.url)
            let restored = try open()
            XCTAssertEqual(try restored.allNotes().map(\.text), ["text", "in the log"])
            try restored.close()
        }
    }

    func testLogOfAKilledProgramIsRead() throws {
        try unmappable {
            let library = try open()
            let note = try library.addNote("text", on: subject)
            try kill(library)
            let again = try open()
            XCTAssertEqual(try again.allNotes(), [note])
            try again.close()
        }
    }

    /// Nothing folds the log in, neither when it is looked at nor when the library is let go of.
    func testDamagedLibraryIsLeftAsItIs() throws {
        try unmappable {
            let library = try open()
            try library.addNote("text", on: subject)
            try library.store.foldIn()
            try library.addNote("in the log", on: subject)
            try library.store.writer.writeWithoutTransaction { db in
                try db.execute(
                    sql: """
                        PRAGMA writable_schema = ON;
                        DELETE FROM sqlite_master WHERE name = 'noteBySubject';
                        """
                )
            }
            try kill(library)
            try assertDamaged(.unreadable)
            try LibraryRecovery(at: databaseURL, environment: environment.library).goOn()
            XCTAssertEqual(try Disk.status(files.log), .nothing)
        }
    }

    func testNewerVersionIsRefusedAndEveryByteIsKept() throws {
        try unmappable {
            let library = try open()
            try library.addNote("text", on: subject)
            try library.store.writer.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA user_version = 1000")
            }
            try kill(library)
            let before = try snapshot()
            XCTAssertNotNil(before["library.sqlite-wal"])
            assertThrows(.newerSchema) { try open() }
            XCTAssertEqual(try snapshot(), before)
        }
    }

    func testOneFailureIsNoReasonToLockOthersOut() throws {
        let library = try open()
        try library.close()
        let (count, again) = try SQLiteCalls.refusingToMap(times: 1) { try open() }
        XCTAssertEqual(count, 1)
        XCTAssertFalse(again.store.keepsLogIndex)
        try again.close()
    }
}
