import Foundation
import GRDB
import LibraryTestSupport
import Synchronization
import TestSupport
import XCTest

@testable import HawkNotesModel

/// Backups in a folder that the reader chose.
final class BackupFolderTests: PromiseTestCase {
    private let day: TimeInterval = 24 * 60 * 60
    private var folder: URL { directory.appendingPathComponent("disk") }
    private var backups: BackupFolder { BackupFolder(folder, timeZone: .gmt) }
    private var restore: LibraryRestore {
        LibraryRestore(at: databaseURL, environment: environment.library)
    }

    override func setUpWithError() throws {
        try super.setUpWithError()
        try Disk.makeFolder(folder)
    }

    func testBackupIsCheckedAndNamedAfterItsDay() throws {
        let library = try open()
        try library.addNote("first", on: subject)
        XCTAssertFalse(try backups.hasBackup(of: library))
        let progress = Mutex<[Double]>([])
        let backup = try library.backUp(to: backups) { value in
            progress.withLock { $0.append(value) }
        }
        XCTAssertEqual(backup.url.lastPathComponent, "Hawk Notes Backup 2023-11-14.sqlite")
        XCTAssertEqual(backup.date, environment.library.now())
        XCTAssertEqual(backup.contents.noteCount, 1)
        XCTAssertEqual(try mode(of: backup.url), 0o600)
        XCTAssertEqual(progress.withLock { $0.last }, 1)
        XCTAssertTrue(try backups.hasBackup(of: library))
        XCTAssertEqual(try names(in: folder), [backup.url.lastPathComponent])
        let second = try library.backUp(to: backups)
        XCTAssertEqual(second.url.lastPathComponent, "Hawk Notes Backup 2023-11-14 (2).sqlite")
        try library.close()
        XCTAssertEqual(try restore.contents(of: backup.url), backup.contents)
        XCTAssertEqual(try backups.copies().map(\.url), [second.url, backup.url])
        XCTAssertEqual(try backups.copies().map(\.kind), [.inFolder, .inFolder])
        XCTAssertEqual(try restore.drafts(in: backup.url), [])
    }

    func testDraftsAreInTheBackupAsTextAndNotInTheRestoredLibrary() throws {
        let library = try open()
        try library.saveSeries(uuid(1), title: "Mine")
        try library.save(Book(id: uuid(11), seriesID: uuid(1), title: "Book", position: 0))
        let note = try library.addNote("a note", on: .book(uuid(11)))
        var drafts = [
            BackupDraft(page: .book(uuid(11)), words: "a\ndraft #tag 'quoted'", quote: "a line"),
            BackupDraft(page: .book(uuid(11)), note: note.id, words: "an edit"),
            BackupDraft(page: .character(uuid(77)), words: "on a page that is gone"),
        ]
        let backup = try library.backUp(to: backups, drafts: drafts)
        try library.close()
        drafts[0].title = "Book"
        drafts[1].title = "Book"
        XCTAssertEqual(try restore.drafts(in: backup.url), drafts)
        let queue = try DatabaseQueue(path: backup.url.path)
        let sql = "SELECT pageTitle || ': ' || words FROM backupDraft"
        XCTAssertEqual(
            try queue.read { try String.fetchOne($0, sql: sql) },
            "Book: a\ndraft #tag 'quoted'"
        )
        try queue.close()

        try restore.restore(backup.url)
        let restored = try open()
        XCTAssertEqual(try restored.allNotes().map(\.text), ["a note"])
        XCTAssertEqual(try restored.check(), LibraryFindings())
        XCTAssertFalse(try restored.readAtOnce("look") { try $0.tableExists("backupDraft") })
        try restored.close()
    }

    func testTablesOtherThanThatOfDraftsAreStillRefused() throws {
        let library = try open()
        let drafts = [BackupDraft(page: subject, words: "a draft")]
        let backup = try library.backUp(to: backups, drafts: drafts)
        try library.close()
        let queue = try DatabaseQueue(path: backup.url.path)
        try queue.write { db in
            try db.execute(
                sql: """
                    CREATE TRIGGER strange AFTER DELETE ON backupDraft
                    BEGIN DELETE FROM note; END
                    """
            )
        }
        try queue.close()
        assertThrows(.damaged) { try self.restore.contents(of: backup.url) }
    }

