import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// A disk on which a sync may take any time: nothing waits for it without need.
@MainActor
final class SlowDiskTests: XCTestCase {
    /// Holds up syncs until it is opened.
    private final class Gate: @unchecked Sendable {
        private let condition = NSCondition()
        private var isOpen = true
        private var waiting = 0
        private var most = 0

        func close() { condition.withLock { isOpen = false } }

        func open() {
            condition.withLock {
                isOpen = true
                condition.broadcast()
            }
        }

        /// How many syncs have waited at once.
        var mostWaiting: Int { condition.withLock { most } }

        func pass() {
            condition.withLock {
                waiting += 1
                if !isOpen { most = max(most, waiting) }
                while !isOpen { condition.wait() }
                waiting -= 1
            }
        }

        /// Returns when so many syncs wait.
        func waitForWaiting(_ count: Int) async {
            while condition.withLock({ waiting }) < count { await Program.serveMainQueue() }
        }
    }

    private let gate = Gate()

    override func tearDown() async throws { gate.open() }

    private func program() -> Program {
        let program = Program()
        let gate = gate
        program.spoil = { files in
            var slow = files.asking { call, _ in
                if call == .sync || call == .syncDirectory { gate.pass() }
            }
            slow.syncWidth = 8
            return slow
        }
        return program
    }

    /// A run with three windows, one more that was closed in the run before, all on the disk.
    private func start() throws -> (Program, RestorationSession) {
        let program = program()
        let first = try program.run()
        for title in ["a", "b", "c", "closed before"] { first.open(title) }
        first.close(first.scenes[0])
        first.terminate()
        let session = try program.run()
        session.flush()
        return (program, session)
    }

    /// Awaits something that must come while no sync comes to an end.
    private func whileNothingIsSynced<Result: Sendable>(
        _ body: @escaping @MainActor () async -> Result
    ) async throws -> Result {
        gate.close()
        let result = Shared<Result?>(nil)
        let done = expectation(description: "done")
        Task {
            result.value = await body()
            done.fulfill()
        }
        await fulfillment(of: [done], timeout: 20)
        return try XCTUnwrap(result.value)
    }

    func testWhatChangesDuringASaveIsNoFailure() async throws {
        let (program, session) = try start()
        session.scenes[0].type(" and more")
        gate.close()
        let save = Task { await session.save() }
        await gate.waitForWaiting(1)
        session.scenes[0].type(", and the rest")
        gate.open()
        let isSaved = await save.value
        XCTAssertTrue(isSaved)
        // As after a power cut: it was not only written.
        program.endProcess()
        program.files.losePower()
        let next = try program.run()
        XCTAssertEqual(next.drafts["c"], "draft of c and more, and the rest")
        next.terminate()
    }

    func testEndBeforeTheRestoreWasCompleteBlocksNothing() async throws {
        let program = program()
        let first = try program.run()
        first.open("a")
        first.flush()
        program.endProcess()
        let session = try program.run { _ in }
        gate.close()
        let gate = gate
        // If this waited on the main thread, nothing would let it go on.
        let opener = DispatchQueue(label: "opener")
        let isServed = Shared(false)
        let end = Task { await session.end() }
        await gate.waitForWaiting(1)
        isServed.value = true
        opener.async { gate.open() }
        await end.value
        XCTAssertTrue(isServed.value)
        let next = try program.run()
        XCTAssertEqual(next.incompleteLaunches, 0, "an orderly end counted as a failed launch")
        XCTAssertEqual(next.drafts["a"], "draft of a")
        next.terminate()
    }

    func testWindowThatWasClosedAMomentAgoIsReopenedWithoutASync() async throws {
        let (program, session) = try start()
        session.scenes[0].type(" and more")
        gate.close()
        session.close(session.scenes[0])
        program.clock.advance(by: .milliseconds(100))
        let reopened = try await whileNothingIsSynced {
            await session.reopenMostRecentlyClosed().map { [$0.draft] } ?? []
        }
        XCTAssertEqual(reopened, ["draft of c and more"])
        gate.open()
        session.scenes[0].type(", and the rest")
        await session.end()
        let next = try program.run()
        XCTAssertEqual(next.drafts["c"], "draft of c and more, and the rest")
        XCTAssertEqual(next.recentlyClosed.map(\.title), ["closed before"])
        next.terminate()
    }

    func testReopenedWindowIsWrittenBeforeItsClosingIsSynced() async throws {
        let (program, session) = try start()
        session.scenes[0].type(" and more")
        gate.close()
        session.close(session.scenes[0])
        _ = await session.reopenMostRecentlyClosed()
        program.clock.advance(by: .milliseconds(100))
        program.clock.advance(by: .milliseconds(100))
        let files = program.files.copy()
        let next = try Program(files: files).run()
        XCTAssertEqual(next.drafts["c"], "draft of c and more")
        next.terminate()
    }

