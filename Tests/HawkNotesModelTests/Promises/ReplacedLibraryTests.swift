import Foundation
import GRDB
import LibraryTestSupport
import Synchronization
import TestSupport
import XCTest

@testable import HawkNotesModel

/// Other programs put other files in the place of a library that is open: nothing that was saved is lost,
/// and nothing is said to be saved that is not.
final class ReplacedLibraryTests: ReplacedLibraryTestCase {
    func testWhatWasSavedIsSetAsideAndWhatComesAfterIsRefused() throws {
        for hand in Hand.allCases {
            for quits in [true, false] {
                let name = "\(hand.rawValue), \(quits ? "quit" : "kill")"
                let other = try makeOther(["theirs"])
                let library = try open()
                try library.addNote("before", on: subject)
                try act(hand, other)
                assertThrows(.replaced) { try library.addNote("after", on: subject) }
                assertThrows(.replaced) { try library.setFavorite(TestSeries.hawk, true) }
                XCTAssertEqual(try texts(of: library), ["shared", "before"], name)
                environment.pass(0)
                let replaced = try XCTUnwrap(library.store.replaced, name)
                XCTAssertEqual(replaced.kind, .replaced, name)
                XCTAssertNil(replaced.copyProblem, name)
                XCTAssertNotNil(replaced.copy, name)
                for _ in 1...4 { environment.pass(20) }
                XCTAssertThrowsError(try library.store.markAsDamaged(), name)
                let left = try snapshot()
                XCTAssertEqual(left["library.sqlite"], other, name + ": theirs is as it was")
                if quits {
                    try library.close()
                } else {
                    try library.store.closeWithoutFolding()
                    for url in files.all + [files.sharedMemory] { try Disk.remove(url) }
                    for (name, data) in left {
                        try data.write(to: home.appendingPathComponent(name))
                    }
                }
                let again = try open()
                XCTAssertEqual(try texts(of: again), ["shared", "theirs"], name)
                XCTAssertEqual(try again.check(), LibraryFindings(), name)
                try again.close()
                XCTAssertEqual(try textsSetAside(), ["shared", "before"], name)
                try FileManager.default.removeItem(at: home)
                try? FileManager.default.removeItem(at: aside)
                try setUpHome()
            }
        }
    }

    /// Replaced between the comparison and the end of a write: it must not be called saved.
    func testNoteThatWasWrittenIntoAFileWithoutANameIsNotCalledSaved() throws {
        let other = try makeOther(["theirs"])
        var environment = self.environment.library
        let hand = Mutex<(@Sendable () -> Void)?>(nil)
        environment.makeToken = {
            hand.withLock { $0 }?()
            return UUID()
        }
        let library = try Library.open(at: databaseURL, environment: environment)
        try library.addNote("before", on: subject)
        let (new, place) = (home.appendingPathComponent(".library.tmp"), databaseURL)
        hand.withLock { hand in
            hand = {
                do {
                    try other.write(to: new)
                    try Disk.rename(new, to: place)
                } catch {
                    XCTFail("\(error)")
                }
            }
        }
        assertThrows(.replaced) { try library.addNote("within", on: subject) }
        hand.withLock { $0 = nil }
        self.environment.pass(0)
        try library.close()
        XCTAssertEqual(try texts(of: try open()), ["shared", "theirs"])
        XCTAssertEqual(try textsSetAside(), ["shared", "before", "within"])
    }

    func testReplacementIsNoticedAtTheEndWithoutAnyWrite() throws {
        let other = try makeOther(["theirs"])
        let library = try open()
        try library.addNote("before", on: subject)
        try act(.renamedOver, other)
        try library.close()
        XCTAssertEqual(try texts(of: try open()), ["shared", "theirs"])
        XCTAssertEqual(try textsSetAside(), ["shared", "before"])
    }

    func testReplacementIsNoticedBeforeTheLogIsFoldedIn() throws {
        let other = try makeOther(["theirs"])
        let library = try open()
        try library.addNote("before", on: subject)
        try act(.writtenOver, other)
        for _ in 1...3 { environment.pass(10) }
        XCTAssertEqual(try Data(contentsOf: databaseURL), other)
        XCTAssertNotNil(library.store.replaced?.copy)
        try library.close()
        XCTAssertEqual(try Data(contentsOf: databaseURL), other)
    }

