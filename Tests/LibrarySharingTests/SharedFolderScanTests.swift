import Foundation
import LibraryTestSupport
import StateRestorationTesting
import TestSupport
import XCTest

@testable import LibrarySharing

/// What lies in a folder is found, whatever carriers made of it.
final class SharedFolderScanTests: SharingTestCase {
    private let disk = InMemoryFileSystem()
    private let root = SharedPath()

    private func scan(
        after earlier: SharedFolderScan = SharedFolderScan(),
        known: Set<UInt64> = [],
        limits: SharingLimits = SharingLimits(),
        files: SharedFiles? = nil
    ) -> SharedFolderScan {
        SharedFolderScanner(
            files ?? .inMemory(disk),
            library: library,
            in: root,
            limits: limits
        ).scan(after: earlier, known: known, now: .max)
    }

    private func draft(_ number: Int64, device: UInt64 = 1) -> SharedFileDraft {
        drafts([text("\(device) \(number)")], header: header(number, device: device))[0]
    }

    private func put(_ draft: SharedFileDraft, at path: String) {
        disk.setContents("/shared/" + path, draft.bytes)
    }

    func testFilesCountWhateverTheyAreCalledAndWhereverTheyLie() {
        let names = [
            "0000000000000001/1-0123456789abcdef.hawk",
            "0000000000000001/7-0.sync-conflict-20261126-002542-GNIEPGT.hawk",
            "0000000000000001/1-0123456789abcdef.hawk..path1", "X (conflicted copy).txt",
            "0000000000000001/.syncthing.1.hawk.tmp", "a/b/c/d/e/f/g/h/x",
            "0000000000000001/.1-0123456789abcdef.hawk.part", "ÄÖ ü/x",
        ]
        let drafts = names.indices.map { draft(Int64($0)) }
        for (name, draft) in zip(names, drafts) { put(draft, at: name) }
        let found = scan()
        XCTAssertEqual(Set(found.whole.keys), Set(drafts.map(\.id)))
        XCTAssertTrue(found.isComplete)
        // The same file twice is one.
        put(drafts[0], at: "copy of it")
        XCTAssertEqual(scan().whole.count, names.count)
        XCTAssertEqual(scan().computers[1]?.wholeFiles, names.count)
    }

    func testNewMissingAndForeignFiles() {
        let drafts = (1...4).map { draft($0) }
        for draft in drafts { put(draft, at: "1/\(draft.name)") }
        let mine = draft(9, device: device)
        put(mine, at: "x")
        let found = scan()
        let read: Set = [drafts[0].id, mine.id]
        XCTAssertEqual(
            found.new(besides: read).map(\.examination.id),
            [drafts[3].id, drafts[2].id, drafts[1].id]
        )
        disk.setContents("/shared/1/\(drafts[0].name)", nil)
        XCTAssertEqual(scan(after: found).missing(of: read), [drafts[0].id])
        XCTAssertEqual(found.foreign(under: device, besides: [mine.id]), [])
        XCTAssertEqual(found.foreign(under: device, besides: [drafts[1].id]), [mine.id])
    }

    func testNothingIsMissingIfAFolderCannotBeRead() {
        let one = draft(1)
        put(one, at: "1/a")
        put(draft(2), at: "2/a")
        disk.setListingFault { path, _ in path.hasSuffix("/1") ? .init(.EIO) : nil }
        let found = scan()
        XCTAssertEqual(found.problems, [.init(path: root / "1", kind: .unreadable(code: EIO))])
        XCTAssertEqual(found.missing(of: [one.id]), [])
        XCTAssertEqual(found.whole.count, 1)
        disk.setListingFault(nil)
        disk.setContents("/shared/1/a", nil)
        XCTAssertEqual(scan().missing(of: [one.id]), [one.id])
    }

