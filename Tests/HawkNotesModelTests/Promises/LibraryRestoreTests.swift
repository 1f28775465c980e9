import Foundation
import GRDB
import LibraryTestSupport
import XCTest

@testable import HawkNotesModel

/// Going back to a backup, from which one can go back again.
final class LibraryRestoreTests: PromiseTestCase {
    private var restore: LibraryRestore {
        LibraryRestore(at: databaseURL, environment: environment.library)
    }

    /// A backup with one note, and a library with two.
    private func makeBackup() throws -> LibraryCopy {
        let library = try open()
        try library.saveSeries(uuid(1), title: "Mine")
        try library.save(Book(id: uuid(11), seriesID: uuid(1), title: "Book", position: 0))
        try library.addNote("first", on: .book(uuid(11)))
        let copy = try library.makeBackup()
        environment.advance(by: 60)
        try library.addNote("second", on: .book(uuid(11)))
        try library.close()
        return copy
    }

    func testBackupSaysWhatIsInIt() throws {
        let copy = try makeBackup()
        XCTAssertEqual(try restore.copies(), [copy])
        XCTAssertEqual(copy.kind, .byHand)
        let contents = try restore.contents(of: copy.url)
        XCTAssertEqual(contents.seriesTitles, ["Mine"])
        XCTAssertEqual(contents.seriesCount, 1)
        XCTAssertEqual(contents.bookCount, 1)
        XCTAssertEqual(contents.noteCount, 1)
        XCTAssertEqual(contents.newestNote, environment.library.now().addingTimeInterval(-60))
    }

    func testThePresentLibraryIsPutAsideAndCanBeRestoredInItsTurn() throws {
        let copy = try makeBackup()
        let before = try Data(contentsOf: databaseURL)
        let folder = try restore.restore(copy.url)
        var library = try open()
        XCTAssertEqual(try library.allNotes().map(\.text), ["first"])
        XCTAssertEqual(try library.check(), LibraryFindings())
        try library.close()
        let aside = folder.appendingPathComponent(databaseURL.lastPathComponent)
        XCTAssertEqual(try Data(contentsOf: aside), before)

        try restore.restore(aside)
        library = try open()
        XCTAssertEqual(try library.allNotes().map(\.text), ["first", "second"])
        try library.close()
        XCTAssertEqual(try restore.copies(), [copy], "the backup stays")
    }

    func testALibraryThatWasSetAsideWithItsLogIsRestoredWhole() throws {
        let library = try open()
        try library.addNote("in the file", on: subject)
        try library.store.foldIn()
        try library.addNote("in the log", on: subject)
        try kill(library)
        let folder = directory.appendingPathComponent("elsewhere")
        try Disk.makeFolder(folder)
        for url in [files.database, files.log] {
            try Disk.copy(url, to: folder.appendingPathComponent(url.lastPathComponent))
        }
        try restore.restore(folder.appendingPathComponent(databaseURL.lastPathComponent))
        let restored = try open()
        XCTAssertEqual(try restored.allNotes().map(\.text), ["in the file", "in the log"])
        try restored.close()
    }

    /// As a power cut or a kill leaves it: with the files of each moment.
    func testRestoringThatIsCutAnywhereLeavesTheOneOrTheOther() throws {
        let copy = try makeBackup()
        let whole = try snapshot()
        // Copied, and nothing said yet: the library is what it was.
        try Disk.copy(copy.url, to: files.replacement)
        var library = try open()
        XCTAssertEqual(try library.allNotes().count, 2)
        try library.close()
        XCTAssertEqual(try snapshot(), whole)
        // Said, and not done yet: the next start does it.
        try Disk.remove(files.replacement)
        try Disk.copy(copy.url, to: files.replacement)
        try LogMark(kind: .replacing, since: environment.library.now()).write(files, syncs: true)
        library = try open()
        XCTAssertEqual(try library.allNotes().count, 1)
        try library.close()
    }

    func testWhatIsNoBackupIsRefusedAndTheLibraryStays() throws {
        let copy = try makeBackup()
        let before = try snapshot()
        let text = directory.appendingPathComponent("text.sqlite")
        try Data("no database, whatever it is called".utf8).write(to: text)
        let cut = directory.appendingPathComponent("cut.sqlite")
        try Data(contentsOf: copy.url).dropLast(9000).write(to: cut)
        let newer = directory.appendingPathComponent("newer.sqlite")
        try change(copy, at: newer, "PRAGMA user_version = 99")
        let trigger = directory.appendingPathComponent("trigger.sqlite")
        try change(
            copy,
            at: trigger,
            "CREATE TRIGGER t AFTER INSERT ON note BEGIN DELETE FROM note; END"
        )
        for (url, code) in [
            (text, LibraryError.Code.damaged), (cut, .damaged), (newer, .newerSchema),
            (trigger, .damaged), (directory, .cannotOpen),
            (directory.appendingPathComponent("none"), .cannotOpen),
        ] {
            assertThrows(code) { try restore.contents(of: url) }
            assertThrows(code) { try restore.restore(url) }
            XCTAssertEqual(try snapshot(), before, url.lastPathComponent)
            XCTAssertEqual(try Disk.status(files.replacement), .nothing)
        }
        XCTAssertEqual(try names(in: files.setAside), [])
    }

    private func change(_ copy: LibraryCopy, at url: URL, _ sql: String) throws {
        try Disk.copy(copy.url, to: url)
        let queue = try DatabaseQueue(path: url.path)
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
        try queue.close()
    }

    func testBackupOfAnOlderVersionIsBroughtUpToDate() throws {
        _ = try makeBackup()
        let old = directory.appendingPathComponent("old.sqlite")
        let frozen = try DatabaseQueue(path: old.path)
        try frozen.write { try $0.execute(sql: FrozenSchema.one) }
        try frozen.close()
        XCTAssertEqual(try restore.contents(of: old).noteCount, 2)
        XCTAssertEqual(try restore.contents(of: old).seriesTitles, ["Frozen"])
        try restore.restore(old)
        let library = try open()
        XCTAssertEqual(try library.allNotes().count, 2)
        try library.close()
    }

    func testTooLittleRoomIsSaid() throws {
        let copy = try makeBackup()
        var environment = self.environment.library
        environment.freeSpace = { _ in 1000 }
        assertThrows(.diskFull) {
            try LibraryRestore(at: databaseURL, environment: environment).restore(copy.url)
        }
        let library = try open()
        XCTAssertEqual(try library.allNotes().count, 2)
        try library.close()
    }
}
