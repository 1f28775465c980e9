import StateRestorationTesting
import TestSupport
import XCTest

@testable import StateRestoration

/// That a file system may lack what others have: it is done without, and said.
@MainActor
final class FileSystemGapsTests: XCTestCase {
    private func gaps(in session: RestorationSession) -> [String] {
        session.report.entries.filter { $0.code == .limitedFileSystem }.map(\.reason)
    }

    // MARK: - Folders that cannot be synced

    func testAFolderThatCannotBeSyncedIsNoFailure() async throws {
        for code in [POSIXErrorCode.EINVAL, .EOPNOTSUPP, .ENOSYS, .EBADF] {
            let program = Program()
            program.files.setFault { operation, _ in
                operation.kind == .syncDirectory ? .fail(code) : nil
            }
            let session = try program.run()
            session.open("a")
            await program.wait(session, .seconds(2))
            XCTAssertTrue(session.isWorking, "\(code)")
            XCTAssertEqual(gaps(in: session).count, 1, "\(code)")
            let isSaved = await session.save()
            XCTAssertTrue(isSaved, "\(code)")
            program.endProcess()
            XCTAssertEqual(try program.run().drafts, ["a": "draft of a"], "\(code)")
        }
    }

    func testAFolderWhoseSyncFailsIsAFailure() async throws {
        let program = Program()
        program.files.setFault { operation, _ in
            operation.kind == .syncDirectory ? .fail(.EIO) : nil
        }
        let session = try program.run()
        session.open("a")
        await program.wait(session, .seconds(2))
        XCTAssertFalse(session.isWorking)
        XCTAssertEqual(gaps(in: session), [])
    }

    // MARK: - Folders on another file system

    private enum Border: CaseIterable {
        /// Each folder is a file system of its own.
        case everyFolder
        /// Folders cannot be renamed at all, as those in the lower layer of an overlay.
        case folders

        func fault(
            _ operation: InMemoryFileSystem.Operation,
            _ files: InMemoryFileSystem
        ) -> InMemoryFileSystem.Fault? {
            guard let target = operation.target else { return nil }
            let (from, to) = (operation.path as NSString, target as NSString)
            switch self {
            case .everyFolder:
                let isSame = from.deletingLastPathComponent == to.deletingLastPathComponent
                return isSame ? nil : .fail(.EXDEV)
            case .folders:
                guard operation.kind == .rename, !operation.path.hasSuffix(".moved"),
                    files.kind(operation.path) == .directory
                else { return nil }
                return .fail(.EXDEV)
            }
        }
    }

    private func spoil(_ program: Program, _ border: Border) {
        let files = program.files
        files.setFault { operation, _ in border.fault(operation, files) }
    }

    /// Runs that fill and empty every folder.
    private func live(_ program: Program, _ number: Int) async throws -> [String: String] {
        let session = try program.run()
        session.open("window \(number)")
        session.open("closed \(number)")
        for scene in session.scenes { scene.type(" \(number)") }
        await program.wait(session, .seconds(2))
        session.scenes.first { $0.title == "closed \(number)" }.map { session.close($0) }
        await program.wait(session, .seconds(2))
        XCTAssertTrue(session.isWorking, "run \(number): \(session.storageStatus)")
        let drafts = session.drafts
        session.terminate()
        program.endProcess()
        return drafts
    }

    func testWhatCannotBeRenamedIsCopied() async throws {
        for border in Border.allCases {
            let program = Program()
            program.configuration.recentlyClosedLimit = 1
            spoil(program, border)
            var drafts: [String: String] = [:]
            for number in 1...5 {
                let before = drafts
                drafts = try await live(program, number)
                let kept = program.files.files.keys.filter { $0.contains("/previous-session/") }
                XCTAssertEqual(
                    kept.filter { $0.hasSuffix(".state") }.count,
                    before.count,
                    "\(border), run \(number)"
                )
            }
            XCTAssertEqual(drafts.count, 5, "\(border)")
            // A damaged file goes to the quarantine.
            let session = try program.run()
            let path = session.directory.window(session.scenes[0].id)
            session.terminate()
            program.endProcess()
            program.files.setContents(path, Array("damaged".utf8))
            let next = try program.run()
            await program.wait(next, .seconds(2))
            XCTAssertTrue(next.isWorking, "\(border)")
            let isKept = program.files.files.contains { path, bytes in
                path.contains("/quarantine/") && bytes == Array("damaged".utf8)
            }
            XCTAssertTrue(isKept, "\(border)")
            // The last run of all renames no folder.
            if border == .everyFolder { XCTAssertFalse(gaps(in: next).isEmpty) }
            let left = program.files.files.keys.filter { $0.contains(".moved") }
            XCTAssertEqual(left, [], "\(border)")
            next.terminate()
        }
    }

    func testAnyCrashPointOfACopyLosesNothing() async throws {
        for border in Border.allCases {
            let prepared = Program()
            spoil(prepared, border)
            var drafts: [String: String] = [:]
            for number in 1...3 { drafts = try await live(prepared, number) }
            var index = 0
            var isReached = true
            while isReached {
                let program = Program(files: prepared.files.copy())
                let files = program.files
                let (limit, wasReached) = (index, Shared(false))
                files.setFault { operation, number in
                    if number >= limit {
                        wasReached.value = true
                        return .fail(.ESRCH)
                    }
                    return border.fault(operation, files)
                }
                let session = try program.run()
                await program.wait(session, .seconds(2))
                program.endProcess()
                isReached = wasReached.value
                spoil(program, border)
                let next = try program.run()
                await program.wait(next, .seconds(2))
                XCTAssertEqual(next.drafts, drafts, "\(border), operation \(index)")
                let previous = await next.restoreWholePreviousSession()
                XCTAssertFalse(previous.isEmpty, "\(border), operation \(index)")
                next.terminate()
                index += 1
            }
            XCTAssertGreaterThan(index, 20, "\(border)")
        }
    }

