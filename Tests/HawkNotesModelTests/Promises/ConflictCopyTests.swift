import Foundation
import GRDB
import LibraryTestSupport
import Synchronization
import XCTest

@testable import HawkNotesModel

/// Copies that sync clients leave beside a library that was changed in two places.
final class ConflictCopyTests: PromiseTestCase {
    private var scratch: URL { directory.appendingPathComponent("cache") }

    override func setUpWithError() throws {
        try super.setUpWithError()
        try Disk.makeFolder(scratch)
    }

    // MARK: Names

    func testNamesOfTheCarriersAreKnown() {
        for name in [
            "library.sync-conflict-20261126-002542-GNIEPGT.sqlite",
            "library (conflicted copy 2018-04-10 093612).sqlite",
            "library (conflicted copy anna 2018-04-10 093612).sqlite",
            "library_conflict-20180410-093612.sqlite",
            "library (anna's conflicted copy 2026-11-26).sqlite",
            "library (Anna’s conflicted copy 2026-11-26 (1)).sqlite",
            "library (case clash from 2026-11-26 002542).sqlite",
            "library (Case Conflict).sqlite", "library-desk-safeBackup-0001.sqlite",
            "library (1).sqlite", "library(12).sqlite", "library.sqlite..path1",
            "library.sqlite..path2", "library.sqlite.conflict1",
        ] {
            XCTAssertEqual(ConflictCopyName.kind(name, beside: "library.sqlite"), .named, name)
        }
        for name in [
            "library (Annas in Konflikt stehende Kopie 2026-11-26).sqlite", "library-desk.sqlite",
            "library of old", "library.sqlite~",
        ] {
            XCTAssertEqual(ConflictCopyName.kind(name, beside: "library.sqlite"), .similar, name)
        }
    }

    func testTheProgramsOwnFilesAreNone() {
        let own =
            [files.database, files.log, files.sharedMemory, files.journal, files.mark]
            + [files.newMark, files.replacement, files.backups, files.setAside]
        for name in own.map(\.lastPathComponent) + [
            "library.sqlite.new-wal", "library.sync-conflict-20261126-002542-GNIEPGT.sqlite-wal",
            "library.sqlite-wal..path1", "library (1).sqlite-mark", "notes.sqlite", "set-aside-2",
            "web",
        ] {
            XCTAssertNil(ConflictCopyName.kind(name, beside: "library.sqlite"), name)
        }
    }

    // MARK: What is in them

    /// A library, and a copy of it that has gone its own way: one note more, one with another text.
    private func libraryWithCopy(_ name: String = "library (1).sqlite") throws -> (Library, URL) {
        let library = try open()
        let common = try library.addNote("common", on: subject)
        let changed = try library.addNote("changed", on: subject)
        let deleted = try library.addNote("deleted", on: subject)
        try library.close()
        let copy = directory.appendingPathComponent(name)
        try FileManager.default.copyItem(at: databaseURL, to: copy)
        let other = try Library.open(at: copy, environment: environment.library)
        try other.addNote("only there", on: subject)
        try other.updateNote(changed.id, text: "changed there")
        try other.close()
        let again = try open()
        try again.addNote("only here", on: subject)
        try again.deleteNote(deleted.id)
        XCTAssertNotNil(try again.note(common.id))
        return (again, copy)
    }

    private func find(_ library: Library) throws -> [String: ConflictCopy.Finding] {
        let copies = try library.conflictCopies(scratchIn: scratch)
        return Dictionary(
            uniqueKeysWithValues: copies.map { ($0.url.lastPathComponent, $0.finding) }
        )
    }

    func testNotesThatTheLibraryLacksAreCountedAndNothingIsTouched() throws {
        let (library, copy) = try libraryWithCopy()
        let before = (try Data(contentsOf: copy), try Disk.version(of: copy))
        let listed = try names(in: directory)
        XCTAssertEqual(try find(library), ["library (1).sqlite": .notes(2)])
        XCTAssertEqual(try Data(contentsOf: copy), before.0)
        XCTAssertEqual(try Disk.version(of: copy), before.1)
        XCTAssertEqual(try names(in: directory), listed)
        XCTAssertEqual(try names(in: scratch), [])
        try library.close()
    }

    func testACopyWithItsLogIsReadWithIt() throws {
        let (library, copy) = try libraryWithCopy()
        let other = try Library.open(at: copy, environment: environment.library)
        try other.addNote("in the log", on: subject)
        let log = URL(fileURLWithPath: copy.path + "-wal")
        let bytes = (try Data(contentsOf: copy), try Data(contentsOf: log))
        try other.close()
        try bytes.0.write(to: copy)
        try bytes.1.write(to: log)
        XCTAssertEqual(try find(library), ["library (1).sqlite": .notes(3)])
        XCTAssertEqual(try Data(contentsOf: log), bytes.1)
        try library.close()
    }