    func testWindowOfTheLastRunIsReopenedWithoutASync() async throws {
        let (_, session) = try start()
        gate.close()
        session.open("new")
        let reopened = try await whileNothingIsSynced {
            await session.reopenMostRecentlyClosed().map { [$0.draft] } ?? []
        }
        XCTAssertEqual(reopened, ["draft of closed before"])
        gate.open()
        await session.end()
    }

    func testCallsInARowReopenWindowsInARow() async throws {
        let (_, session) = try start()
        gate.close()
        session.close(session.scenes[0])
        session.close(session.scenes[0])
        let titles = try await whileNothingIsSynced {
            async let first = session.reopenMostRecentlyClosed()
            async let second = session.reopenMostRecentlyClosed()
            async let third = session.reopenMostRecentlyClosed()
            async let fourth = session.reopenMostRecentlyClosed()
            return await [first?.title, second?.title, third?.title, fourth?.title]
        }
        XCTAssertEqual(Set(titles), ["b", "c", "closed before", nil])
        XCTAssertEqual(session.scenes.count, 4)
        gate.open()
        await session.end()
    }

    func testPreviousSessionIsRestoredWithoutASync() async throws {
        let (program, session) = try start()
        session.scenes[0].type(" and more")
        session.open("new")
        gate.close()
        program.clock.advance(by: .seconds(1))
        let titles = try await whileNothingIsSynced {
            await session.restoreWholePreviousSession().map(\.title)
        }
        XCTAssertEqual(titles, ["c", "b", "a"])
        gate.open()
        await session.end()
    }

    // MARK: - The end

    func testMainThreadGoesOnDuringTheEndAndWhatChangesIsSavedAsWell() async throws {
        let (program, session) = try start()
        for scene in session.scenes { scene.type(" and more") }
        gate.close()
        let ending = Task { await session.end() }
        await gate.waitForWaiting(3)
        XCTAssertEqual(gate.mostWaiting, 3, "The windows are synced at once.")
        XCTAssertFalse(session.hasTerminated)
        session.scenes[0].type(", typed during the end")
        session.open("opened during the end")
        gate.open()
        await ending.value
        XCTAssertTrue(session.hasTerminated)
        let count = program.files.operations.count
        session.terminate()
        await session.end()
        XCTAssertEqual(program.files.operations.count, count)
        let next = try program.run()
        XCTAssertEqual(next.launchReason, .restore)
        XCTAssertEqual(next.drafts["c"], "draft of c and more, typed during the end")
        XCTAssertEqual(next.drafts["opened during the end"], "draft of opened during the end")
        next.terminate()
    }

    func testDisplayThatIsLostDuringTheEndEndsAtOnce() async throws {
        let (program, session) = try start()
        session.scenes[0].type(" and more")
        gate.close()
        let ending = Task { await session.end() }
        await gate.waitForWaiting(1)
        gate.open()
        session.terminate()
        await ending.value
        let next = try program.run()
        XCTAssertEqual(next.launchReason, .restore)
        XCTAssertEqual(next.drafts["c"], "draft of c and more")
        next.terminate()
    }

    func testEndThatNeverComesToRestIsCutShort() async throws {
        let program = Program()
        let session = try program.run()
        let scene = session.open("a")
        let observation = session.onWillEncode { $0.type("!") }
        await session.end()
        XCTAssertTrue(session.hasTerminated)
        let typed = scene.draft
        program.endProcess()
        let next = try program.run()
        XCTAssertEqual(next.launchReason, .restore)
        XCTAssertEqual(next.drafts["a"], typed)
        withExtendedLifetime(observation) {}
    }

    /// One sync for each window, one for their names, two for the index.
    func testQuittingSyncsNothingTwice() async throws {
        for isAsynchronous in [false, true] {
            let program = Program()
            let session = try program.run()
            for number in 1...5 { session.open("\(number)") }
            await program.wait(session, .seconds(3))
            for scene in session.scenes { scene.type(" and more") }
            await program.wait(session, .milliseconds(100))
            program.files.resetOperations()
            for scene in session.scenes { scene.type(", and the rest") }
            if isAsynchronous { await session.end() } else { session.terminate() }
            let syncs = program.files.operations.filter {
                $0.kind == .sync || $0.kind == .syncDirectory
            }
            XCTAssertEqual(syncs.filter { $0.kind == .sync }.count, 5, "\(syncs)")
            XCTAssertEqual(syncs.filter { $0.kind == .syncDirectory }.count, 1, "\(syncs)")
        }
    }

    func testQuittingWithNothingToSaveSyncsNothing() async throws {
        let program = Program()
        let session = try program.run()
        // Written as a whole: what was added to a file is put into it at the end.
        session.waitForWriter()
        session.open("a")
        session.flush()
        program.files.resetOperations()
        session.terminate()
        let operations = program.files.operations
        XCTAssertEqual(operations.map(\.kind), [.remove], "\(operations)")
    }
}
