import Foundation
import StateRestoration
import StateRestorationTesting
import XCTest

@testable import HawkNotes

/// Each report is told of once, and none is lost by that.
final class CrashReportFolderTests: XCTestCase {
    private let files = InMemoryFileSystem()
    private var folder: CrashReportFolder {
        CrashReportFolder(path: "/state/crashes", fileSystem: files.fileSystem)
    }

    private func write(_ name: String, _ text: String) throws {
        try files.fileSystem.createDirectory("/state/crashes")
        try files.fileSystem.create("/state/crashes/" + name, Array(text.utf8))
    }

    private var names: [String] {
        files.files.keys.map { ($0 as NSString).lastPathComponent }.sorted()
    }

    func testWithoutAFolderThereIsNoReport() throws {
        XCTAssertNil(try folder.takeNewest())
        XCTAssertEqual(names, [], "nothing is made")
    }

    func testTheDateOfTheNewestIsKnownWhetherOrNotItWasTaken() throws {
        XCTAssertNil(try folder.newestFault())
        try write("notes.txt", "somebody else's")
        XCTAssertNil(try folder.newestFault())
        try write("20260101T000000Z-7.txt", "older")
        try write("20260102T000000Z-3.txt", "newest")
        let date = try files.fileSystem.status("/state/crashes/20260102T000000Z-3.txt")?
            .modificationDate
        XCTAssertNotNil(date)
        XCTAssertEqual(try folder.newestFault(), date)
        _ = try folder.takeNewest()
        XCTAssertEqual(try folder.newestFault(), date)
    }

    /// What was restored cannot have caused it: the next start brings back all of it.
    func testAFileThatAnotherProgramHasCutIsNoFaultOfWhatWasRestored() throws {
        try write("20260101T000000Z-7.txt", "Signal:  SIGBUS\nSignal:  SIGSEGV\n")
        XCTAssertNotNil(try folder.newestFault())
        try write(
            "20260102T000000Z-3.txt",
            "Hawk Notes crash report, format 1\nSignal:  SIGBUS\nCause:   unknown\n"
        )
        XCTAssertNil(try folder.newestFault())
        XCTAssertNotNil(try folder.takeNewest(), "it is told all the same")
        try write("20260103T000000Z-3.txt", "Date:    …\nSignal:  SIGSEGV\n")
        XCTAssertNotNil(try folder.newestFault())
    }

    func testTheNewestIsTakenOnceAndTheOthersCountAsTaken() throws {
        try write("20260101T000000Z-7.txt", "older")
        try write("20260102T000000Z-3.txt", "newest")
        try write("20251231T000000Z-9-seen.txt", "old")
        try write("notes.txt", "somebody else's")
        XCTAssertEqual(try folder.takeNewest()?.text, "newest")
        XCTAssertNil(try folder.takeNewest())
        XCTAssertEqual(
            names,
            [
                "20251231T000000Z-9-seen.txt", "20260101T000000Z-7-seen.txt",
                "20260102T000000Z-3-seen.txt", "notes.txt",
            ]
        )
        try write("20260103T000000Z-3.txt", "another")
        XCTAssertEqual(try folder.takeNewest()?.text, "another")
    }

    func testWhatIsNoReportIsPassedOver() throws {
        try write("20260101T000000Z-1.txt", "the report")
        try write("20260102T000000Z-2.txt", "")
        try write("20260103T000000Z-3.txt", String(repeating: "x", count: 1 << 17))
        try write("20260104T000000Z-4.txt", "a link")
        files.setKind("/state/crashes/20260104T000000Z-4.txt", .symbolicLink)
        XCTAssertEqual(try folder.takeNewest()?.text, "the report")
        XCTAssertNil(try folder.takeNewest())
        let link = "/state/crashes/20260104T000000Z-4.txt"
        XCTAssertNotNil(try files.fileSystem.status(link), "what is no file keeps its name")
    }

    func testBytesThatAreNoTextAreShownAsFarAsTheyCanBe() throws {
        try files.fileSystem.createDirectory("/state/crashes")
        try files.fileSystem.create("/state/crashes/20260101T000000Z-1.txt", [0x41, 0xFF, 0x42])
        XCTAssertEqual(try folder.takeNewest()?.text, "A\u{FFFD}B")
    }

    func testAFileInThePlaceOfTheFolderIsAnErrorAndStays() throws {
        try files.fileSystem.createDirectory("/state")
        try files.fileSystem.create("/state/crashes", Array("mine".utf8))
        XCTAssertThrowsError(try folder.takeNewest())
        XCTAssertEqual(files.files["/state/crashes"], Array("mine".utf8))
    }

    /// It is told again then, which is better than never.
    func testAReportThatCannotBeMarkedIsStillTold() throws {
        try write("20260101T000000Z-1.txt", "the report")
        files.setFault { operation, _ in operation.kind == .rename ? .fail(.EROFS) : nil }
        XCTAssertEqual(try folder.takeNewest()?.text, "the report")
    }
}