    func testTheLastTenDaysAreKeptAndOtherFilesStay() throws {
        let others = [
            "Hawk Notes Backup 2001-01-01.sqlite", "Hawk Notes Backup 2001-01-02 (2).sqlite",
            "Hawk Notes Backup.sqlite", "letter.txt",
        ]
        for name in others {
            try Data("not ours".utf8).write(to: folder.appendingPathComponent(name))
        }
        let library = try open()
        try library.addNote("a note", on: subject)
        for _ in 1...12 {
            _ = try library.backUp(to: backups)
            _ = try library.backUp(to: backups)
            environment.advance(by: day)
        }
        try library.close()
        let found = Set(try names(in: folder))
        XCTAssertEqual(found.count, others.count + 20)
        XCTAssertTrue(found.isSuperset(of: others))
        XCTAssertFalse(found.contains("Hawk Notes Backup 2023-11-15.sqlite"))
        XCTAssertTrue(found.contains("Hawk Notes Backup 2023-11-16.sqlite"))
    }

    func testBackupsOfAnotherLibraryInTheFolderStay() throws {
        let other = try Library.open(
            at: directory.appendingPathComponent("other.sqlite"),
            environment: environment.library
        )
        let foreign = try other.backUp(to: backups)
        try other.close()
        environment.advance(by: day)
        let library = try open()
        XCTAssertFalse(try backups.hasBackup(of: library))
        for _ in 1...12 {
            _ = try library.backUp(to: backups)
            environment.advance(by: day)
        }
        try library.close()
        XCTAssertEqual(try names(in: folder).count, 11)
        XCTAssertNotEqual(try Disk.status(foreign.url), .nothing)
    }

    func testCancellingLeavesNothing() throws {
        let library = try open()
        try library.addNote("a note", on: subject)
        for stop in [0.0, 1.0] {
            XCTAssertThrowsError(
                try library.backUp(to: backups) {
                    if $0 >= stop { throw CancellationError() }
                }
            ) { XCTAssertTrue($0 is CancellationError, "\($0)") }
            XCTAssertEqual(try names(in: folder), [])
        }
        try library.close()
    }

    func testRemainsOfAKilledBackupAreRemoved() throws {
        let library = try open()
        let backup = self.backups
        // The state of the folder at the last moment before the backup gets its name.
        let remains = folder.appendingPathComponent("copy")
        let folder = folder
        XCTAssertThrowsError(
            try library.backUp(to: backup) { value in
                guard value >= 1 else { return }
                let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
                for name in names {
                    try Disk.copy(folder.appendingPathComponent(name), to: remains)
                    try Data(name.utf8).write(to: folder.appendingPathComponent("name"))
                }
                throw CancellationError()
            }
        )
        let name = try String(
            contentsOf: folder.appendingPathComponent("name"),
            encoding: .utf8
        )
        XCTAssertTrue(name.hasPrefix("."), name)
        let unfinished = folder.appendingPathComponent(name)
        try Disk.remove(folder.appendingPathComponent("name"))
        try Disk.rename(remains, to: unfinished)
        XCTAssertFalse(try backup.hasBackup(of: library))
        try backup.removeRemains(of: library)
        XCTAssertEqual(try names(in: folder), [])
        try Data("left".utf8).write(to: unfinished)
        _ = try library.backUp(to: backup)
        XCTAssertEqual(try names(in: folder).count, 1)
        try library.close()
    }

    func testMissingFolderAndFullDiskAreSaidAndLeaveNothing() throws {
        let room = Mutex<Int64>(1000)
        var environment = self.environment.library
        environment.freeSpace = { _ in room.withLock { $0 } }
        let library = try Library.open(at: databaseURL, environment: environment)
        let away = directory.appendingPathComponent("away")
        assertThrows(.notFound, mentioning: away.path) {
            try library.backUp(to: BackupFolder(away))
        }
        XCTAssertEqual(try Disk.status(away), .nothing)
        XCTAssertFalse(try BackupFolder(away).hasBackup(of: library))
        assertThrows(.diskFull, mentioning: "not enough room", folder.path) {
            try library.backUp(to: self.backups)
        }
        XCTAssertEqual(try names(in: folder), [])
        try library.close()
    }

    func testABackupThatReadsBackDifferentlyIsNotCalledOne() throws {
        let library = try open()
        try library.addNote("a note", on: subject)
        let earlier = try library.backUp(to: backups)
        try library.store.writer.writeWithoutTransaction { db in
            try db.execute(sql: "CREATE TABLE strange (x)")
        }
        assertThrows(.damaged) { try library.backUp(to: self.backups) }
        XCTAssertEqual(try names(in: folder), [earlier.url.lastPathComponent])
        try library.close()
    }
}
