import Foundation
import GRDB
import LibraryTestSupport
import Synchronization
import TestSupport
import XCTest

@testable import HawkNotesModel

/// What is offered for a library that cannot be opened.
final class RecoveryTests: PromiseTestCase {
    private var recovery: LibraryRecovery {
        LibraryRecovery(at: databaseURL, environment: environment.library)
    }

    /// A library with a copy that has one note, while the library has two and is damaged.
    private func damagedLibrary() throws -> Data {
        let library = try open()
        try library.addNote("old", on: subject)
        try library.copyWeeklyIfDue()
        try library.addNote("new", on: subject)
        try library.close()
        var bytes = try Data(contentsOf: databaseURL)
        bytes.replaceSubrange(0..<100, with: Data(repeating: 0xEE, count: 100))
        try bytes.write(to: databaseURL)
        return bytes
    }

    func testNewestGoodCopyTakesTheLibrarysPlace() throws {
        let bytes = try damagedLibrary()
        try assertDamaged(.notALibrary)
        let (copy, contents) = try XCTUnwrap(recovery.newestGoodCopy())
        XCTAssertEqual(contents.noteCount, 1)
        XCTAssertNotNil(contents.newestNote)

        let folder = try recovery.use(copy)

        XCTAssertEqual(
            try Data(contentsOf: folder.appendingPathComponent("library.sqlite")),
            bytes
        )
        let library = try open()
        XCTAssertEqual(try library.allNotes().map(\.text), ["old"])
        XCTAssertEqual(try mode(of: databaseURL), 0o600)
        XCTAssertTrue(FileManager.default.fileExists(atPath: copy.url.path), "the copy stays")
        try library.close()
    }

    func testDamagedCopyIsNotOffered() throws {
        _ = try damagedLibrary()
        let copy = try XCTUnwrap(recovery.newestGoodCopy()).copy
        try Data("garbage".utf8).write(to: copy.url)
        XCTAssertNil(try recovery.newestGoodCopy())
    }

    func testNewestBackupInTheReadersFolderTakesTheLibrarysPlace() throws {
        let disk = directory.appendingPathComponent("disk")
        try Disk.makeFolder(disk)
        let folder = BackupFolder(disk, timeZone: .gmt)
        let library = try open()
        try library.copyWeeklyIfDue()
        try library.addNote("later", on: subject)
        let backup = try library.backUp(
            to: folder,
            drafts: [BackupDraft(page: subject, words: "a draft")]
        )
        try library.close()
        let other = directory.appendingPathComponent("other")
        try Disk.makeFolder(other)
        let foreign = try Library.open(
            at: other.appendingPathComponent("library.sqlite"),
            environment: environment.library
        )
        try foreign.addNote("of another library", on: subject)
        let newest = try foreign.backUp(to: folder).url
        try foreign.close()
        try FileManager.default.setAttributes(
            [.modificationDate: Date.distantFuture],
            ofItemAtPath: newest.path
        )
        try Data("garbage".utf8).write(to: databaseURL)

        let recovery = LibraryRecovery(
            at: databaseURL,
            folder: folder,
            environment: environment.library
        )
        let (copy, contents) = try XCTUnwrap(recovery.newestGoodCopy())
        XCTAssertEqual(copy.url, backup.url)
        XCTAssertEqual(contents.noteCount, 1)
        XCTAssertEqual(try self.recovery.newestGoodCopy()?.copy.kind, .weekly)
        try recovery.use(copy)
        let restored = try open()
        XCTAssertEqual(try restored.allNotes().map(\.text), ["later"])
        XCTAssertFalse(try restored.readAtOnce("look") { try $0.tableExists("backupDraft") })
        try restored.close()
    }

    func testBeginningAnewSetsTheLibraryAside() throws {
        let bytes = try damagedLibrary()
        let folder = try recovery.beginAnew()
        XCTAssertEqual(
            try Data(contentsOf: folder.appendingPathComponent("library.sqlite")),
            bytes
        )
        XCTAssertEqual(try open().allNotes(), [])
    }

    func testWhatCanBeReadIsBroughtBack() throws {
        let bytes = try damagedLibrary()
        let progress = Mutex<[Double]>([])
        let report = try recovery.bringBack { fraction in
            progress.withLock { $0.append(fraction) }
        }
        XCTAssertEqual(report.noteCount, 2)
        XCTAssertEqual(report.doubtfulNoteCount, 0)
        XCTAssertEqual(
            try Data(contentsOf: report.folder.appendingPathComponent("library.sqlite")),
            bytes
        )
        XCTAssertEqual(progress.withLock { $0.last }, 1)
        let library = try open()
        XCTAssertEqual(try library.allNotes().map(\.text), ["old", "new"])
        XCTAssertEqual(try library.check(), LibraryFindings())
        try library.addNote("after", on: subject)
        try library.close()
        XCTAssertEqual(try open().allNotes().count, 3)
    }

    func testWhatStandsInADamagedLogIsBroughtBack() throws {
        let library = try open()
        for number in 1...6 { try library.addNote("note \(number)", on: subject) }
        try kill(library)
        var log = try Data(contentsOf: files.log)
        log[log.count / 2] ^= 0x10
        try log.write(to: files.log)
        try assertDamaged(.logDamaged)
        let report = try recovery.bringBack()
        XCTAssertEqual(report.salvage.logCondition, .damaged)
        let notes = try open().allNotes().map(\.text)
        XCTAssertEqual(Set(notes), Set((1...6).map { "note \($0)" }))
    }

