import Foundation
import LibraryTestSupport
import TestSupport
import XCTest

@testable import HawkNotesModel

/// A log that is missing, cut or damaged is told, and nothing is overwritten.
final class LostLogTests: PromiseTestCase {
    private func killedLibrary(keeping names: Set<String>? = nil) throws -> (
        notes: [Note], since: Date
    ) {
        let library = try open()
        try library.addNote("folded in", on: subject)
        for _ in 1...3 { environment.pass(10) }
        let since = environment.library.now()
        for number in 1...5 {
            try library.addNote("in the log, \(number)", on: subject)
            environment.advance(by: 1)
        }
        let notes = try library.allNotes()
        try kill(library, keeping: names)
        return (notes, since)
    }

    func testEverythingIsThereAfterAKill() throws {
        let (notes, _) = try killedLibrary()
        let library = try open()
        XCTAssertEqual(try library.allNotes(), notes)
        try library.close()
        XCTAssertEqual(try names(in: directory), ["library.sqlite"])
    }

    func testMissingLogIsTold() throws {
        let (_, since) = try killedLibrary(keeping: ["library.sqlite", "library.sqlite-mark"])
        try assertDamaged(.logMissing, since: since)
    }

    func testEmptyLogIsTold() throws {
        let (_, since) = try killedLibrary(keeping: ["library.sqlite", "library.sqlite-mark"])
        for size in [0, 1, 31, 32] {
            try Data(count: size).write(to: files.log)
            try assertDamaged(.logMissing, since: since)
        }
    }

    func testLogThatIsCutAnywhereIsTold() throws {
        let (_, since) = try killedLibrary()
        let log = try Data(contentsOf: files.log)
        let frame = 4096 + 24
        let frames = (log.count - 32) / frame
        XCTAssertGreaterThan(frames, 10)
        for cut in (0..<frames).flatMap({ [32 + $0 * frame, 32 + $0 * frame + 100] }) {
            try log.prefix(cut).write(to: files.log)
            try assertDamaged(.logMissing, since: since)
        }
    }

    func testOneFlippedBitAnywhereInTheLogIsTold() throws {
        let (_, since) = try killedLibrary()
        let log = try Data(contentsOf: files.log)
        for place in stride(from: 0, to: log.count, by: isExhaustive ? 7 : 211) {
            var damaged = log
            damaged[place] ^= 0x10
            try damaged.write(to: files.log)
            XCTAssertThrowsError(try open(), "byte \(place)") {
                let damage = ($0 as? LibraryError)?.damage
                XCTAssertEqual(damage?.changesMayBeLostSince, since, "\($0)")
            }
            XCTAssertEqual(try Data(contentsOf: files.log), damaged)
        }
    }

    func testDamagedLogWithoutAMarkIsTold() throws {
        _ = try killedLibrary(keeping: ["library.sqlite", "library.sqlite-wal"])
        var log = try Data(contentsOf: files.log)
        log[32 + 24 + 100] ^= 0x10
        try log.write(to: files.log)
        try assertDamaged(.logDamaged)
    }

    func testLastTransactionThatWasNotFinishedIsNoLoss() throws {
        let library = try open()
        try library.addNote("saved", on: subject)
        let before = try snapshot()
        try library.addNote("not finished", on: subject)
        try kill(library)
        // The power was cut before the mark was renewed, and before one page reached the disk.
        try before["library.sqlite-mark"]?.write(to: files.mark)
        var log = try Data(contentsOf: files.log)
        let start = try XCTUnwrap(before["library.sqlite-wal"]).count
        log.replaceSubrange(start..<start + 4096, with: Data(count: 4096))
        try log.write(to: files.log)
        let again = try open()
        XCTAssertEqual(try again.allNotes().map(\.text), ["saved"])
        try again.close()
    }

    func testGoingOnKeepsWhatIsThereAndSetsAllOfItAside() throws {
        let (notes, _) = try killedLibrary()
        let log = try Data(contentsOf: files.log)
        try log.prefix(log.count - 2 * (4096 + 24)).write(to: files.log)
        let before = try snapshot()

        let folder = try LibraryRecovery(at: databaseURL, environment: environment.library).goOn()

        for (name, data) in before {
            XCTAssertEqual(try Data(contentsOf: folder.appendingPathComponent(name)), data)
        }
        let library = try open()
        XCTAssertEqual(try library.allNotes(), Array(notes.dropLast()))
        try library.addNote("new", on: subject)
        try library.close()
        XCTAssertEqual(try open().allNotes().count, notes.count)
    }

    func testMarkThatCannotBeReadSaysThatALogBelongsThere() throws {
        _ = try killedLibrary(keeping: ["library.sqlite"])
        try Data("?".utf8).write(to: files.mark)
        // All that is known is that there was a log; the database has no fewer commits than none.
        XCTAssertNoThrow(try open().close())
    }

    func testLibraryThatWasFoldedInBySomebodyElseIsWhole() throws {
        let (notes, _) = try killedLibrary()
        let recovery = LibraryFiles(database: databaseURL)
        let mark = try Data(contentsOf: recovery.mark)
        try open().close()
        try mark.write(to: recovery.mark)
        XCTAssertEqual(try open().allNotes(), notes)
    }
}