    func testARenameThatReplacesNothingIsMadeInTwoSteps() async throws {
        let program = Program()
        let files = program.files
        files.setFault { operation, _ in
            guard operation.kind == .rename, let target = operation.target,
                files.kind(target) == .file
            else { return nil }
            return .fail(.EEXIST)
        }
        for number in 1...2 { _ = try await live(program, number) }
        let session = try program.run()
        XCTAssertEqual(session.drafts.count, 2)
        session.terminate()
    }

    // MARK: - Locks

    private func lock(
        _ path: String,
        _ folder: String?,
        _ code: Int32
    ) throws -> FileLock? {
        try PosixFiles.lock(path, elsewhere: folder) { _, _ in
            errno = code
            return -1
        }
    }

    func testALockElsewhereStandsInAndDiesWithItsHolder() async throws {
        let root = try TemporaryDirectory()
        let runtime = root.url.appendingPathComponent("runtime")
        try FileSystem.live.createDirectory(runtime.path)
        let path = root.url.appendingPathComponent("lock").path
        for code in [ENOSYS, ENOLCK, EOPNOTSUPP] {
            var first = try lock(path, runtime.path, code)
            XCTAssertEqual(first?.isElsewhere, true)
            XCTAssertNil(try lock(path, runtime.path, code))
            // One that can lock after all must not go past it.
            XCTAssertNil(try PosixFiles.lock(path, elsewhere: runtime.path))
            first = nil
            XCTAssertEqual(try FileSystem.live.names(runtime.path), [])
            let second = try PosixFiles.lock(path, elsewhere: runtime.path)
            XCTAssertEqual(second?.isElsewhere, false)
        }
        XCTAssertThrowsError(try lock(path, runtime.path, EIO))
        XCTAssertThrowsError(try lock(path, nil, ENOSYS))
        // A folder in which others may write is none.
        XCTAssertEqual(chmod(runtime.path, 0o777), 0)
        XCTAssertThrowsError(try lock(path, runtime.path, ENOSYS))
    }

    func testTheErrorNamesAFileSystemWithoutLocks() async throws {
        for code in [POSIXErrorCode.ENOLCK, .ENOSYS, .EOPNOTSUPP] {
            let program = Program()
            program.spoil = {
                $0.asking { call, _ in if call == .lock { throw POSIXError(code) } }
            }
            let session = try program.run()
            guard case .failing(let error) = session.storageStatus else {
                return XCTFail("Nothing was said of \(code).")
            }
            XCTAssertTrue(error.message.contains("no locks"), error.message)
        }
    }

    // MARK: - Rights

    func testRightsThatCannotBeTakenAwayAreNoted() async throws {
        let root = try TemporaryDirectory()
        let state = root.url.appendingPathComponent("state")
        var environment = RestorationEnvironment.live
        environment.fileSystem.status = { path in
            var status = try FileSystem.live.status(path)
            status?.permissions = 0o755
            return status
        }
        let session = try RestorationSession.open(
            .init(directory: state, writer: "test"),
            environment: environment
        )
        await Program.serveMainQueue()
        XCTAssertEqual(gaps(in: session).filter { $0.contains("no rights") }.count, 1)
        session.completeRestoration()
        session.open("a")
        session.terminate()
        let next = try RestorationSession.open(.init(directory: state, writer: "test"))
        XCTAssertEqual(next.drafts, ["a": "draft of a"])
        await Program.serveMainQueue()
        XCTAssertEqual(gaps(in: next), [])
        next.terminate()
    }

    // MARK: - A link in place of the state directory

    func testAnOwnLinkToAStateDirectoryIsFollowed() async throws {
        let root = try TemporaryDirectory()
        let real = root.url.appendingPathComponent("elsewhere/state")
        let link = root.url.appendingPathComponent("state")
        try FileManager.default.createDirectory(at: real, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: real)
        for number in 1...3 {
            let session = try RestorationSession.open(.init(directory: link, writer: "test"))
            RestorationTester.restoreAll(session)
            XCTAssertEqual(session.scenes.count, number - 1)
            XCTAssertEqual(session.report.complaints, [])
            session.open("\(number)")
            session.terminate()
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: root.url.path)
        XCTAssertEqual(Set(names), ["state", "elsewhere"])
        XCTAssertEqual(try FileSystem.live.status(link.path)?.kind, .symbolicLink)
    }

    func testALinkToWhatIsNoStateDirectoryIsSetAsideAndSaid() async throws {
        let root = try TemporaryDirectory()
        let others = root.url.appendingPathComponent("others")
        let link = root.url.appendingPathComponent("state")
        try FileManager.default.createDirectory(at: others, withIntermediateDirectories: true)
        try Data("mine".utf8).write(to: others.appendingPathComponent("mine"))
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: others)
        let session = try RestorationSession.open(.init(directory: link, writer: "test"))
        let entry = try XCTUnwrap(session.report.entries.first)
        XCTAssertEqual(entry.code, .setAside)
        XCTAssertEqual(entry.file?.path, link.path + "-aside")
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: others.path), ["mine"])
        session.terminate()
    }
}

extension RestorationSession {
    fileprivate var isWorking: Bool {
        if case .working = storageStatus { true } else { false }
    }
}
