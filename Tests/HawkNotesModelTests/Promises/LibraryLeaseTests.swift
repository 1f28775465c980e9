import Foundation
import GRDB
import LibraryTestSupport
import Synchronization
import XCTest

@testable import HawkNotesModel

/// Two machines share a folder, and their locks do not meet: one of them uses the library, and what the other
/// has is in a copy.
final class LibraryLeaseTests: PromiseTestCase {
    private let desk = LeaseHost(identity: "1", name: "desk", boot: "a")
    private let laptop = LeaseHost(identity: "2", name: "laptop", boot: "b")
    /// Of the other machine; both are set by hand, each for itself.
    private let elsewhere = TestEnvironment()

    private func environment(
        _ host: LeaseHost,
        _ clock: TestEnvironment,
        isShared: Bool = true
    ) -> LibraryEnvironment {
        var environment = clock.library
        environment.host = host
        environment.isShared = { _ in isShared }
        let now = environment.now
        environment.uptime = { now().timeIntervalSinceReferenceDate }
        return environment
    }

    private var here: LibraryEnvironment { environment(desk, environment) }
    private var there: LibraryEnvironment { environment(laptop, elsewhere) }

    private func open(
        _ environment: LibraryEnvironment,
        _ leases: LeaseWatch? = nil
    ) throws -> Library {
        try Library.open(at: databaseURL, environment: environment, leases: leases)
    }

    private func assertHeld(
        by host: String,
        file: StaticString = #filePath,
        line: UInt = #line,
        _ body: () throws -> Void
    ) {
        XCTAssertThrowsError(try body(), file: file, line: line) { error in
            let error = error as? LibraryError
            XCTAssertEqual(error?.code, .heldElsewhere, "\(error as Any)", file: file, line: line)
            XCTAssertEqual(error?.host, host, file: file, line: line)
        }
    }

