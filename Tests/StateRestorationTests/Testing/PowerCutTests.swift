import Foundation
import StateRestoration
import StateRestorationTesting
import XCTest

/// That the file system for tests leaves after a power cut what real ones may leave, and no less.
final class PowerCutTests: XCTestCase {
    private let files = InMemoryFileSystem()
    private var disk: FileSystem { files.fileSystem }

    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    /// What a copy of the files has at a path after the power cut.
    private func left(at path: String, _ cut: PowerCut) -> String? {
        let copy = files.copy()
        copy.losePower(cut)
        return copy.files[path].map { String(decoding: $0, as: UTF8.self) }
    }

    private func seeds() -> [PowerCut] { (0..<200).map { PowerCut.random(seed: $0) } }

    /// A durable directory `/d` with a durable file `old`.
    override func setUpWithError() throws {
        files.setContents("/d/old", bytes("old"))
    }

    func testWhatWasSyncedIsThereAfterEveryPowerCut() throws {
        try disk.create("/d/new", bytes("new"))
        try disk.sync("/d/new")
        try disk.syncDirectory("/d")
        for cut in PowerCut.extremes + seeds() {
            XCTAssertEqual(left(at: "/d/new", cut), "new", "\(cut)")
            XCTAssertEqual(left(at: "/d/old", cut), "old", "\(cut)")
        }
    }

    func testNameThatWasNotSyncedMayBeMissing() throws {
        try disk.create("/d/new", bytes("new"))
        try disk.sync("/d/new")
        XCTAssertNil(left(at: "/d/new", .losingEverythingUnsynced))
        XCTAssertEqual(left(at: "/d/new", .emptyingFiles), "new")
        XCTAssertEqual(Set(seeds().map { left(at: "/d/new", $0) }), [nil, "new"])
    }

    func testContentThatWasNotSyncedMayBeMissingCutOffOrZeros() throws {
        try disk.create("/d/new", bytes("new"))
        try disk.syncDirectory("/d")
        XCTAssertEqual(left(at: "/d/new", .losingEverythingUnsynced), "")
        XCTAssertEqual(left(at: "/d/new", .keepingEverything), "new")
        XCTAssertEqual(left(at: "/d/new", PowerCut(names: .lost, contents: .zeros)), "\0\0\0")
        let found = Set(seeds().map { left(at: "/d/new", $0) })
        for text in ["", "n", "ne", "new", "\0\0\0"] { XCTAssertTrue(found.contains(text), text) }
        XCTAssertGreaterThan(found.count, 5, "no garbage")
    }

    func testLaterWriteMayBeThereWithoutTheEarlierOne() throws {
        try disk.append("/d/old", bytes("er"))
        try disk.append("/d/old", bytes(" still"))
        let reordered = PowerCut(names: .lost, contents: .newestOnly)
        XCTAssertEqual(left(at: "/d/old", reordered), "old\0\0 still")
        XCTAssertTrue(seeds().contains { left(at: "/d/old", $0) == "old\0\0 still" })
        XCTAssertTrue(seeds().contains { left(at: "/d/old", $0) == "older" })
    }

    func testRenameMayBeThereWithoutTheContentAndTheOldFileIsGoneThen() throws {
        try disk.create("/d/old.new", bytes("newer"))
        try disk.rename("/d/old.new", "/d/old")
        XCTAssertEqual(left(at: "/d/old", .emptyingFiles), "")
        XCTAssertEqual(left(at: "/d/old", .losingEverythingUnsynced), "old")
    }

    func testRenameIsThereAsAWholeOrNotAtAll() throws {
        try disk.createDirectory("/e")
        try disk.syncDirectory("/e")
        try disk.rename("/d/old", "/e/old")
        for cut in PowerCut.extremes + seeds() {
            let isMoved = left(at: "/e/old", cut) == "old"
            XCTAssertNotEqual(isMoved, left(at: "/d/old", cut) == "old", "\(cut)")
        }
    }

    func testRenameBetweenDirectoriesIsHalfThereWhenOnlyOneIsSynced() throws {
        try disk.createDirectory("/e")
        try disk.syncDirectory("/e")
        try disk.rename("/d/old", "/e/old")
        try disk.syncDirectory("/d")
        XCTAssertNil(left(at: "/d/old", .losingEverythingUnsynced))
        XCTAssertNil(left(at: "/e/old", .losingEverythingUnsynced))
    }

    func testChangesOfOneNameKeepTheirOrder() throws {
        try disk.remove("/d/old")
        try disk.create("/d/old", bytes("again"))
        try disk.sync("/d/old")
        try disk.create("/d/other", [])
        XCTAssertEqual(Set(seeds().map { left(at: "/d/old", $0) }), ["old", nil, "again"])
        let newest = PowerCut(names: .newestOnly, contents: .kept)
        XCTAssertEqual(left(at: "/d/old", newest), "old")
        XCTAssertEqual(left(at: "/d/other", newest), "")
    }

    func testNameThatCameAndWentBeforeTheSyncDoesNotComeBack() throws {
        try disk.create("/d/new", bytes("new"))
        try disk.remove("/d/new")
        try disk.syncDirectory("/d")
        for cut in PowerCut.extremes + seeds() { XCTAssertNil(left(at: "/d/new", cut), "\(cut)") }
    }

    func testDirectoryTakesItsFilesAlongWhenItIsRenamed() throws {
        try disk.rename("/d", "/e")
        for cut in PowerCut.extremes + seeds() {
            let texts = [left(at: "/d/old", cut), left(at: "/e/old", cut)]
            XCTAssertEqual(texts.compactMap { $0 }, ["old"], "\(cut)")
        }
    }

    func testSyncAfterAFailedSyncBringsNothingToTheDisk() throws {
        try disk.append("/d/old", bytes("er"))
        files.setFault { operation, _ in operation.kind == .sync ? .fail(.EIO) : nil }
        XCTAssertThrowsError(try disk.sync("/d/old"))
        files.setFault(nil)
        try disk.sync("/d/old")
        XCTAssertEqual(left(at: "/d/old", .losingEverythingUnsynced), "old")
        XCTAssertEqual(try disk.read("/d/old", 100), bytes("older"))
    }

    func testSameSeedLeavesTheSame() throws {
        try disk.create("/d/new", [UInt8](repeating: 1, count: 1000))
        for cut in seeds() { XCTAssertEqual(left(at: "/d/new", cut), left(at: "/d/new", cut)) }
    }

    func testCopySharesNothingWithItsOriginal() throws {
        try disk.append("/d/old", bytes("er"))
        let copy = files.copy()
        copy.losePower()
        try copy.fileSystem.append("/d/old", bytes(" than this"))
        XCTAssertEqual(files.files["/d/old"], bytes("older"))
        XCTAssertEqual(copy.files["/d/old"], bytes("old than this"))
        try disk.syncDirectory("/d")
        try disk.sync("/d/old")
        XCTAssertEqual(left(at: "/d/old", .losingEverythingUnsynced), "older")
    }
}
