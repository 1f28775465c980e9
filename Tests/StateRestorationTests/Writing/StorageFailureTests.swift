import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// A disk that is full, read-only or broken: the old state stays, the application goes on and is
/// told once, and nothing is lost when the disk is well again.
@MainActor
final class StorageFailureTests: XCTestCase {
    private typealias Operation = InMemoryFileSystem.Operation

    private nonisolated static func isWrite(_ operation: Operation) -> Bool {
        operation.kind == .create || operation.kind == .append
    }

    /// A session with a window and a draft, all of it on the disk.
    private func start() throws -> (
        tester: RestorationTester, draft: RestorableText, told: StorageStatusLog
    ) {
        let tester = try RestorationTester()
        let draft = RestorableText("draft", in: tester.session.makeScene().root)
        draft.setString("before")
        tester.session.flush()
        tester.clock.advance(by: .seconds(2))
        tester.files.resetOperations()
        return (tester, draft, StorageStatusLog(tester.session))
    }

    private func type(_ text: String, in draft: RestorableText, _ tester: RestorationTester) {
        let end = draft.string.unicodeScalars.count
        draft.replace(offset: end, removing: "", inserting: text)
        tester.clock.advance(by: .milliseconds(50))
    }

    private func restoredDraft(_ tester: RestorationTester) throws -> String {
        let scene = try XCTUnwrap(tester.restartAndRestore(after: .killAtOnce).scenes.first)
        return RestorableText("draft", in: scene.root).string
    }

    // MARK: - Told once, and nothing lost

    func testEachKindOfFailureIsToldOnceAndNothingIsLostWhenItIsOver() async throws {
        let faults: [String: @Sendable (Operation, Int) -> InMemoryFileSystem.Fault?] = [
            "full": { operation, _ in
                switch operation.kind {
                case .append: .cutOff(afterBytes: 10, .ENOSPC)
                case .create: .cutOff(afterBytes: 0, .ENOSPC)
                default: nil
                }
            },
            "read-only": { _, _ in .fail(.EROFS) },
            "no writes": { operation, _ in Self.isWrite(operation) ? .fail(.EIO) : nil },
            "no syncs": { operation, _ in operation.kind == .sync ? .fail(.EIO) : nil },
            "no renames": { operation, _ in operation.kind == .rename ? .fail(.EIO) : nil },
        ]
        for (name, fault) in faults {
            let (tester, draft, told) = try start()
            tester.files.setFault(fault)
            for _ in 0..<200 { type(" more", in: draft, tester) }
            let closed = tester.session.makeScene()
            closed.title = "closed"
            tester.session.close(closed)
            tester.session.flush()
            await told.waitForFailure(self)
            XCTAssertEqual(told.failures.count, 1, name)
            XCTAssertEqual(told.recoveryCount, 0, name)
            let expected = draft.string
            tester.files.setFault(nil)
            tester.clock.advance(by: .seconds(60))
            tester.session.waitForWriter()
            await told.waitForRecovery(self)
            XCTAssertEqual(told.failures.count, 1, name)
            XCTAssertEqual(told.recoveryCount, 1, name)
            tester.files.losePower()
            XCTAssertEqual(try restoredDraft(tester), expected, name)
            XCTAssertEqual(tester.session.recentlyClosed.map(\.title), ["closed"], name)
            XCTAssertTrue(tester.session.report.isComplete, "\(tester.session.report.entries)")
        }
    }

    func testFailureNamesTheFileAndTheReason() async throws {
        let (tester, draft, told) = try start()
        tester.files.setFault { _, _ in .fail(.ENOSPC) }
        type("more", in: draft, tester)
        await told.waitForFailure(self)
        let error = try XCTUnwrap(told.failures.first)
        XCTAssertEqual(error.code, .cannotWrite)
        XCTAssertEqual(error.url?.lastPathComponent, "\(tester.session.scenes[0].id).state")
        XCTAssertTrue(error.description.contains("No space left"), error.description)
    }

