import Foundation
import GRDB
import LibraryTestSupport
import XCTest

@testable import HawkNotesModel

/// The one file has everything at the end, and soon after each write.
final class LogFoldingTests: PromiseTestCase {
    func testOneFileHasEverythingAfterClosing() throws {
        let library = try open()
        let note = try library.addNote("text", on: subject)
        try library.close()
        XCTAssertEqual(try names(in: directory), ["library.sqlite"])
        XCTAssertEqual(try open().allNotes(), [note])
    }

    /// Its log is gone then, which is no other program's doing.
    func testNothingIsSetAsideAfterClosing() throws {
        let library = try open()
        try library.addNote("text", on: subject)
        try library.close()
        XCTAssertThrowsError(try library.addNote("late", on: subject))
        environment.pass(60)
        XCTAssertEqual(try names(in: directory), ["library.sqlite"])
    }

    /// A check, a copy or a search that the end cuts short.
    func testOneFileHasEverythingAfterClosingWhileSomethingIsRead() throws {
        for _ in 1...20 {
            let library = try open()
            try library.addNote("text", on: subject)
            let isReading = DispatchSemaphore(value: 0)
            let reading = DispatchGroup()
            let tell = DatabaseFunction("tell", argumentCount: 0) { _ in
                isReading.signal()
                return 1
            }
            let read = { @Sendable in
                try library.store.read { db in
                    db.add(function: tell)
                    try db.execute(
                        sql: """
                            WITH RECURSIVE n(i) AS
                                (SELECT tell() FROM note UNION ALL SELECT i + 1 FROM n)
                            SELECT count(*) FROM n
                            """
                    )
                }
            }
            DispatchQueue.global().async(group: reading) {
                guard case .failure = Result(catching: read) else {
                    return XCTFail("it reads for ever")
                }
            }
            isReading.wait()
            try library.close()
            reading.wait()
            // An empty log may stay where the connection that read was closed last.
            XCTAssertEqual(Array(try snapshot().keys), ["library.sqlite"])
        }
        XCTAssertEqual(try open().allNotes().count, 20)
    }

    func testOneFileHasEverythingAfterThirtySecondsOfQuiet() throws {
        let library = try open()
        let note = try library.addNote("text", on: subject)
        XCTAssertEqual(try notesOfTheFileAlone(), [], "not yet")
        environment.pass(9)
        try library.setFavorite(TestSeries.hawk, true)
        for _ in 1...3 { environment.pass(10) }
        XCTAssertEqual(try notesOfTheFileAlone(), [note])
        XCTAssertNil(try LogMark.read(files))
        XCTAssertEqual(environment.laterJobCount, 0, "nothing is done while nothing changes")

        try library.addNote("more", on: subject)
        XCTAssertEqual(try LogMark.read(files)?.kind, .log)
        for _ in 1...3 { environment.pass(10) }
        XCTAssertEqual(try notesOfTheFileAlone().count, 2)
        try library.close()
    }

    func testLogIsNotFoldedInWhileNotesAreWritten() throws {
        let library = try open()
        for _ in 1...8 {
            try library.addNote("text", on: subject)
            environment.pass(6)
        }
        XCTAssertLessThan(try notesOfTheFileAlone().count, 8)
        try library.close()
    }

    func testNothingIsScheduledWithoutAWrite() throws {
        let library = try open()
        _ = try library.allNotes()
        XCTAssertEqual(environment.laterJobCount, 0)
        try library.close()
    }

    func testReadingDoesNotWaitForAWrite() throws {
        let library = try open()
        let note = try library.addNote("text", on: subject)
        try library.store.writer.writeWithoutTransaction { _ in
            XCTAssertEqual(try library.allNotes(), [note], "while the writer is busy")
        }
        try library.close()
    }

    @MainActor
    func testLogThatACrashHasLeftIsFoldedInAfterTheStart() async throws {
        let library = try open()
        let note = try library.addNote("text", on: subject)
        try kill(library)
        let again = try open()
        XCTAssertEqual(try notesOfTheFileAlone(), [])
        again.lookAfter { XCTAssertTrue($0.findings.isEmpty) }
        environment.pass(0)
        environment.runMainQueue()
        XCTAssertEqual(try notesOfTheFileAlone(), [note])
        XCTAssertNil(try LogMark.read(files))
        XCTAssertEqual(try names(in: files.backups).count, 1, "and this week's copy is made")
        try again.close()
    }

    @MainActor
    func testWhatTheEndCutsShortIsNoProblem() throws {
        let library = try open()
        var told = false
        library.lookAfter { care in
            told = true
            XCTAssertNil(care.copyProblem)
        }
        try library.close()
        environment.pass(0)
        environment.runMainQueue()
        XCTAssertTrue(told)
    }

    private func notesOfTheFileAlone() throws -> [Note] {
        let copy = directory.appendingPathComponent("alone-\(UUID())/library.sqlite")
        try FileManager.default.createDirectory(
            at: copy.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try FileManager.default.copyItem(at: databaseURL, to: copy)
        let library = try Library.open(at: copy)
        defer { XCTAssertNoThrow(try library.close()) }
        return try library.allNotes()
    }
}
