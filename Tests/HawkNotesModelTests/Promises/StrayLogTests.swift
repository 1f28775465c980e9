import Foundation
import GRDB
import LibraryTestSupport
import TestSupport
import XCTest

@testable import HawkNotesModel
@testable import LibrarySalvage

/// A log counts only beside the file that it continues; any other is set aside, and nothing is laid over
/// a library that it does not belong to.
final class StrayLogTests: PromiseTestCase {
    /// What lies in a folder as a kill would leave it, by name.
    private typealias Files = [String: Data]

    private func put(_ contents: Files) throws {
        for url in files.all + [files.sharedMemory] { try Disk.remove(url) }
        for (name, data) in contents { try data.write(to: directory.appendingPathComponent(name)) }
    }

    /// Saves notes, and gives what a kill would leave then; the library is closed afterwards.
    private func files(afterSaving texts: [String]) throws -> Files {
        let library = try open()
        for text in texts { try library.addNote(text, on: subject) }
        let contents = try snapshot()
        try library.close()
        return contents
    }

    private func closedFile(afterSaving texts: [String]) throws -> Data {
        _ = try files(afterSaving: texts)
        return try Data(contentsOf: databaseURL)
    }

    /// Opens a library whose log does not belong to it, and checks that the log is whole in `set-aside`.
    private func assertSetAside(
        _ log: Data?,
        mark: Data? = nil,
        texts: [String],
        _ message: String = "",
        line: UInt = #line
    ) throws {
        let library = try open()
        XCTAssertEqual(Set(try library.allNotes().map(\.text)), Set(texts), message, line: line)
        XCTAssertEqual(try library.check(), LibraryFindings(), message, line: line)
        let folder = try XCTUnwrap(library.straysFolder, message, line: line)
        for (url, data) in [(files.log, log), (files.mark, mark)] {
            guard let data else { continue }
            let kept = folder.appendingPathComponent(url.lastPathComponent)
            XCTAssertEqual(try Data(contentsOf: kept), data, message, line: line)
        }
        try library.addNote("goes on", on: subject)
        try library.close()
        let again = try open()
        XCTAssertEqual(try again.allNotes().count, texts.count + 1, message, line: line)
        XCTAssertNil(again.straysFolder, "said once", line: line)
        try again.close()
    }

    private func assertBelongs(
        texts: [String],
        _ message: String = "",
        line: UInt = #line
    ) throws {
        let library = try open()
        XCTAssertNil(library.straysFolder, message, line: line)
        XCTAssertEqual(Set(try library.allNotes().map(\.text)), Set(texts), message, line: line)
        XCTAssertEqual(try library.check(), LibraryFindings(), message, line: line)
        try library.close()
    }

    // MARK: Strays

    func testYesterdaysLogIsNotLaidOverToday() throws {
        let yesterday = try files(afterSaving: ["one"])
        let today = try closedFile(afterSaving: ["two", "three"])
        let log = try XCTUnwrap(yesterday["library.sqlite-wal"])
        try put(["library.sqlite": today, "library.sqlite-wal": log])
        try assertSetAside(log, texts: ["one", "two", "three"])
    }

    func testLogOfAnotherLibraryIsNotFoldedIn() throws {
        let other = try files(afterSaving: ["theirs", "theirs, too"])
        try put([:])
        let mine = try closedFile(afterSaving: ["mine"])
        let log = try XCTUnwrap(other["library.sqlite-wal"])
        try put(["library.sqlite": mine, "library.sqlite-wal": log])
        try assertSetAside(log, texts: ["mine"])
    }

    /// A kill after a sync client has put the other computer's file in the library's place.
    func testLogOfTheFileThatWasReplacedIsSetAsideWithItsMark() throws {
        let shared = try closedFile(afterSaving: ["shared"])
        let mine = try files(afterSaving: ["mine"])
        try put(["library.sqlite": shared])
        let theirs = try closedFile(afterSaving: ["theirs", "theirs, too"])
        var left = mine
        left["library.sqlite"] = theirs
        try put(left)
        try assertSetAside(
            mine["library.sqlite-wal"],
            mark: mine["library.sqlite-mark"],
            texts: ["shared", "theirs", "theirs, too"]
        )
    }

    func testLogOfALaterStateIsSetAsideWhenAnEarlierFileIsPutBack() throws {
        let early = try closedFile(afterSaving: ["early"])
        _ = try closedFile(afterSaving: ["later"])
        var late = try files(afterSaving: ["last"])
        late["library.sqlite"] = early
        try put(late)
        try assertSetAside(
            late["library.sqlite-wal"],
            mark: late["library.sqlite-mark"],
            texts: ["early"]
        )
    }

    func testMarkOfAnotherLibraryIsSetAside() throws {
        let other = try files(afterSaving: ["theirs"])
        try put([:])
        let mine = try closedFile(afterSaving: ["mine"])
        let mark = try XCTUnwrap(other["library.sqlite-mark"])
        try put(["library.sqlite": mine, "library.sqlite-mark": mark])
        try assertSetAside(nil, mark: mark, texts: ["mine"])
    }

    /// The library's own log was overwritten: what stood in it is missing, and that is to be said.
    func testOwnMarkBesideTheLogOfAnotherLibrarySaysThatTheLogIsMissing() throws {
        let other = try files(afterSaving: ["theirs"])
        try put([:])
        var mine = try files(afterSaving: ["mine"])
        mine["library.sqlite-wal"] = other["library.sqlite-wal"]
        try put(mine)
        XCTAssertThrowsError(try open()) {
            XCTAssertEqual(($0 as? LibraryError)?.damage?.kind, .logMissing, "\($0)")
        }
        let kept = try XCTUnwrap(FileManager.default.enumerator(atPath: files.setAside.path))
            .compactMap { $0 as? String }.filter { $0.hasSuffix("-wal") }
        XCTAssertEqual(kept.count, 1, "the log is kept")
    }