    /// All files of the folder, with what is in them.
    private func contents() throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for name in try names(in: directory) {
            contents[name] = try Data(contentsOf: directory.appendingPathComponent(name))
        }
        return contents
    }

    /// What becomes of a lease when its machine is switched off, and the files stay.
    private func strand(_ host: LeaseHost) throws -> LibraryLease {
        let lease = LibraryLease(
            host: host.identity,
            name: host.name,
            boot: host.boot,
            number: UUID(),
            renewals: 7
        )
        try lease.write(to: files.lease)
        return lease
    }

    func testSecondMachineIsRefusedByNameAndChangesNothing() throws {
        let library = try open(here)
        try library.addNote("saved", on: subject)
        // Of a new library that is not even begun, of one in use, and of one with a torn replacement.
        try Data("half".utf8).write(to: files.replacement)
        let before = try contents()
        assertHeld(by: "desk") { _ = try open(there) }
        XCTAssertEqual(try contents(), before)
        try library.addNote("after", on: subject)
        try library.close()
        let other = try open(there)
        XCTAssertEqual(try other.allNotes().map(\.text).sorted(), ["after", "saved"])
        try other.close()
    }

    func testLeaseAloneKeepsALibraryFromBeingMade() throws {
        _ = try strand(laptop)
        assertHeld(by: "laptop") { _ = try open(here) }
        XCTAssertEqual(try names(in: directory), ["library.sqlite-lease"])
    }

    func testLeaseThatDoesNotChangeIsOver() throws {
        _ = try strand(laptop)
        let leases = LeaseWatch(environment: here)
        assertHeld(by: "laptop") { _ = try open(here, leases) }
        environment.advance(by: 119)
        assertHeld(by: "laptop") { _ = try open(here, leases) }
        environment.advance(by: 1)
        let library = try open(here, leases)
        try library.addNote("saved", on: subject)
        XCTAssertEqual(LibraryLease.read(files.lease)?.host, desk.identity)
        try library.close()
        XCTAssertFalse(FileManager.default.fileExists(atPath: files.lease.path))
    }

    func testLeaseThatIsRenewedIsNotOver() throws {
        let library = try open(there)
        let leases = LeaseWatch(environment: here)
        for _ in 1...6 {
            XCTAssertEqual(leases.holder(of: files.lease), "laptop")
            elsewhere.pass(30)
            environment.advance(by: 100)
        }
        // It is switched off.
        XCTAssertEqual(leases.holder(of: files.lease), "laptop")
        environment.advance(by: 120)
        XCTAssertNil(leases.holder(of: files.lease))
        try library.close()
    }

    func testLeaseOfThisMachineCountsForNothing() throws {
        var earlier = desk
        earlier.boot = "an earlier start"
        _ = try strand(earlier)
        let library = try open(here)
        XCTAssertEqual(LibraryLease.read(files.lease)?.boot, desk.boot)
        try library.addNote("saved", on: subject)
        // Another process of it.
        let second = try strand(desk)
        try library.addNote("also", on: subject)
        XCTAssertEqual(LibraryLease.read(files.lease), second, "it was renewed a moment ago")
        try library.close()
        XCTAssertEqual(LibraryLease.read(files.lease), second, "only its own is removed")
    }

    /// A machine that slept: the other has waited, and uses the library by now.
    func testHolderThatFindsAnothersLeaseWritesNothingMore() throws {
        for writes in [true, false] {
            let library = try open(here)
            try library.addNote("before", on: subject)
            let theirs = try strand(laptop)
            if writes {
                assertHeld(by: "laptop") { try library.addNote("after", on: subject) }
            } else {
                environment.pass(30)
            }
            let left = try snapshot()
            environment.pass(0)
            let replaced = try XCTUnwrap(library.store.replaced)
            XCTAssertEqual(replaced.kind, .heldElsewhere("laptop"))
            let copy = try XCTUnwrap(replaced.copy)
            XCTAssertEqual(try library.allNotes().map(\.text), ["before"])
            for _ in 1...4 { environment.pass(30) }
            // What the other machine does meanwhile may not be undone.
            assertHeld(by: "laptop") { try library.addNote("later", on: subject) }
            try library.close()
            XCTAssertEqual(LibraryLease.read(files.lease), theirs)
            XCTAssertEqual(try snapshot(), left, "the log is the other machine's")
            let queue = try DatabaseQueue(
                path: copy.appendingPathComponent("library.sqlite").path
            )
            XCTAssertEqual(
                try queue.read { try $0.noteTexts() },
                ["before"]
            )
            try queue.close()
            let other = try open(there)
            XCTAssertEqual(try other.allNotes().map(\.text), ["before"])
            try other.close()
            for name in try names(in: directory) {
                try FileManager.default.removeItem(at: directory.appendingPathComponent(name))
            }
        }
    }

    /// Taken between the look before a commit and its end.
    func testCommitThatAnotherMachineHasComeBetweenIsNotCalledSaved() throws {
        var mine = here
        let (theirs, place) = (laptop, files.lease)
        let isDue = Mutex(false)
        mine.makeToken = {
            if isDue.withLock({ $0 }) {
                do {
                    try LibraryLease(
                        host: theirs.identity,
                        name: theirs.name,
                        boot: theirs.boot,
                        number: UUID(),
                        renewals: 0
                    ).write(to: place)
                } catch {
                    XCTFail("\(error)")
                }
            }
            return UUID()
        }
        let library = try open(mine)
        isDue.withLock { $0 = true }
        assertHeld(by: "laptop") { try library.addNote("within", on: subject) }
        try library.close()
    }

    func testBackupIsNotPutIntoTheHandsOfAnotherMachine() throws {
        let library = try open(here)
        try library.addNote("saved", on: subject)
        try library.close()
        let backup = directory.appendingPathComponent("backup.sqlite")
        try FileManager.default.copyItem(at: databaseURL, to: backup)
        _ = try strand(laptop)
        let bytes = try Data(contentsOf: databaseURL)
        let identity = Disk.identity(databaseURL)
        let restore = LibraryRestore(at: databaseURL, environment: here)
        assertHeld(by: "laptop") { try restore.restore(backup) }
        XCTAssertEqual(try Data(contentsOf: databaseURL), bytes)
        XCTAssertEqual(Disk.identity(databaseURL), identity)
    }

    /// A name that this machine remembers, of a file that the other one has removed: there is nothing to open,
    /// and nothing is made, as if there were.
    func testNamesThatASharedFolderStillShowsAreWaitedFor() throws {
        let failures: [any Error] = [
            LibraryError(.cannotOpen, "gone", underlying: POSIXError(.ENOENT)),
            LibraryError(.cannotOpen, "gone", underlying: POSIXError(.ESTALE)),
            DatabaseError(resultCode: .SQLITE_CANTOPEN),
        ]
        for failure in failures {
            for isShared in [true, false] {
                let pauses = Mutex(0)
                var mine = environment(desk, environment, isShared: isShared)
                mine.pause = { _ in pauses.withLock { $0 += 1 } }
                let opening = LibraryOpening(
                    files: files,
                    isExpected: false,
                    environment: mine,
                    leases: LeaseWatch(environment: mine),
                    progress: { _ in },
                    openDatabase: { files, lease, environment in
                        if pauses.withLock({ $0 < 3 }) { throw failure }
                        return try LibraryStore.open(files, lease: lease, environment: environment)
                    }
                )
                if isShared {
                    try opening.open().close()
                    XCTAssertEqual(pauses.withLock { $0 }, 3)
                } else {
                    XCTAssertThrowsError(try opening.open())
                    XCTAssertEqual(pauses.withLock { $0 }, 0)
                }
            }
        }
    }

    func testWhatIsNoLeaseDoesNoHarm() throws {
        let place = files.lease.path
        let whole = try JSONEncoder().encode(try strand(laptop))
        let damaged: [String: Data] = [
            "empty": Data(), "zeros": Data(count: 100), "text": Data("desk".utf8),
            "cut": whole.prefix(whole.count / 2), "list": Data("[1]".utf8),
            "nobody": Data(
                String(decoding: whole, as: UTF8.self)
                    .replacingOccurrences(of: "\"host\":\"2\"", with: "\"host\":\"\"").utf8
            ),
            "huge": whole + Data(repeating: UInt8(ascii: " "), count: 1 << 22),
        ]
        let makers: [String: () throws -> Void] = [
            "folder": { try Disk.makeFolder(URL(fileURLWithPath: place)) },
            "pipe": { XCTAssertEqual(mkfifo(place, 0o600), 0) },
            "link to nothing": { XCTAssertEqual(symlink("/nowhere/at/all", place), 0) },
            "link to a lease": {
                try whole.write(to: self.directory.appendingPathComponent("lease"))
                XCTAssertEqual(symlink("lease", place), 0)
            },
            "unreadable name": {
                try Disk.makeFolder(URL(fileURLWithPath: place + ".new"))
            },
        ]
        var cases = makers
        for (name, data) in damaged {
            cases[name] = { try data.write(to: URL(fileURLWithPath: place)) }
        }
        for (name, make) in cases {
            for other in try names(in: directory) {
                try FileManager.default.removeItem(at: directory.appendingPathComponent(other))
            }
            try make()
            let library = try open(here)
            XCTAssertEqual(LibraryLease.read(files.lease)?.host, desk.identity, name)
            try library.addNote("saved", on: subject)
            // Put there while the library is open.
            try Disk.remove(files.lease)
            try make()
            try library.addNote("also", on: subject)
            try library.close()
            try? FileManager.default.removeItem(at: files.lease)
            let again = try open(here)
            XCTAssertEqual(try again.allNotes().map(\.text).sorted(), ["also", "saved"], name)
            try again.close()
        }
    }

    func testNothingIsRenewedOnALocalDiskWhileNothingChanges() throws {
        let library = try open(environment(desk, environment, isShared: false))
        let before = LibraryLease.read(files.lease)
        XCTAssertNotNil(before)
        XCTAssertEqual(environment.laterJobCount, 0)
        for _ in 1...20 { environment.pass(30) }
        XCTAssertEqual(LibraryLease.read(files.lease), before)
        try library.addNote("saved", on: subject)
        XCTAssertEqual(LibraryLease.read(files.lease)?.renewals, 1)
        try library.addNote("at once", on: subject)
        XCTAssertEqual(LibraryLease.read(files.lease)?.renewals, 1)
        try library.close()
    }

    func testRenewalEndsWithTheLibrary() throws {
        let library = try open(here)
        try library.close()
        for _ in 1...3 { environment.pass(30) }
        XCTAssertEqual(environment.laterJobCount, 0)
        XCTAssertFalse(FileManager.default.fileExists(atPath: files.lease.path))
    }

    func testNameOfAMachineIsShownWithoutTricks() {
        let lease = LibraryLease(host: "1", name: "", boot: "", number: UUID(), renewals: 0)
        let names = [
            "desk": "desk", "": "?", "a\u{202E}b\n\u{0}c": "abc", "\u{200B}": "?",
            "Bücherregal": "Bücherregal",
            String(repeating: "x", count: 9000): String(repeating: "x", count: 64),
        ]
        for (name, shown) in names {
            var lease = lease
            lease.name = name
            XCTAssertEqual(lease.shownName, shown)
        }
    }

    func testIdentityIsThatOfTheInstallationAndTellsNothingOfIt() {
        let id = "0123456789abcdef0123456789abcdef"
        let one = LeaseHost(machineID: id, name: "desk", boot: "a")
        XCTAssertEqual(one.identity, LeaseHost(machineID: id, name: "renamed", boot: "b").identity)
        XCTAssertNotEqual(one.identity, LeaseHost(machineID: "", name: "desk", boot: "a").identity)
        XCTAssertNotEqual(
            LeaseHost(machineID: "", name: "desk", boot: "a").identity,
            LeaseHost(machineID: "", name: "laptop", boot: "a").identity
        )
        XCTAssertFalse(one.identity.contains(id.prefix(8)))
        XCTAssertEqual(one.identity.count, 32)
        XCTAssertFalse(LeaseHost.current.name.isEmpty)
    }
}
