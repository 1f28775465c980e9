import Foundation
import LibraryTestSupport
import TestSupport
import XCTest

@testable import HawkNotesModel

/// A library that another program has replaced is put back, and replaced again.
final class PutBackLibraryTests: ReplacedLibraryTestCase {
    func testKeepingMinePutsItBackAndKeepsTheirs() throws {
        let other = try makeOther(["theirs"])
        let library = try open()
        try library.addNote("mine", on: subject)
        try act(.renamedOver, other)
        assertThrows(.replaced) { try library.addNote("pending", on: subject) }
        environment.pass(0)
        let copy = try XCTUnwrap(library.store.replaced?.copy)
        try library.close()
        let restore = LibraryRestore(at: databaseURL, environment: environment.library)
        try restore.putBack(copy)
        let again = try open()
        XCTAssertEqual(try texts(of: again), ["shared", "mine"])
        try again.addNote("pending", on: subject)
        try again.close()
        XCTAssertEqual(try textsSetAside(), ["shared", "mine", "theirs"])
    }

    /// Opens the library, lets another program replace it, and closes it.
    ///
    /// - Parameter putsBack: whether the library as it was is put back afterwards.
    /// - Returns: what was known of it.
    @discardableResult
    private func openAndReplace(
        with other: Data,
        putsBack: Bool = false,
        host: String = "this"
    ) throws -> ReplacedLibrary {
        let library = try Library.open(at: databaseURL, environment: onMachine(host))
        try library.addNote("mine", on: subject)
        try act(.renamedOver, other)
        assertThrows(.replaced) { try library.addNote("pending", on: subject) }
        environment.pass(0)
        let known = try XCTUnwrap(library.replaced)
        // A copy that was postponed is made now.
        try library.close()
        if putsBack {
            let copy = try XCTUnwrap(library.replaced?.copy)
            try LibraryRestore(at: databaseURL, environment: onMachine(host)).putBack(copy)
        }
        return known
    }

    private func onMachine(_ name: String) -> LibraryEnvironment {
        var environment = self.environment.library
        environment.host = LeaseHost(identity: name, name: name)
        return environment
    }

    func testALibraryThatWasPutBackWithinTheHourIsKnownAfterARestart() throws {
        let other = try makeOther(["theirs"])
        XCTAssertFalse(try openAndReplace(with: other, putsBack: true).wasPutBackLately)
        environment.advance(by: 3500)
        XCTAssertTrue(try openAndReplace(with: other).wasPutBackLately)
        environment.advance(by: 200)
        XCTAssertFalse(try openAndReplace(with: other).wasPutBackLately, "an hour has passed")
    }

    /// The hour ends while the program runs as well.
    func testTheHourCountsFromPuttingBackToTheNextReplacement() throws {
        let other = try makeOther(["theirs"])
        try openAndReplace(with: other, putsBack: true)
        let library = try Library.open(at: databaseURL, environment: onMachine("this"))
        environment.advance(by: 3700)
        try act(.renamedOver, other)
        assertThrows(.replaced) { try library.addNote("pending", on: subject) }
        environment.pass(0)
        XCTAssertEqual(library.replaced?.wasPutBackLately, false)
        try library.close()
    }

    func testUsingTheOtherLibraryOrABackupIsNotPuttingBack() throws {
        let other = try makeOther(["theirs"])
        XCTAssertFalse(try openAndReplace(with: other).wasPutBackLately)
        XCTAssertFalse(try openAndReplace(with: other).wasPutBackLately, "the other was used")
        let backup = directory.appendingPathComponent("backup.sqlite")
        try other.write(to: backup)
        try LibraryRestore(at: databaseURL, environment: onMachine("this")).restore(backup)
        XCTAssertFalse(try openAndReplace(with: other).wasPutBackLately, "a backup was restored")
    }

    func testAClockThatWasSetBackDoesNotCountAsWithinTheHour() throws {
        let other = try makeOther(["theirs"])
        try openAndReplace(with: other, putsBack: true)
        environment.advance(by: -86_400)
        XCTAssertFalse(try openAndReplace(with: other).wasPutBackLately)
        environment.advance(by: 86_400)
        XCTAssertTrue(try openAndReplace(with: other).wasPutBackLately, "set right again")
    }

    /// The folder is shared, and so is what was set aside.
    func testPuttingBackOnAnotherMachineDoesNotCount() throws {
        let other = try makeOther(["theirs"])
        try openAndReplace(with: other, putsBack: true, host: "another")
        environment.advance(by: 60)
        XCTAssertFalse(try openAndReplace(with: other).wasPutBackLately)
        XCTAssertTrue(try openAndReplace(with: other, host: "another").wasPutBackLately)
    }

    func testWhatCouldNotBePutBackDoesNotCount() throws {
        let other = try makeOther(["theirs"])
        let copy = try XCTUnwrap(try openAndReplace(with: other).copy)
        let lease = LibraryLease(host: "h", name: "h", boot: "", number: UUID(), renewals: 0)
        try lease.write(to: files.lease)
        assertThrows(.heldElsewhere) {
            try LibraryRestore(at: databaseURL, environment: onMachine("this")).putBack(copy)
        }
        try Disk.remove(files.lease)
        XCTAssertFalse(try openAndReplace(with: other).wasPutBackLately)
    }
}
