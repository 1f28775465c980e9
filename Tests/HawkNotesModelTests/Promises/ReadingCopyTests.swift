import Foundation
import LibraryTestSupport
import XCTest

@testable import HawkNotesModel

/// A library that another machine has open is shown as a copy, and is not touched.
final class ReadingCopyTests: PromiseTestCase {
    private var folder: URL { directory.appendingPathComponent("cache/copy") }

    private func openCopy(
        _ environment: LibraryEnvironment? = nil,
        prepare: (Library) throws -> Void = { _ in }
    ) throws -> Library {
        try Library.openCopy(
            of: databaseURL,
            heldBy: "desk",
            in: folder,
            environment: environment ?? self.environment.library,
            prepare: prepare
        )
    }

    private func texts(of library: Library) throws -> [String] {
        try library.allNotes().map(\.text).sorted()
    }

    /// All files of the library's folder but the copy's.
    private func contents() throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for name in try names(in: directory) where name != "cache" {
            contents[name] = try Data(contentsOf: directory.appendingPathComponent(name))
        }
        return contents
    }

    private func assertHeld(
        _ body: () throws -> Void,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        XCTAssertThrowsError(try body(), file: file, line: line) { error in
            let error = error as? LibraryError
            XCTAssertEqual(error?.code, .heldElsewhere, "\(error as Any)", file: file, line: line)
            XCTAssertEqual(error?.host, "desk", file: file, line: line)
        }
    }

    func testShowsWhatIsInTheFileAndInTheLogAndLeavesBothAlone() throws {
        let library = try open()
        try library.addNote("in the file", on: subject)
        try library.store.foldIn()
        try library.addNote("in the log", on: subject)
        let before = try contents()

        let copy = try openCopy()

        XCTAssertEqual(copy.holderOfOriginal, "desk")
        XCTAssertNil(library.holderOfOriginal)
        XCTAssertEqual(try texts(of: copy), ["in the file", "in the log"])
        XCTAssertEqual(try contents(), before)
        try library.addNote("later", on: subject)
        XCTAssertEqual(try texts(of: copy), ["in the file", "in the log"])
        try copy.close()
        XCTAssertEqual(try names(in: folder.deletingLastPathComponent()), [], "the copy goes")
        try library.close()
        XCTAssertEqual(try texts(of: open()).count, 3)
    }

    func testRefusesEveryWriteByTheNameOfTheOtherMachine() throws {
        let library = try open()
        let note = try library.addNote("saved", on: subject)
        let copy = try openCopy()
        assertHeld { try copy.addNote("new", on: subject) }
        assertHeld { try copy.deleteNote(note.id) }
        assertHeld { try copy.setFavorite(TestSeries.hawk, true) }
        environment.pass(60)
        XCTAssertEqual(try texts(of: copy), ["saved"])
        XCTAssertEqual(try names(in: files.setAside), [])
        XCTAssertEqual(try names(in: folder.appendingPathComponent("set-aside")), [])
        try copy.close()
        try library.close()
    }

    func testWhatIsPreparedIsInTheCopyAlone() throws {
        let library = try open()
        let copy = try openCopy { try $0.addNote("prepared", on: self.subject) }
        XCTAssertEqual(try texts(of: copy), ["prepared"])
        XCTAssertEqual(try texts(of: library), [])
        try copy.close()
        try library.close()
    }

    /// Each copy is the library as it was after some note, whatever is written and folded in meanwhile.
    func testCopyIsOneStateOfALibraryThatIsWrittenAllTheTime() throws {
        let library = try open()
        let (subject, count) = (subject, 150)
        let writing = DispatchGroup()
        DispatchQueue.global().async(group: writing) {
            for number in 0..<count {
                do {
                    try library.addNote(String(format: "%03d", number), on: subject)
                    if number % 5 == 0 { try library.store.foldIn() }
                } catch {
                    XCTFail("\(error)")
                }
            }
        }
        var copies = 0
        repeat {
            do {
                let copy = try openCopy()
                let texts = try texts(of: copy)
                XCTAssertEqual(texts, (0..<texts.count).map { String(format: "%03d", $0) })
                try copy.close()
                copies += 1
            } catch let error as LibraryError where error.code == .busy {
                continue
            }
        } while writing.wait(timeout: .now()) == .timedOut
        XCTAssertGreaterThan(copies, 0)
        XCTAssertEqual(try texts(of: library).count, count)
        try library.close()
    }

    /// The other machine writes, or folds its log in, between the copies of the two files, or while the first
    /// is made.
    func testWhatChangesWhileItIsCopiedIsCopiedAgain() throws {
        let hands: [String: (Library) throws -> Void] = [
            "writes": { try $0.addNote("second", on: self.subject) },
            "folds in": { try $0.store.foldIn() },
            "writes and folds in": {
                try $0.addNote("second", on: self.subject)
                try $0.store.foldIn()
            },
        ]
        for (name, act) in hands {
            for isLate in [false, true] {
                let library = try open()
                try library.addNote("first", on: subject)
                var copied: [String] = []
                let reading = ReadingCopy(
                    source: files,
                    folder: folder,
                    environment: environment.library,
                    copyFile: { source, target in
                        copied.append(source.lastPathComponent)
                        if copied.count == (isLate ? 2 : 1) { try act(library) }
                        try Disk.copy(source, to: target)
                        if copied.count == (isLate ? 2 : 1) {
                            try library.addNote("third", on: self.subject)
                        }
                    }
                )
                let copy = try Library.open(at: try reading.take())
                XCTAssertEqual(try texts(of: copy), try texts(of: library), name)
                XCTAssertNil(copy.straysFolder, name)
                XCTAssertGreaterThan(copied.count { $0 == "library.sqlite" }, 1, name)
                try copy.close()
                try library.close()
                for url in files.all { try Disk.remove(url) }
            }
        }
    }

    /// Not every file system tells of a change at once.
    func testFileThatReadsOtherwiseTheSecondTimeIsCopiedAgain() throws {
        let library = try open()
        try library.addNote("saved", on: subject)
        for suffix in ["", "-wal"] {
            var isFirst = true
            let reading = ReadingCopy(
                source: files,
                folder: folder,
                environment: environment.library,
                copyFile: { source, target in
                    try Disk.copy(source, to: target)
                    guard isFirst, source.path.hasSuffix("sqlite" + suffix) else { return }
                    isFirst = false
                    let file = try FileHandle(forUpdating: target)
                    try file.seek(toOffset: 40)
                    try file.write(contentsOf: Data("torn".utf8))
                    try file.close()
                }
            )
            let copy = try Library.open(at: try reading.take())
            XCTAssertFalse(isFirst)
            XCTAssertEqual(try texts(of: copy), ["saved"])
            try copy.close()
        }
        try library.close()
    }

    func testLibraryOfAnOlderVersionIsBroughtUpToDateInTheCopyAlone() throws {
        try FrozenFiles.copy(version: 4, to: files.all)
        let before = try contents()
        let copy = try openCopy()
        let texts = try texts(of: copy)
        try copy.close()
        XCTAssertEqual(try contents(), before)
        let library = try open()
        XCTAssertEqual(try self.texts(of: library), texts)
        XCTAssertFalse(texts.isEmpty)
        try library.close()
    }

    func testOneThatAKillHasLeftIsReplaced() throws {
        let library = try open()
        try library.addNote("first", on: subject)
        _ = try openCopy()
        try library.addNote("second", on: subject)
        let copy = try openCopy()
        XCTAssertEqual(try texts(of: copy), ["first", "second"])
        try copy.close()
        try library.close()
    }

    func testWithoutRoomOrWithoutALibraryThereIsNoCopy() throws {
        assertThrows(.busy) { try openCopy() }
        let library = try open()
        var full = environment.library
        full.freeSpace = { _ in 1 << 19 }
        assertThrows(.diskFull) { try openCopy(full) }
        XCTAssertEqual(try names(in: folder), [])
        try library.close()
    }
}