    func testFilesThatHaveNotArrivedWaitWithTheirReason() {
        let whole = draft(1)
        disk.setContents("/shared/1/cut", Array(whole.bytes.dropLast(30)))
        disk.setContents("/shared/1/empty.hawk.nextcloud", [])
        disk.setContents("/shared/1/.stfolder", [1])
        let found = scan()
        XCTAssertEqual(
            found.waiting.map(\.examination.problem),
            [.other, .cut(wholeLines: 2), .empty]
        )
        XCTAssertEqual(found.computers[1]?.waitingFiles, 1)
        disk.setContents("/shared/1/cut", whole.bytes)
        XCTAssertNotNil(scan(after: found).whole[whole.id])
    }

    func testWhatHasNotChangedIsNotReadAgain() {
        let opened = Opened()
        var files = SharedFiles.inMemory(disk)
        let open = files.open
        files.open = { path in
            opened.add(path)
            return try open(path)
        }
        let one = draft(1)
        put(one, at: "1/a")
        disk.setContents("/shared/1/b", Array(one.bytes.dropLast()))
        let first = scan(files: files)
        XCTAssertEqual(opened.paths.count, 2)
        let second = scan(after: first, files: files)
        XCTAssertEqual(opened.paths.count, 2)
        XCTAssertEqual(second, first)
        put(draft(2), at: "1/b")
        XCTAssertEqual(scan(after: second, files: files).whole.count, 2)
        XCTAssertEqual(opened.paths.count, 3)
        // A file that has just changed may still be changing.
        let now = first.whole[one.id]?.version.changed ?? 0
        disk.setContents("/shared/1/c", Array(one.bytes.dropLast()))
        let scanner = SharedFolderScanner(files, library: library, in: root)
        let third = scanner.scan(now: now + 60_000_000_000)
        let count = opened.paths.count
        _ = scanner.scan(after: third, now: now + 60_000_000_000)
        XCTAssertEqual(opened.paths.count, count)
        _ = scanner.scan(after: third, now: now)
        XCTAssertEqual(opened.paths.count, count + 1)
    }

    func testFoldersAreReadWithinLimits() {
        var limits = SharingLimits()
        limits.filesOfFolder = 3
        limits.depth = 2
        limits.folders = 4
        for number in 1...5 { put(draft(Int64(number)), at: "1/\(number)") }
        put(draft(9), at: "a/b/c/x")
        let found = scan(limits: limits)
        XCTAssertEqual(found.whole.count, 3)
        XCTAssertEqual(
            Set(found.problems),
            [
                .init(path: root / "1", kind: .tooManyFiles),
                .init(path: root / "a" / "b" / "c", kind: .tooDeep),
            ]
        )
        // Whoever writes so many keeps nobody from writing again what is missing.
        XCTAssertTrue(found.isComplete)
        for number in 1...5 { put(draft(Int64(number)), at: "f\(number)/x") }
        limits.filesOfFolder = 10
        XCTAssertTrue(scan(limits: limits).problems.contains { $0.kind == .tooManyFolders })
    }

    func testComputersThatTakePartStayWhenOthersCrowdIn() {
        var limits = SharingLimits()
        limits.computers = 3
        for device in 1...6 { put(draft(1, device: UInt64(device)), at: "\(device)") }
        let found = scan(known: [5, 6], limits: limits)
        XCTAssertEqual(
            Set(found.whole.values.compactMap(\.examination.header?.device)),
            [1, 5, 6]
        )
        XCTAssertEqual(
            found.waiting.map(\.examination.problem),
            Array(repeating: .tooManyComputers, count: 3)
        )
        XCTAssertEqual(Set(found.computers.keys), [1, 5, 6])
        // With room again they are read.
        XCTAssertEqual(scan(after: found, known: [5, 6]).whole.count, 6)
    }

    func testAComputerHasTheNameOfItsLatestFile() {
        for (time, name) in [(5, "new"), (3, "old"), (5, "less")] {
            var header = header(Int64(time), device: 1)
            (header.time, header.name) = (Int64(time), name)
            put(drafts([text(name)], header: header)[0], at: name)
        }
        XCTAssertEqual(scan().computers[1]?.name, "new")
        XCTAssertEqual(scan().computers[1]?.time, 5)
    }
}

private final class Opened: @unchecked Sendable {
    private(set) var paths: [SharedPath] = []
    func add(_ path: SharedPath) { paths.append(path) }
}