    /// A backup program that reads, a file manager that changes its rights, a copy with a link.
    func testTouchedFileIsStillTheLibrary() throws {
        let library = try open()
        try library.addNote("before", on: subject)
        XCTAssertEqual(chmod(databaseURL.path, 0o640), 0)
        XCTAssertEqual(
            link(databaseURL.path, home.appendingPathComponent("backup").path),
            0
        )
        try library.addNote("after", on: subject)
        try library.store.foldIn()
        XCTAssertNil(library.store.replaced)
        try library.close()
        XCTAssertEqual(try texts(of: try open()), ["before", "after"])
    }

    func testMissingFileIsWaitedFor() throws {
        let library = try open()
        try library.addNote("before", on: subject)
        try Disk.rename(home, to: aside)
        assertThrows(.replaced) { try library.addNote("meanwhile", on: subject) }
        XCTAssertEqual(library.store.replaced?.kind, .missing)
        XCTAssertEqual(try texts(of: library), ["before"])
        try Disk.rename(aside, to: home)
        try library.addNote("after", on: subject)
        XCTAssertNil(library.store.replaced)
        try library.close()
        XCTAssertEqual(try texts(of: try open()), ["before", "after"])
    }

    /// The copy that was made while the files were missing lacks what came after.
    func testWhatIsSavedAfterMissingFilesCameBackIsSetAsideToo() throws {
        let other = try makeOther(["theirs"])
        let library = try open()
        try library.addNote("before", on: subject)
        let away = home.appendingPathComponent("away")
        try Disk.rename(databaseURL, to: away)
        assertThrows(.replaced) { try library.addNote("meanwhile", on: subject) }
        environment.pass(0)
        XCTAssertNotNil(library.store.replaced?.copy)
        try Disk.rename(away, to: databaseURL)
        try library.addNote("after", on: subject)
        XCTAssertNil(library.store.replaced)
        try act(.renamedOver, other)
        try library.close()
        XCTAssertEqual(try textsSetAside(), ["shared", "before", "after"])
    }

    func testLogThatIsTakenAwayIsNoticed() throws {
        for suffix in ["-wal", "-shm"] {
            for isReplaced in [true, false] {
                let library = try open()
                try library.addNote("before", on: subject)
                let url = URL(fileURLWithPath: databaseURL.path + suffix)
                try Disk.remove(url)
                if isReplaced { try Data("other".utf8).write(to: url) }
                assertThrows(.replaced) { try library.addNote("after", on: subject) }
                environment.pass(0)
                try library.close()
                XCTAssertEqual(try textsSetAside(), ["before"], suffix)
                try FileManager.default.removeItem(at: home)
                try setUpHome()
            }
        }
    }

    func testEqualCopiesAreKeptOnceAndNoMoreThanTwoAnHour() throws {
        let other = try makeOther(["theirs"])
        for round in 1...5 {
            let library = try open()
            try library.addNote("mine \(round)", on: subject)
            try act(.renamedOver, other)
            assertThrows(.replaced) { try library.addNote("pending", on: subject) }
            environment.pass(0)
            let replaced = try XCTUnwrap(library.store.replaced)
            XCTAssertEqual(replaced.copy == nil, round > 2, "round \(round)")
            XCTAssertEqual(replaced.isCopyPostponed, round > 2, "round \(round)")
            XCTAssertNil(replaced.copyProblem, "round \(round)")
            // Nothing is lost for that: at the end it is copied all the same.
            try library.close()
            environment.advance(by: 60)
        }
        let mine = Set((1...5).map { "mine \($0)" })
        XCTAssertEqual(try textsSetAside().intersection(mine), mine)
        let count = try SetAside(files, environment: .live).libraries(since: .distantPast).count
        XCTAssertEqual(count, 5)
        // The same library once more, from the copy.
        let copies = try SetAside(files, environment: .live).libraries(since: .distantPast)
        let restore = LibraryRestore(at: databaseURL, environment: environment.library)
        try restore.restore(try XCTUnwrap(copies.last).appendingPathComponent("library.sqlite"))
        let after = try SetAside(files, environment: .live).libraries(since: .distantPast).count
        let library = try open()
        try act(.renamedOver, other)
        try library.close()
        XCTAssertEqual(
            try SetAside(files, environment: .live).libraries(since: .distantPast).count,
            after,
            "it is there already"
        )
    }