    func testSyncThatFailsAfterItsWindowWasClosedIsNoFailure() async throws {
        let (tester, draft, _) = try start()
        let scene = tester.session.scenes[0]
        // What fails first keeps the sync waiting until the window has been closed.
        tester.files.setFault { operation, _ in
            operation.path.contains("session.json") ? .fail(.EIO) : nil
        }
        _ = tester.session.makeScene()
        type("more", in: draft, tester)
        tester.clock.advance(by: .milliseconds(800))
        tester.session.waitForWriter()
        tester.session.close(scene)
        tester.clock.advance(by: .milliseconds(50))
        let path = tester.session.directory.window(scene.id)
        tester.files.setFault { operation, _ in
            operation.kind == .sync && operation.path == path ? .fail(.EIO) : nil
        }
        tester.clock.advance(by: .seconds(60))
        tester.session.flush()
        XCTAssertTrue(tester.files.operations.contains { $0.kind == .sync && $0.path == path })
        tester.session.terminate()
        // A session that ended in trouble would leave its marker.
        XCTAssertNil(tester.files.files[tester.session.directory.running])
    }

    func testFailingDiskIsNotFilledWithReplacements() async throws {
        for kind in [Operation.Kind.sync, .rename, .syncDirectory, .append] {
            let (tester, draft, _) = try start()
            tester.files.setFault { operation, _ in operation.kind == kind ? .fail(.EIO) : nil }
            for _ in 0..<600 {
                type("x", in: draft, tester)
                tester.clock.advance(by: .seconds(3))
                tester.session.waitForWriter()
            }
            let prefix = tester.session.directory.windows + "/"
            let left = tester.files.files.keys.filter { $0.hasPrefix(prefix) }
            XCTAssertLessThanOrEqual(left.count, 3, "\(kind): \(left)")
        }
    }

    func testFailureThatEndsWithItsWindowIsOver() async throws {
        let (tester, draft, told) = try start()
        let path = "\(RestorationTester.directory)/windows/"
        tester.files.setFault { operation, _ in
            Self.isWrite(operation) && operation.path.hasPrefix(path) ? .fail(.EIO) : nil
        }
        type("more", in: draft, tester)
        await told.waitForFailure(self)
        tester.session.close(tester.session.scenes[0])
        tester.session.flush()
        await told.waitForRecovery(self)
    }

    func testOldStateStaysWhileTheDiskIsFull() async throws {
        let (tester, draft, _) = try start()
        let before = tester.files.files
        tester.files.setFault { operation, _ in Self.isWrite(operation) ? .fail(.ENOSPC) : nil }
        for _ in 0..<50 { type(" more", in: draft, tester) }
        tester.session.terminate()
        XCTAssertEqual(tester.files.files, before)
        tester.files.setFault(nil)
        XCTAssertEqual(try restoredDraft(tester), "before")
    }

    func testWindowsBesideTheFailingOneAreWritten() async throws {
        let (tester, draft, told) = try start()
        let path = tester.session.directory.window(tester.session.scenes[0].id)
        tester.files.setFault { operation, _ in
            operation.path.hasPrefix(path) ? .fail(.EIO) : nil
        }
        type("more", in: draft, tester)
        let other = tester.session.makeScene()
        RestorableText("draft", in: other.root).setString("of the other")
        tester.clock.advance(by: .milliseconds(100))
        await told.waitForFailure(self)
        try tester.restartAndRestore(after: .killAtOnce)
        let restored = try XCTUnwrap(tester.session.scenes.first { $0.id == other.id })
        XCTAssertEqual(restored.storedValue(at: "draft"), .string("of the other"))
        XCTAssertEqual(told.recoveryCount, 0)
    }

    // MARK: - Retries