    func testOneThatIsTheSameHasNothing() throws {
        let (library, copy) = try libraryWithCopy()
        try library.store.foldIn()
        try Disk.remove(copy)
        try FileManager.default.copyItem(at: databaseURL, to: copy)
        XCTAssertEqual(try find(library), ["library (1).sqlite": .notes(0)])
        try library.close()
    }

    func testWhatCannotBeReadIsSaidAndKept() throws {
        let (library, copy) = try libraryWithCopy()
        let whole = try Data(contentsOf: copy)
        let named = "library.sync-conflict-20261126-002542-GNIEPGT.sqlite"
        func put(_ data: Data, _ name: String) throws {
            try data.write(to: directory.appendingPathComponent(name))
        }
        try put(Data(whole.prefix(whole.count / 2)), "library (2).sqlite")
        try put(Data("not a database".utf8), named)
        try put(Data(), "library_conflict-20180410-093612.sqlite")
        // What says of itself neither by name nor by content that it is a library.
        try put(Data("text".utf8), "library.txt")
        let foreign = try DatabaseQueue(
            path: directory.appendingPathComponent("library of music.sqlite").path
        )
        try foreign.write { try $0.execute(sql: "CREATE TABLE song (title)") }
        try foreign.close()
        var newer = whole
        newer.replaceSubrange(60..<64, with: [0, 0, 9, 9])
        try put(newer, "library (3).sqlite")
        try FileManager.default.createSymbolicLink(
            at: directory.appendingPathComponent("library (4).sqlite"),
            withDestinationURL: copy
        )
        try Disk.makeFolder(directory.appendingPathComponent("library (5).sqlite"))
        let listed = try names(in: directory)
        XCTAssertEqual(
            try find(library),
            [
                "library (1).sqlite": .notes(2), "library (2).sqlite": .damaged, named: .damaged,
                "library_conflict-20180410-093612.sqlite": .damaged,
                "library (3).sqlite": .newerVersion,
            ]
        )
        XCTAssertEqual(try names(in: directory), listed)
        XCTAssertEqual(try names(in: scratch), [])
        try library.close()
    }

    /// Closing a descriptor of the library would give up its locks.
    func testAnotherNameOfTheLibraryItselfIsNotOpened() throws {
        let library = try open()
        for (file, name) in [databaseURL: "library (1).sqlite", files.sharedMemory: "library-2"] {
            let other = directory.appendingPathComponent(name)
            try FileManager.default.linkItem(at: file, to: other)
        }
        XCTAssertEqual(try find(library), [:])
        try library.close()
    }

    func testALargeOneIsNotRead() throws {
        let (library, _) = try libraryWithCopy()
        let copies = try XCTUnwrap(ConflictCopies(library, scratchIn: scratch, sizeLimit: 1 << 10))
        XCTAssertEqual(try copies.find().map(\.finding), [.tooLarge])
        try library.close()
    }

    func testWhatAKilledProgramLeftInTheScratchFolderIsRemoved() throws {
        let library = try open()
        let left = scratch.appendingPathComponent("conflict-copies")
        try Disk.makeFolder(left)
        try Data("private".utf8).write(to: left.appendingPathComponent("copy.sqlite"))
        XCTAssertEqual(try find(library), [:])
        XCTAssertEqual(try names(in: scratch), [])
        try library.close()
    }

    // MARK: Watching

    @MainActor
    func testTheyAreToldWhenTheyAreOthers() async throws {
        let (library, copy) = try libraryWithCopy()
        var told: [[ConflictCopy]] = []
        library.watchForConflictCopies(scratchIn: scratch) { result in
            guard case .success(let copies) = result else { return XCTFail("\(result)") }
            told.append(copies)
        }
        func pass(_ seconds: TimeInterval) {
            environment.pass(seconds)
            environment.runMainQueue()
        }
        XCTAssertEqual(told.count, 0, "the main thread looks at no file")
        pass(0)
        XCTAssertEqual(told.map { $0.map(\.finding) }, [[.notes(2)]])
        pass(TrashClock.day)
        XCTAssertEqual(told.count, 1, "the same again")
        try Disk.remove(copy)
        pass(TrashClock.day)
        XCTAssertEqual(told.last, [])
        try library.close()
        pass(TrashClock.day)
        XCTAssertEqual(told.count, 2)
    }
}