    func testCopyThatIsSavedElsewhereIsOneFileWithEverything() throws {
        let other = try makeOther(["theirs"])
        let library = try open()
        try library.addNote("mine", on: subject)
        try act(.renamedOver, other)
        assertThrows(.replaced) { try library.addNote("pending", on: subject) }
        let copy = directory.appendingPathComponent("copy.sqlite")
        try Data("something".utf8).write(to: copy)
        try library.saveCopyOfReplaced(to: copy)
        let queue = try DatabaseQueue(path: copy.path)
        XCTAssertEqual(
            try queue.read { try Set($0.noteTexts()) },
            ["shared", "mine"]
        )
        try queue.close()
        XCTAssertEqual(
            try names(in: directory).filter { $0.hasPrefix("copy") },
            ["copy.sqlite"]
        )
        try library.close()
    }

    /// Without any write: the folder is watched.
    @MainActor
    func testWatchTellsOfAReplacement() throws {
        let other = try makeOther(["theirs"])
        let library = try Library.open(at: databaseURL)
        try library.addNote("mine", on: subject)
        let told = expectation(description: "told, with the copy")
        told.assertForOverFulfill = false
        library.watchFiles(isActive: { false }) { replaced in
            if replaced?.copy != nil { told.fulfill() }
        }
        try act(.renamedOver, other)
        wait(for: [told], timeout: 60)
        try library.close()
        XCTAssertEqual(try textsSetAside(), ["shared", "mine"])
    }

    @MainActor
    func testOwnWritesAreNotTakenForAnotherProgram() throws {
        let library = try open()
        let looks = Mutex(0)
        let live = LibraryEnvironment.live
        let told = expectation(description: "told of the other program")
        told.assertForOverFulfill = false
        let watch = live.watch(files) {
            looks.withLock { $0 += 1 }
            told.fulfill()
        }
        XCTAssertNotNil(watch)
        for number in 1...3 { try library.addNote("\(number)", on: subject) }
        try library.store.foldIn()
        try library.addNote("last", on: subject)
        // An event of its own comes after all of those.
        let seen = expectation(description: "the watch works")
        let probe = live.watch(files) { seen.fulfill() }
        try Disk.rename(databaseURL, to: databaseURL)
        try Disk.rename(files.sharedMemory, to: home.appendingPathComponent("shm"))
        wait(for: [seen, told], timeout: 60)
        XCTAssertNotNil(probe)
        XCTAssertEqual(looks.withLock { $0 }, 1)
        try Disk.rename(home.appendingPathComponent("shm"), to: files.sharedMemory)
        try library.close()
    }

    /// Where nothing tells of changes, it is looked while a person does.
    @MainActor
    func testFilesAreLookedAtEveryTwoSecondsWhereNothingTells() throws {
        let other = try makeOther(["theirs"])
        var environment = self.environment.library
        environment.watch = { _, _ in nil }
        let library = try Library.open(at: databaseURL, environment: environment)
        try library.addNote("mine", on: subject)
        let isActive = Mutex(false)
        let told = Mutex(false)
        library.watchFiles(isActive: { isActive.withLock { $0 } }) { _ in
            told.withLock { $0 = true }
        }
        try act(.renamedOver, other)
        func pass() {
            self.environment.pass(2)
            self.environment.runMainQueue()
        }
        pass()
        pass()
        XCTAssertFalse(told.withLock { $0 }, "nobody looks")
        isActive.withLock { $0 = true }
        pass()
        pass()
        XCTAssertTrue(told.withLock { $0 })
        try library.close()
    }

    func testWithoutRoomTheLibraryStaysReadable() throws {
        let other = try makeOther(["theirs"])
        var environment = self.environment.library
        let room = Mutex<Int64>(1000)
        environment.freeSpace = { _ in room.withLock { $0 } }
        let library = try Library.open(at: databaseURL, environment: environment)
        try library.addNote("mine", on: subject)
        try act(.renamedOver, other)
        assertThrows(.replaced) { try library.addNote("pending", on: subject) }
        self.environment.pass(0)
        XCTAssertEqual(library.store.replaced?.copyProblem?.code, .diskFull)
        XCTAssertEqual(try texts(of: library), ["shared", "mine"])
        room.withLock { $0 = 1 << 30 }
        library.store.setAsideCopy()
        XCTAssertNotNil(library.store.replaced?.copy)
        try library.close()
        XCTAssertEqual(try textsSetAside(), ["shared", "mine"])
    }
}