    func testRetriesSlowDownWhileNothingIsTyped() async throws {
        let (tester, draft, _) = try start()
        tester.files.setFault { _, _ in .fail(.ENOSPC) }
        type("more", in: draft, tester)
        tester.files.resetOperations()
        for _ in 0..<3600 { tester.clock.advance(by: .seconds(1)) }
        let attempts = tester.files.operations.filter(Self.isWrite).count
        XCTAssertTrue((100...140).contains(attempts), "\(attempts) attempts in an hour")
    }

    func testTypingWaitsAtMostTwoSecondsForTheNextAttempt() async throws {
        let (tester, draft, _) = try start()
        tester.files.setFault { _, _ in .fail(.ENOSPC) }
        type("more", in: draft, tester)
        for _ in 0..<600 { tester.clock.advance(by: .seconds(1)) }
        tester.files.setFault(nil)
        for _ in 0..<41 { type("x", in: draft, tester) }
        let expected = draft.string
        tester.session.waitForWriter()
        XCTAssertEqual(try restoredDraft(tester), expected)
    }

    func testTypingOnAFullDiskDoesNotHammerIt() async throws {
        let (tester, draft, _) = try start()
        tester.files.setFault { _, _ in .fail(.ENOSPC) }
        for _ in 0..<1200 { type("x", in: draft, tester) }
        let attempts = tester.files.operations.filter(Self.isWrite).count
        XCTAssertTrue((20...60).contains(attempts), "\(attempts) attempts in a minute")
    }

    func testFlushesOnAFailingDiskArrangeNoFurtherRetries() async throws {
        let (tester, draft, _) = try start()
        tester.files.setFault { _, _ in .fail(.EIO) }
        for _ in 0..<50 {
            type("x", in: draft, tester)
            tester.session.flush()
        }
        // One for the windows, one for what is done on their behalf, one for the next sync.
        XCTAssertLessThanOrEqual(tester.clock.waitingCount, 3)
    }

    func testNoTimerRunsWhenAllIsWellAgain() async throws {
        let (tester, draft, _) = try start()
        tester.files.setFault { _, _ in .fail(.EIO) }
        for _ in 0..<50 { type("x", in: draft, tester) }
        tester.files.setFault(nil)
        tester.clock.advance(by: .seconds(60))
        tester.session.waitForWriter()
        tester.clock.advance(by: .seconds(60))
        XCTAssertEqual(tester.clock.waitingCount, 0)
    }

    // MARK: - Syncing

    func testFailedSyncIsMadeGoodByANewFile() async throws {
        let (tester, draft, told) = try start()
        let hasFailed = Flag()
        tester.files.setFault { operation, _ in
            operation.kind == .sync && hasFailed.raise() ? .fail(.EIO) : nil
        }
        type(" after", in: draft, tester)
        tester.clock.advance(by: .seconds(1))
        tester.session.waitForWriter()
        await told.waitForFailure(self)
        tester.clock.advance(by: .seconds(1))
        tester.session.waitForWriter()
        await told.waitForRecovery(self)
        tester.files.losePower()
        XCTAssertEqual(try restoredDraft(tester), "before after")
    }

    func testKeysAreWrittenWhileNothingCanBeSynced() async throws {
        let (tester, draft, _) = try start()
        tester.files.setFault { operation, _ in operation.kind == .sync ? .fail(.EIO) : nil }
        for _ in 0..<100 {
            type("x", in: draft, tester)
            XCTAssertTrue(
                tester.files.operations.suffix(10).contains(where: Self.isWrite),
                "not written"
            )
        }
        XCTAssertEqual(try restoredDraft(tester), "before" + String(repeating: "x", count: 100))
    }
}

/// A flag that is raised once, from any thread.
private final class Flag: @unchecked Sendable {
    private let lock = NSLock()
    private var isRaised = false

    /// Returns whether this call was the one.
    func raise() -> Bool {
        lock.withLock {
            defer { isRaised = true }
            return !isRaised
        }
    }
}
