import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// That what other programs do to the files of a running one costs nothing that is on its screen, and
/// nothing that they put there.
@MainActor
final class OtherHandsTests: XCTestCase {
    /// What a snapshot, a sync client or a person does to the file of a window.
    private enum Kind: CaseIterable {
        case putBackByRename, putBackInPlace, emptied, cut, removed, swapped, fromAnotherMachine
        case folderInPlace
    }

    private enum End: CaseIterable { case killAfterTyping, quitAfterTyping, quitAtOnce }

    /// A program with two windows, each with a file that was written a while ago.
    private struct Scene {
        let program: Program
        let session: RestorationSession
        let window: RestorationScene
        let other: RestorationScene
        let path: String
        let otherPath: String
        let old: [UInt8]

        @MainActor
        init() async throws {
            program = Program()
            session = try program.run()
            window = session.open("a")
            other = session.open("b")
            await program.wait(session, .seconds(2))
            path = session.directory.window(window.id)
            otherPath = session.directory.window(other.id)
            old = program.files.files[path] ?? []
            for scene in session.scenes { scene.type(", then one") }
            await program.wait(session, .seconds(2))
            XCTAssertNotEqual(program.files.files[path], old)
        }

        /// - Returns: What was put there, and must not go.
        @MainActor
        func spoil(_ kind: Kind) throws -> [[UInt8]] {
            let files = program.files
            let current = files.files[path] ?? []
            switch kind {
            case .putBackByRename: files.setContents(path, old)
            case .putBackInPlace: files.overwrite(path, old)
            case .emptied: files.overwrite(path, [])
            case .cut: files.overwrite(path, Array(current.prefix(current.count - 5)))
            case .removed: files.setContents(path, nil)
            case .swapped:
                let others = files.files[otherPath] ?? []
                files.setContents(path, others)
                files.setContents(otherPath, current)
                return [others, current]
            case .fromAnotherMachine:
                var state = WindowState()
                state.contents["draft"] = .text(EditedText(ChunkedText("of another machine")))
                state.nextSequence = 1_000_000
                var encoder = StateFileEncoder()
                files.setContents(path, encoder.snapshot(of: &state, window.id, writer: "other"))
            case .folderInPlace:
                files.setContents(path, nil)
                files.setContents(path + "/mine", Array("mine".utf8))
                return [Array("mine".utf8)]
            }
            return files.files[path].map { [$0] } ?? []
        }
    }

    func testWhateverIsDoneToAFileWhatIsOnTheScreenComesBackAndWhatWasPutThereStays() async throws {
        var rounds = 0
        for kind in Kind.allCases {
            for end in End.allCases {
                let place = "\(kind), \(end)"
                let scene = try await Scene()
                var told: [RestorationReport.Entry] = []
                let observation = scene.session.onSetAside { told.append($0) }
                var statuses: [StorageStatus] = []
                let statusObservation = scene.session.onStorageStatusChange { statuses.append($0) }
                let foreign = try scene.spoil(kind)
                if end != .quitAtOnce {
                    for window in scene.session.scenes { window.type(", then two") }
                    await scene.program.wait(scene.session, .milliseconds(100))
                    XCTAssertFalse(told.isEmpty, place)
                }
                let drafts = scene.session.drafts
                if end != .killAfterTyping { scene.session.terminate() }
                await Program.serveMainQueue()
                scene.program.endProcess()
                XCTAssertTrue(told.allSatisfy { $0.code == .setAside }, place)
                XCTAssertEqual(told.isEmpty, false, place)
                XCTAssertTrue(statuses.isEmpty, place)
                for bytes in foreign {
                    XCTAssertTrue(scene.program.files.files.values.contains(bytes), place)
                }
                let next = try scene.program.run()
                XCTAssertEqual(next.drafts, drafts, place)
                await scene.program.wait(next, .seconds(2))
                for bytes in foreign where kind != .swapped {
                    XCTAssertTrue(scene.program.files.files.values.contains(bytes), place)
                }
                next.terminate()
                withExtendedLifetime((observation, statusObservation)) {}
                rounds += 1
            }
        }
        XCTAssertEqual(rounds, Kind.allCases.count * End.allCases.count)
    }

    func testTheReportSaysWhereItIsKept() async throws {
        let scene = try await Scene()
        let foreign = try scene.spoil(.putBackByRename)
        scene.window.type(", then two")
        await scene.program.wait(scene.session, .milliseconds(100))
        let entry = try XCTUnwrap(scene.session.report.entries.last)
        XCTAssertEqual(entry.code, .setAside)
        XCTAssertEqual(entry.outcome, .note)
        XCTAssertEqual(entry.scene, scene.window.id)
        let file = try XCTUnwrap(entry.file)
        XCTAssertEqual(scene.program.files.files[file.path], foreign[0])
        XCTAssertTrue(file.path.contains("/quarantine/"), file.path)
        scene.session.terminate()
    }

