import StateRestorationTesting
import TestSupport
import XCTest

@testable import StateRestoration

/// That a launch asks for each window's file once, and knows which file it has read.
@MainActor
final class WindowReadingTests: XCTestCase {
    private let directory = StateDirectory(
        path: RestorationTester.directory,
        fileSystem: InMemoryFileSystem().fileSystem
    )

    func testEachWindowFileCostsOneCall() async throws {
        for smallestContinued in [0, 1 << 20] {
            let program = Program()
            program.configuration.smallestContinued = smallestContinued
            let first = try program.run()
            for number in 1...10 { first.open("\(number)") }
            let paths = first.scenes.map { directory.window($0.id) }
            first.terminate()
            let calls = Shared<[String: [FileSystem.Call]]>([:])
            program.spoil = { files in
                files.asking { call, path in calls.change { $0[path, default: []].append(call) } }
            }
            let session = try program.run { _ in }
            XCTAssertEqual(session.scenesToRestore.count, 10)
            for path in paths { XCTAssertEqual(calls.value[path], [.read], path) }
            program.endProcess()
        }
    }

    func testTheStatusIsThatOfWhatWasReadOnTheRealDisk() async throws {
        let root = try TemporaryDirectory()
        let path = root.url.appendingPathComponent("file").path
        let files = FileSystem.live
        try files.create(path, Array("twelve bytes".utf8))
        let readWithStatus = try XCTUnwrap(files.readWithStatus)
        let found = try readWithStatus(path, 100)
        XCTAssertEqual(found.bytes, try files.read(path, 100))
        XCTAssertEqual(found.status, try files.status(path))
        XCTAssertThrowsError(try readWithStatus(path, 11))
        XCTAssertThrowsError(try readWithStatus(root.url.path, 100))
    }

    func testAFileSystemThatOnlyKnowsPathsIsAskedForTheStatusBefore() async throws {
        let log = Shared<[FileSystem.Call]>([])
        var files = InMemoryFileSystem().fileSystem
        try files.createDirectory("/state")
        try files.create("/state/file", [1, 2])
        let read = files.read
        files.read = { try read($0, $1) }
        XCTAssertNil(files.readWithStatus)
        files = files.asking { call, _ in log.change { $0.append(call) } }
        let found = try files.content("/state/file", limit: 10)
        XCTAssertEqual(log.value, [.status, .read])
        XCTAssertEqual(found.bytes, [1, 2])
        XCTAssertEqual(found.status?.size, 2)
    }

    /// The first change would otherwise go to a file that goes on from one that this process has never
    /// read.
    func testAFileThatIsReplacedRightAfterItWasReadIsNotGoneOnFrom() async throws {
        let program = Program()
        program.configuration.smallestContinued = 0
        let first = try program.run()
        let id = first.open("a").id
        first.terminate()
        let path = directory.window(id)
        let own = try XCTUnwrap(program.files.files[path])
        guard case .state(var state, damage: nil) = StateFileReader.read(own) else {
            return XCTFail("The file cannot be read.")
        }
        var draft = EditedText()
        draft.replace(offset: 0, count: 0, with: "Draft of A")
        state.contents["draft"] = .text(draft)
        var encoder = StateFileEncoder()
        state.nextSequence = 0
        let foreign = encoder.snapshot(of: &state, id, writer: program.configuration.writer)
        XCTAssertEqual(foreign.count, own.count)
        XCTAssertNotEqual(foreign, own)
        let files = program.files
        program.spoil = { fileSystem in
            guard let readWithStatus = fileSystem.readWithStatus else { return fileSystem }
            let isReplaced = Shared(false)
            @Sendable func replace(_ name: String) {
                guard name == path, !isReplaced.value else { return }
                isReplaced.value = true
                files.setContents(path, foreign)
            }
            var spoiled = fileSystem
            spoiled.read = { name, limit in
                defer { replace(name) }
                return try fileSystem.read(name, limit)
            }
            spoiled.readWithStatus = { name, limit in
                defer { replace(name) }
                return try readWithStatus(name, limit)
            }
            return spoiled
        }
        let session = try program.run()
        XCTAssertEqual(session.drafts, ["a": "draft of a"])
        await program.wait(session, .seconds(2))
        session.scenes[0].type(" and more")
        // Written, and not yet synced, for which all would be written anew.
        await program.wait(session, .milliseconds(100))
        program.endProcess()
        program.spoil = { $0 }
        XCTAssertTrue(files.files.values.contains(foreign))
        let next = try program.run()
        XCTAssertEqual(next.drafts, ["a": "draft of a and more"])
        next.terminate()
    }
}
