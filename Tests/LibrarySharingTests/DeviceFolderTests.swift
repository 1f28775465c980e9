import Foundation
import StateRestoration
import StateRestorationTesting
import TestSupport
import XCTest

@testable import LibrarySharing

/// A device writes files that are there as a whole or not at all, and only into its own folder.
final class DeviceFolderTests: SharingTestCase {
    private let root = SharedPath()

    private func folder(_ files: SharedFiles) -> DeviceFolder {
        DeviceFolder(of: device, in: root, files)
    }

    private func scan(_ files: SharedFiles) -> SharedFolderScan {
        SharedFolderScanner(files, library: library, in: root).scan(now: .max)
    }

    private func disk() -> InMemoryFileSystem {
        let disk = InMemoryFileSystem()
        disk.setContents("/shared/mark", [])
        return disk
    }

    private func long(_ number: Int64) -> SharedFileDraft {
        // Written in several parts.
        drafts(
            (0..<27).map { text("\($0)" + String(repeating: "x", count: 20_000)) },
            header: header(number)
        )[0]
    }

    func testAFileIsWrittenUnderItsNameInItsFolder() throws {
        let disk = disk()
        let draft = drafts([text("a")])[0]
        let folder = folder(.inMemory(disk))
        try folder.make()
        try folder.write(draft)
        XCTAssertEqual(
            disk.files.filter { !$0.value.isEmpty },
            ["/shared/0123456789abcdef/\(draft.name)": draft.bytes]
        )
        XCTAssertEqual(
            disk.operations.map(\.kind),
            [
                .createDirectory, .syncDirectory, .create, .append, .sync, .rename, .syncDirectory,
            ]
        )
        // The same once more is nothing.
        disk.resetOperations()
        try folder.write(draft)
        XCTAssertEqual(disk.operations.map(\.kind), [.syncDirectory])
    }

    func testAStopAtAnyOperationLeavesWholeFilesOnly() throws {
        let first = long(1)
        let second = drafts([text("b")], header: header(2))[0]
        func run(_ files: SharedFiles) throws {
            let folder = folder(files)
            try folder.make()
            try folder.removeUnfinished()
            try folder.write(first)
            try folder.write(second)
            try folder.remove([first.name])
        }
        let reference = disk()
        try run(.inMemory(reference))
        let count = reference.operations.count
        XCTAssertGreaterThan(count, 12)
        for stop in 0..<count {
            let disk = disk()
            disk.setFault { _, index in index >= stop ? .fail(.EIO) : nil }
            XCTAssertThrowsError(try run(.inMemory(disk)), "stop \(stop)")
            let done = disk.operations.prefix(stop)
            disk.setFault(nil)
            for cut in PowerCut.extremes + (0..<3).map(PowerCut.random) {
                let left = disk.copy()
                left.losePower(cut)
                let found = scan(.inMemory(left))
                let message = "stop \(stop), \(cut)"
                XCTAssertTrue(
                    Set(found.whole.keys).isSubset(of: [first.id, second.id]),
                    message
                )
                // What was said to be written is there.
                let isSynced = { (draft: SharedFileDraft) in
                    let end = done.firstIndex {
                        $0.kind == .rename && $0.target?.hasSuffix(draft.name) == true
                    }
                    return end.map { done[$0...].contains { $0.kind == .syncDirectory } } == true
                }
                let isRemoved = done.contains {
                    $0.kind == .remove && $0.path.hasSuffix(first.name)
                }
                if isSynced(second) { XCTAssertNotNil(found.whole[second.id], message) }
                if isSynced(first), !isRemoved { XCTAssertNotNil(found.whole[first.id], message) }
                // And goes on to the same end.
                try run(.inMemory(left))
                XCTAssertEqual(Set(scan(.inMemory(left)).whole.keys), [second.id], message)
                XCTAssertFalse(left.files.keys.contains { $0.hasSuffix(".part") }, message)
            }
        }
    }

    func testACloneOrACutFileUnderTheSameNameIsNotWrittenOver() throws {
        let disk = disk()
        let folder = folder(.inMemory(disk))
        try folder.make()
        let draft = drafts([text("a")])[0]
        let path = "/shared/0123456789abcdef/\(draft.name)"
        for other in [Array(draft.bytes.dropLast(9)), [1, 2, 3]] {
            disk.setContents(path, other)
            XCTAssertThrowsError(try folder.write(draft)) {
                XCTAssertEqual($0 as? DeviceFolder.NameTaken, .init(name: draft.name))
            }
            XCTAssertEqual(disk.files[path], other)
        }
    }