    /// The log that a version before the last migration has left, which has no stamp.
    func testLogFromBeforeAMigrationIsNotLaidOverTheMigratedFile() throws {
        let (old, log) = try logThatLeavesTheStampAlone(schema: FrozenSchema.one)
        XCTAssertFalse(log.isEmpty)
        try put(["library.sqlite": old])
        let library = try open()
        let texts = try library.allNotes().map(\.text)
        try library.close()
        try log.write(to: files.log)
        try assertSetAside(log, texts: texts)
    }

    private func logThatLeavesTheStampAlone(schema: String) throws -> (file: Data, log: Data) {
        let queue = try DatabaseQueue(path: databaseURL.path)
        try queue.write { try $0.execute(sql: schema) }
        try queue.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0")
            try db.setNoteTexts(to: "stray")
        }
        let contents = try snapshot()
        try queue.close()
        return (
            try XCTUnwrap(contents["library.sqlite"]),
            try XCTUnwrap(contents["library.sqlite-wal"])
        )
    }

    // MARK: Logs that belong

    func testCommitOfAnotherProgramBelongs() throws {
        _ = try closedFile(afterSaving: ["one"])
        let queue = try DatabaseQueue(path: databaseURL.path)
        try queue.writeWithoutTransaction { db in
            db.add(function: .textChecksum)
            try db.execute(sql: "PRAGMA wal_autocheckpoint = 0")
            try db.execute(
                sql: "UPDATE note SET text = 'changed', textChecksum = textChecksum('changed')"
            )
        }
        let left = try snapshot()
        try queue.close()
        XCTAssertNotNil(left["library.sqlite-wal"])
        try put(left)
        try assertBelongs(texts: ["changed"])
    }

    func testFoldInThatIsCutAtAnyPageGoesOn() throws {
        _ = try closedFile(afterSaving: ["folded in"])
        let texts = (1...12).map { "note \($0)" }
        let left = try files(afterSaving: texts)
        XCTAssertGreaterThan(
            try assertEveryCutFoldInBelongs(
                left,
                texts: ["folded in"] + texts,
                step: sample(few: 3, more: 1, all: 1)
            ),
            5
        )
    }

    func testFoldInOfAMigrationThatIsCutAtAnyPageGoesOn() throws {
        for version in [3, 4] {
            try copyFrozenFiles(version)
            let store = try LibraryStore.open(files, environment: .live)
            try LibrarySchema.migrate(store.writer)
            let left = try snapshot()
            let texts = try store.read { try $0.noteTexts() }
            try store.closeWithoutFolding()
            XCTAssertGreaterThan(texts.count, 20)
            XCTAssertGreaterThan(
                try assertEveryCutFoldInBelongs(
                    left,
                    texts: texts,
                    step: sample(few: 13, more: 5, all: 1)
                ),
                2
            )
        }
    }

    func testStepsOfAMigrationContinueTheFile() throws {
        for version in [3, 4] {
            try copyFrozenFiles(version)
            let before = try snapshot()
            let store = try LibraryStore.open(files, environment: .live)
            let count = try store.read { try $0.rowCount(of: "note") }
            try LibrarySchema.migrate(store.writer)
            let after = try snapshot()
            try store.closeWithoutFolding()
            let (log, file) = (after["library.sqlite-wal"] ?? Data(), after["library.sqlite"])
            XCTAssertEqual(file, before["library.sqlite"])
            let start = before["library.sqlite-wal"]?.count ?? 0
            for cut in stride(from: start, through: log.count, by: isExhaustive ? 4120 : 5 * 4120) {
                var left = after
                left["library.sqlite-wal"] = log.prefix(cut)
                try put(left)
                let library = try open()
                XCTAssertNil(library.straysFolder, "version \(version) cut at \(cut)")
                XCTAssertEqual(try library.allNotes().count, count)
                try library.close()
            }
        }
    }

    /// Lays pages of the log over the file as an interrupted fold-in does: in their order up to any of
    /// them, and, as after a power cut, each alone and all but one.
    private func assertEveryCutFoldInBelongs(
        _ left: Files,
        texts: [String],
        step: Int = 1
    ) throws -> Int {
        let file = try XCTUnwrap(left["library.sqlite"])
        let log = try XCTUnwrap(left["library.sqlite-wal"])
        let pages = WriteAheadLog(ByteSource([UInt8](log))).pages
        let order = pages.keys.sorted()
        let prefixes = order.indices.map { Array(order[...$0]) }
        let subsets =
            prefixes + order.map { [$0] } + order.map { left in order.filter { $0 != left } }
        for subset in stride(from: 0, to: subsets.count, by: step).map({ subsets[$0] }) {
            var folded = file
            for page in subset {
                let end = page * 4096
                if folded.count < end { folded.append(Data(count: end - folded.count)) }
                let offset = try XCTUnwrap(pages[page])
                folded.replaceSubrange(end - 4096..<end, with: log[offset..<offset + 4096])
            }
            var present = left
            present["library.sqlite"] = folded
            for keepsMark in [true, false] {
                if !keepsMark { present["library.sqlite-mark"] = nil }
                try put(present)
                try assertBelongs(texts: texts, "pages \(subset), mark \(keepsMark)")
            }
        }
        return subsets.count
    }

    private func copyFrozenFiles(_ version: Int) throws {
        try put([:])
        try FrozenFiles.copy(version: version, to: files.all)
    }
}