    /// The process stops after each of the operations with which it sets the file aside.
    func testAnyCrashPointLosesNeitherThatFileNorWhatIsOnTheScreenSinceItWasWritten() async throws {
        for kind in Kind.allCases where kind != .swapped {
            var index = 0
            var isReached = true
            while isReached {
                let scene = try await Scene()
                let files = scene.program.files
                let foreign = try scene.spoil(kind)
                files.resetOperations()
                let (limit, end) = (index, scene.program.endProcess)
                let wasReached = Shared(false)
                files.setFault { _, number in
                    guard number >= limit else { return nil }
                    wasReached.value = true
                    end()
                    return .fail(.EIO)
                }
                scene.window.type(", then two")
                await scene.program.wait(scene.session, .seconds(2))
                files.setFault(nil)
                scene.program.endProcess()
                isReached = wasReached.value
                let place = "\(kind), operation \(index)"
                let wasWritten = files.files.values.contains {
                    String(decoding: $0, as: UTF8.self).contains(", then two")
                }
                let next = try scene.program.run()
                await scene.program.wait(next, .seconds(2))
                let draft = next.drafts["a"]
                for bytes in foreign {
                    let isKept = files.files.values.contains { $0.starts(with: bytes) }
                    XCTAssertTrue(isKept, place)
                }
                if wasWritten {
                    XCTAssertEqual(draft, "draft of a, then one, then two", place)
                }
                next.terminate()
                index += 1
            }
            XCTAssertGreaterThan(index, 3, "\(kind)")
        }
    }

    func testAnIdenticalCopyIsNoOtherFile() async throws {
        let scene = try await Scene()
        let bytes = try XCTUnwrap(scene.program.files.files[scene.path])
        scene.program.files.setContents(scene.path, bytes)
        scene.window.type(", then two")
        await scene.program.wait(scene.session, .milliseconds(100))
        XCTAssertFalse(scene.session.report.codes().contains(.setAside))
        scene.program.endProcess()
        XCTAssertEqual(try scene.program.run().drafts["a"], "draft of a, then one, then two")
    }

    // MARK: - The whole directory, and its lock

    private func moveDirectory(_ files: InMemoryFileSystem, putting other: [String: [UInt8]]) throws
    {
        let path = RestorationTester.directory
        try files.fileSystem.rename(path, path + "-away")
        for (name, bytes) in other { files.setContents(name, bytes) }
    }

    func testADirectoryInThePlaceOfTheOpenOneGetsWhatIsOnTheScreen() async throws {
        for isEmpty in [true, false] {
            for end in [End.killAfterTyping, .quitAfterTyping, .quitAtOnce] {
                let scene = try await Scene()
                let files = scene.program.files
                var other: [String: [UInt8]] = [:]
                if !isEmpty {
                    other = files.files.filter { !$0.key.hasSuffix("/lock") }
                    other[scene.path] = scene.old
                }
                try moveDirectory(files, putting: other)
                if end != .quitAtOnce {
                    scene.window.type(", then two")
                    await scene.program.wait(scene.session, .milliseconds(100))
                    XCTAssertTrue(scene.session.report.codes().contains(.setAside))
                }
                let drafts = scene.session.drafts
                if end != .killAfterTyping { scene.session.terminate() }
                scene.program.endProcess()
                let place = "empty: \(isEmpty), \(end)"
                if !isEmpty {
                    XCTAssertTrue(files.files.values.contains(scene.old), place)
                }
                let next = try scene.program.run()
                XCTAssertEqual(next.drafts, drafts, place)
                next.terminate()
            }
        }
    }

    func testALockInThePlaceOfTheOwnOneIsTakenAsWell() async throws {
        for isRemoved in [true, false] {
            let scene = try await Scene()
            let lock = scene.session.directory.lock
            scene.program.files.setContents(lock, isRemoved ? nil : [])
            scene.window.type(", then two")
            await scene.program.wait(scene.session, .milliseconds(100))
            XCTAssertTrue(scene.session.report.codes().contains(.setAside))
            XCTAssertThrowsError(try Program(files: scene.program.files).run()) { error in
                XCTAssertEqual((error as? RestorationError)?.code, .alreadyInUse)
            }
            scene.session.terminate()
            let next = try scene.program.run()
            XCTAssertEqual(next.drafts["a"], "draft of a, then one, then two")
            next.terminate()
        }
    }

    func testADirectoryThatAnotherProcessHasIsWaitedFor() async throws {
        let scene = try await Scene()
        try moveDirectory(scene.program.files, putting: [:])
        let other = Program(files: scene.program.files)
        let otherSession = try other.run()
        otherSession.open("c")
        await other.wait(otherSession, .seconds(2))
        scene.window.type(", then two")
        await scene.program.wait(scene.session, .seconds(1))
        XCTAssertEqual(scene.session.storageStatus.failureCode, .alreadyInUse)
        otherSession.terminate()
        other.endProcess()
        await scene.program.wait(scene.session, .seconds(60))
        scene.program.endProcess()
        let next = try scene.program.run()
        XCTAssertEqual(next.drafts["a"], "draft of a, then one, then two")
        XCTAssertEqual(next.drafts["c"], "draft of c")
        next.terminate()
    }

    /// One look at the lock and one at the file, and nothing while nothing changes.
    func testNoticingCostsTwoLooksForEachWrite() async throws {
        let scene = try await Scene()
        scene.session.terminate()
        let calls = Shared<[String]>([])
        scene.program.spoil = { files in
            files.asking { call, path in calls.change { $0.append("\(call) \(path)") } }
        }
        let session = try scene.program.run()
        let window = try XCTUnwrap(session.scenes.first { $0.title == "a" })
        for _ in 0..<2 {
            window.type(" on")
            await scene.program.wait(session, .seconds(2))
        }
        calls.value = []
        window.type(" on")
        scene.program.clock.advance(by: .milliseconds(50))
        session.waitForWriter()
        XCTAssertEqual(
            calls.value,
            ["status \(session.directory.lock)", "status \(scene.path)", "append \(scene.path)"]
        )
        await scene.program.wait(session, .seconds(2))
        calls.value = []
        await scene.program.wait(session, .seconds(60))
        XCTAssertEqual(calls.value, [])
        session.terminate()
    }
}