    func testOnlyUnfinishedFilesAreRemovedAtTheStart() throws {
        let disk = disk()
        let folder = folder(.inMemory(disk))
        try folder.make()
        let path = "/shared/0123456789abcdef"
        let names = [
            ".1-0123456789abcdef.hawk.part", ".syncthing.x.hawk.tmp", "x.hawk.part", ".stfolder",
        ]
        for name in names { disk.setContents(path + "/" + name, [1]) }
        disk.setContents("/shared/other/.1-0123456789abcdef.hawk.part", [1])
        try folder.removeUnfinished()
        XCTAssertNil(disk.files[path + "/" + names[0]])
        for name in names.dropFirst() { XCTAssertNotNil(disk.files[path + "/" + name], name) }
        XCTAssertNotNil(disk.files["/shared/other/.1-0123456789abcdef.hawk.part"])
    }

    func testNothingIsMadeWhereTheLibraryIsNotThere() throws {
        let disk = InMemoryFileSystem()
        XCTAssertThrowsError(try folder(.inMemory(disk)).make())
        XCTAssertEqual(disk.files, [:])
    }

    // MARK: - The real disk

    func testTheRealDiskDoesTheSame() throws {
        let temporary = try TemporaryDirectory()
        let files = SharedFiles.posix(temporary.url)
        let folder = folder(files)
        try folder.make()
        try folder.make()
        let draft = long(1)
        try folder.write(draft)
        try folder.write(draft)
        let url = temporary.url.appendingPathComponent("0123456789abcdef/\(draft.name)")
        XCTAssertEqual(try Data(contentsOf: url), Data(draft.bytes))
        XCTAssertEqual(try mode(of: url), 0o600)
        XCTAssertEqual(Array(scan(files).whole.keys), [draft.id])
        let names = try FileManager.default.contentsOfDirectory(atPath: temporary.url.path)
        XCTAssertEqual(names, ["0123456789abcdef"])
        try folder.removeUnfinished()
        try folder.remove([draft.name, "never written"])
        XCTAssertTrue(scan(files).whole.isEmpty)
    }

    func testNoLinkIsFollowed() throws {
        let (shared, secret) = (try TemporaryDirectory(), try TemporaryDirectory())
        let draft = drafts([text("a")])[0]
        let file = secret.url.appendingPathComponent("a.hawk")
        try Data(draft.bytes).write(to: file)
        let manager = FileManager.default
        for (name, target) in [("file", file), ("folder", secret.url)] {
            try manager.createSymbolicLink(
                at: shared.url.appendingPathComponent(name),
                withDestinationURL: target
            )
        }
        let files = SharedFiles.posix(shared.url)
        let found = scan(files)
        XCTAssertTrue(found.whole.isEmpty)
        XCTAssertTrue(found.waiting.isEmpty)
        XCTAssertNil(try files.open(root / "file"))
        XCTAssertNil(try files.open(root / "folder" / "a.hawk"))
        XCTAssertThrowsError(try files.list(root / "folder", 10))
        XCTAssertThrowsError(try files.create(root / "folder" / "b"))
        XCTAssertThrowsError(try files.append(root / "file", [1]))
        XCTAssertThrowsError(try files.makeFolder(root / "folder"))
        XCTAssertThrowsError(try files.rename(root / "folder" / "a.hawk", "b"))
        XCTAssertThrowsError(try files.remove(root / "folder" / "a.hawk"))
        XCTAssertEqual(try Data(contentsOf: file), Data(draft.bytes))
        // A linked folder of this device is not written into.
        try manager.createSymbolicLink(
            at: shared.url.appendingPathComponent("0123456789abcdef"),
            withDestinationURL: secret.url
        )
        XCTAssertThrowsError(try folder(files).make())
        XCTAssertThrowsError(try folder(files).write(draft))
        XCTAssertEqual(try manager.contentsOfDirectory(atPath: secret.url.path), ["a.hawk"])
        // The chosen folder itself may be one.
        let link = secret.url.appendingPathComponent("link")
        try manager.createSymbolicLink(at: link, withDestinationURL: secret.url)
        XCTAssertEqual(scan(.posix(link)).whole.count, 1)
    }

    func testNamesAreNoPaths() throws {
        let temporary = try TemporaryDirectory()
        let files = SharedFiles.posix(temporary.url)
        for name in ["..", ".", "", "a/b", "/etc/passwd", "a\0b"] {
            XCTAssertThrowsError(try files.open(root / name), name)
            XCTAssertThrowsError(try files.create(root / name), name)
            XCTAssertThrowsError(try files.remove(root / name), name)
        }
    }

    func testPipesAndNamesInOtherEncodingsStopNothing() throws {
        let temporary = try TemporaryDirectory()
        let draft = drafts([text("a")])[0]
        let files = SharedFiles.posix(temporary.url)
        XCTAssertEqual(mkfifo(temporary.url.path + "/pipe", 0o600), 0)
        let name = SharedName(bytes: [0x66, 0xFC, 0x72])
        try files.create(root / name)
        try files.append(root / name, draft.bytes)
        let found = scan(files)
        XCTAssertEqual(found.whole[draft.id]?.path, root / name)
        XCTAssertNil(try files.open(root / "pipe"))
        XCTAssertTrue(found.isComplete)
    }
}
