import StateRestorationTesting
import TestSupport
import XCTest

@testable import StateRestoration

/// Something else in the place of every file and folder: it is set aside, and nothing is lost.
@MainActor
final class OddThingsTests: XCTestCase {
    private static let folder = RestorationTester.directory

    /// Two runs of a program that has a window which is old, and one that is closed.
    private func live(
        _ open: () throws -> RestorationSession
    ) throws -> (old: SceneIdentifier, closed: SceneIdentifier) {
        let first = try open()
        let old = first.open("old")
        let closed = first.open("long closed")
        first.close(closed)
        first.terminate()
        let second = try open()
        second.scenes.first?.type(" in the second run")
        second.terminate()
        return (old.id, closed.id)
    }

    /// A run in which two windows are opened, and one of them closed, and the run after it.
    private func check(
        _ place: String,
        _ open: () throws -> RestorationSession,
        _ wait: (RestorationSession) async -> Void
    ) async throws {
        let session = try open()
        session.open("a")
        session.open("b")
        await wait(session)
        for scene in session.scenes where scene.title != "old" { scene.type(" and more") }
        let oldDraft = session.scenes.first { $0.title == "old" }.map { scene in
            scene.type(", and then")
            return scene.draft
        }
        await wait(session)
        if let scene = session.scenes.first(where: { $0.title == "a" }) { session.close(scene) }
        for scene in session.scenes where scene.title != "old" { scene.type(", and the rest") }
        await session.end()
        let next = try open()
        XCTAssertEqual(next.launchReason, .restore, place)
        XCTAssertEqual(next.incompleteLaunches, 0, place)
        XCTAssertEqual(next.drafts["b"], "draft of b and more, and the rest", place)
        XCTAssertNil(next.drafts["a"], place)
        if let oldDraft { XCTAssertEqual(next.drafts["old"], oldDraft, place) }
        let id = try XCTUnwrap(next.recentlyClosed.first { $0.title == "a" }?.id, place)
        let reopened = await next.reopen(id)
        XCTAssertEqual(reopened?.draft, "draft of a and more", place)
        await wait(next)
        if case .failing(let error) = next.storageStatus { XCTFail("\(place): \(error)") }
        next.terminate()
        let last = try open()
        XCTAssertEqual(last.launchReason, .restore, place)
        XCTAssertEqual(last.drafts["a"], "draft of a and more", place)
        XCTAssertTrue(last.report.isComplete, "\(place): \(last.report.entries)")
        last.terminate()
    }

    func testInMemory() async throws {
        var count = 0
        for thing in OddThing.allCases {
            guard let kind = thing.kind else { continue }
            var index = 0
            while true {
                let program = Program()
                let (old, closed) = try live { try program.run() }
                let names = everyName(old, closed: closed)
                guard index < names.count else { break }
                let name = names[index]
                let path = Self.folder + name
                index += 1
                let place = "\(thing) at \(path)"
                program.files.setKind(path, kind)
                if thing == .folder { program.files.setContents(path + "/mine", [1]) }
                let number = program.files.inode(path)
                try await check(place, { try program.run() }) { session in
                    await program.wait(session, .seconds(2))
                }
                if !thing.isOrdinary(at: name) {
                    let isThere = try contains(number, "", program.files.fileSystem)
                    XCTAssertTrue(isThere, "\(place) is gone")
                }
                count += 1
            }
        }
        XCTAssertGreaterThan(count, 100)
    }

    /// Whether there is something of this number in a folder, or below it.
    private func contains(
        _ number: UInt64?,
        _ folder: String,
        _ fileSystem: FileSystem
    ) throws -> Bool {
        for name in try fileSystem.names(folder.isEmpty ? "/" : folder) {
            guard let status = try fileSystem.status(folder + "/" + name) else { continue }
            if status.inode == number { return true }
            if status.kind == .directory, try contains(number, folder + "/" + name, fileSystem) {
                return true
            }
        }
        return false
    }

    /// The superuser, whom modes do not concern, sees less than others.
    func testOnTheRealDisk() async throws {
        let root = try TemporaryDirectory()
        let outside = root.url.appendingPathComponent("outside").path
        try FileManager.default.createDirectory(
            atPath: outside,
            withIntermediateDirectories: false
        )
        try Data("mine".utf8).write(to: URL(fileURLWithPath: outside + "/mine"))
        var number = 0
        for thing in OddThing.allCases {
            var index = 0
            while true {
                number += 1
                let parent = root.url.appendingPathComponent("\(number)")
                let state = parent.appendingPathComponent("state")
                func open() throws -> RestorationSession {
                    var environment = RestorationEnvironment.live
                    // A thousand runs are not to wear the disk out.
                    environment.fileSystem.sync = { path in
                        guard try FileSystem.live.status(path) != nil else {
                            throw POSIXError(.ENOENT)
                        }
                    }
                    environment.fileSystem.syncDirectory = environment.fileSystem.sync
                    let session = try RestorationSession.open(
                        .init(directory: state, writer: "program 1"),
                        environment: environment
                    )
                    RestorationTester.restoreAll(session)
                    return session
                }
                let (old, closed) = try live(open)
                let names = everyName(old, closed: closed)
                guard index < names.count else { break }
                let name = names[index]
                let path = state.path + name
                index += 1
                let place = "\(thing) at \(path)"
                guard let inode = try thing.put(at: path, outside: outside) else { break }
                try await check(place, open) { session in
                    session.flush()
                    await Program.serveMainQueue()
                }
                if !thing.isOrdinary(at: name) {
                    let isThere = try contains(inode, parent.path, .live)
                    XCTAssertTrue(isThere, "\(place) is gone")
                }
                XCTAssertEqual(
                    try FileManager.default.contentsOfDirectory(atPath: outside),
                    ["mine"],
                    place
                )
            }
        }
    }

    /// As after a run as another user: the folder is read-only, and only its owner may change that.
    func testFolderOfAnotherUserIsReplacedAndItsWindowsComeBack() async throws {
        for folder in ["windows", "closed"] {
            let path = Self.folder + "/" + folder
            let files = InMemoryFileSystem()
            let (_, closed) = try live { try Program(files: files).run() }
            let foreign = files.inode(path)
            XCTAssertNotNil(foreign)
            let program = Program(files: files)
            program.spoil = {
                $0.asking { call, asked in
                    let isChange = call != .status && call != .names && call != .read
                    guard isChange, files.inode(path) == foreign else { return }
                    // The folder itself may get another name.
                    let isInside = asked.hasPrefix(path + "/")
                    if isInside || (asked == path && call == .createDirectory) {
                        throw POSIXError(.EACCES)
                    }
                }
            }
            let session = try program.run()
            if case .failing(let error) = session.storageStatus { XCTFail("\(folder): \(error)") }
            for scene in session.scenes { scene.type(", and on") }
            let drafts = session.drafts
            XCTAssertFalse(drafts.isEmpty)
            await session.end()
            XCTAssertNotEqual(files.inode(path), foreign)
            XCTAssertEqual(files.inode(path + "-aside"), foreign)
            let next = try Program(files: files).run()
            XCTAssertEqual(next.drafts, drafts, folder)
            let reopened = await next.reopen(closed)
            XCTAssertEqual(reopened?.draft, "draft of long closed", folder)
            next.terminate()
        }
    }
}