    /// All of it stands in the log, in tables that had fewer columns.
    func testLibraryOfTheFirstVersionIsBroughtBack() throws {
        try FrozenFiles.copy(version: 1, to: [files.database, files.log])
        var bytes = try Data(contentsOf: files.database)
        bytes.replaceSubrange(0..<100, with: Data(count: 100))
        try bytes.write(to: files.database)
        try assertDamaged(.notALibrary)
        XCTAssertEqual(try recovery.bringBack().noteCount, 15)
        let library = try open()
        XCTAssertEqual(try library.allNotes().count, 15)
        XCTAssertEqual(try library.favorites().count, 2)
        XCTAssertEqual(try library.series().books.count, 3)
        XCTAssertEqual(try library.series().allCharacters.count, 9)
        XCTAssertEqual(try library.noteCounts().values.reduce(0, +), 15)
        XCTAssertEqual(try library.check(), LibraryFindings())
        try library.close()
    }

    func testInterruptedReplacementIsFinished() throws {
        let library = try open()
        try library.addNote("damaged", on: subject)
        try kill(library)
        let old = try snapshot()
        let new = try LibraryOpening.makeEmpty(files.replacement)
        try new.close()
        // As it is after each step, in the order in which they are taken.
        for step in 0...3 {
            for (name, data) in old {
                try data.write(to: directory.appendingPathComponent(name))
            }
            try FileManager.default.createDirectory(
                at: directory.appendingPathComponent("keep"),
                withIntermediateDirectories: true
            )
            let keep = directory.appendingPathComponent("keep/new")
            if step == 0 {
                try FileManager.default.copyItem(at: files.replacement, to: keep)
            } else {
                try Data(contentsOf: keep).write(to: files.replacement)
            }
            try LogMark(kind: .replacing, since: Date()).write(files, syncs: false)
            if step >= 1 { try Disk.remove(files.log) }
            if step >= 2 { try Disk.rename(files.replacement, to: databaseURL) }
            let opened = try open()
            XCTAssertEqual(try opened.allNotes(), [], "step \(step)")
            try opened.close()
            XCTAssertNil(try LogMark.read(files))
        }
    }

    func testDamageFoundWhileRunningIsToldAtTheNextStart() throws {
        let library = try open()
        try library.addNote("text", on: subject)
        try library.store.markAsDamaged()
        try library.addNote("more", on: subject)
        try library.close()
        try assertDamaged(.unreadable)
        try recovery.goOn()
        XCTAssertEqual(try open().allNotes().count, 2)
    }

    func testAnotherProgramThatHoldsTheDatabaseStopsNothingButSaving() throws {
        var environment = self.environment.library
        environment.busyTimeout = 0.05
        let library = try Library.open(at: databaseURL, environment: environment)
        let note = try library.addNote("text", on: subject)
        let other = try DatabaseQueue(path: databaseURL.path)
        try other.writeWithoutTransaction { db in
            try db.execute(sql: "BEGIN EXCLUSIVE")
            XCTAssertEqual(try library.allNotes(), [note])
            assertThrows(.busy, mentioning: "another program") {
                try library.addNote("more", on: subject)
            }
            try db.execute(sql: "COMMIT")
        }
        try library.addNote("more", on: subject)
        try other.close()
        try library.close()
    }

    func testOddThingsBesideTheLibraryAreSetAside() throws {
        let library = try open()
        let note = try library.addNote("text", on: subject)
        try library.close()
        let paths =
            ["-wal", "-shm", "-journal", "-mark", "-mark.new", ".new"].map { databaseURL.path + $0 }
            + [files.backups.path, files.setAside.path]
        for path in paths {
            for odd in OddThing.allCases {
                if odd == .emptyFile, path.hasSuffix("s") == false, path != files.setAside.path {
                    continue
                }
                try odd.make(at: path)
                let again = try open()
                XCTAssertEqual(try again.allNotes(), [note], "\(odd) at \(path)")
                XCTAssertNoThrow(try again.copyWeeklyIfDue(), "\(odd) at \(path)")
                try again.setFavorite(TestSeries.hawk, true)
                try again.setFavorite(TestSeries.hawk, false)
                try again.close()
                try? FileManager.default.removeItem(at: files.setAside)
                try? FileManager.default.removeItem(atPath: files.setAside.path + "-2")
                try? FileManager.default.removeItem(at: files.backups)
            }
        }
    }

    /// SQLite deletes what it takes for the journal of a torn transaction.
    func testFileThatIsNoJournalIsSetAsideAndNotDeleted() throws {
        let library = try open()
        let note = try library.addNote("text", on: subject)
        try library.close()
        try Data("Somebody's words.".utf8).write(to: files.journal)
        let again = try open()
        XCTAssertEqual(try again.allNotes(), [note])
        try again.close()
        let kept = try XCTUnwrap(FileManager.default.enumerator(atPath: files.setAside.path))
            .compactMap { $0 as? String }.filter { $0.hasSuffix("-journal") }
        let first = try XCTUnwrap(kept.first, "it is gone")
        let content = try Data(contentsOf: files.setAside.appendingPathComponent(first))
        XCTAssertEqual(String(decoding: content, as: UTF8.self), "Somebody's words.")
    }
}

/// What stands where a file should be.
enum OddThing: CaseIterable {
    case folder, pipe, danglingLink, linkToItself, emptyFile

    func make(at path: String) throws {
        try? FileManager.default.removeItem(atPath: path)
        switch self {
        case .folder:
            try FileManager.default.createDirectory(
                atPath: path + "/inside",
                withIntermediateDirectories: true
            )
        case .pipe: XCTAssertEqual(mkfifo(path, 0o600), 0)
        case .danglingLink: XCTAssertEqual(symlink("/nowhere/at/all", path), 0)
        case .linkToItself: XCTAssertEqual(symlink(path, path), 0)
        case .emptyFile: try Data().write(to: URL(fileURLWithPath: path))
        }
    }
}
