import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// That a restore which fails, wholly or in part, destroys nothing.
@MainActor
final class RestoreFailureTests: XCTestCase {
    private let folder = RestorationTester.directory

    private func tester(windows count: Int) throws -> RestorationTester {
        let tester = try RestorationTester()
        for number in 1...count {
            let scene = tester.session.makeScene()
            scene.title = "\(number)"
            RestorableText("draft", in: scene.root).setString("draft \(number)")
        }
        return tester
    }

    private func windowFiles(_ tester: RestorationTester) -> [String: [UInt8]] {
        tester.files.files.filter { !$0.key.hasSuffix("running.json") }
    }

    func testNothingIsTouchedUntilTheRestoreIsComplete() async throws {
        let tester = try tester(windows: 3)
        tester.end(.quit)
        let before = windowFiles(tester)
        for attempt in 1...3 {
            try tester.start { _ in }
            let session = tester.session
            for scene in session.scenesToRestore {
                RestorableText("draft", in: scene.root).setString("overwritten")
                scene.title = "overwritten"
            }
            session.makeScene().title = "new"
            session.close(session.scenes[1])
            _ = await session.reopenMostRecentlyClosed()
            session.flush()
            XCTAssertEqual(tester.session.incompleteLaunches, attempt - 1)
            tester.clock.advance(by: .seconds(20))
            XCTAssertEqual(windowFiles(tester), before)
            tester.end(.kill)
        }
        try tester.start()
        XCTAssertEqual(tester.session.incompleteLaunches, 3)
        XCTAssertEqual(tester.session.scenes.map(\.title), ["3", "2", "1"])
        try tester.restartAndRestore()
        XCTAssertEqual(tester.session.incompleteLaunches, 0)
    }

    func testEndBeforeTheRestoreIsCompleteChangesNothing() async throws {
        let tester = try tester(windows: 2)
        tester.end(.quit)
        let before = tester.files.files
        try tester.start { $0.terminate() }
        tester.end(.killAtOnce)
        XCTAssertEqual(tester.files.files, before)
    }

    func testWindowsThatWereNotRestoredAreTriedAgain() async throws {
        let tester = try tester(windows: 10)
        try tester.restartAndRestore { session in
            // One is never opened, another one fails.
            for scene in session.scenesToRestore.dropLast() { _ = scene.root }
            session.restorationFailed(session.scenesToRestore[0], reason: "The page is broken.")
            session.completeRestoration()
        }
        XCTAssertEqual(tester.session.scenes.count, 8)
        XCTAssertFalse(tester.session.report.isComplete)
        XCTAssertEqual(
            tester.session.report.entries.filter { $0.outcome == .notRestored }.map(\.subject),
            ["10", "1"]
        )
        for scene in tester.session.scenes {
            RestorableText("draft", in: scene.root).setString("changed")
        }
        try tester.restartAndRestore(after: .quit)
        XCTAssertEqual(
            Set(tester.session.scenes.map(\.title)),
            Set((1...10).map(String.init))
        )
        for scene in tester.session.scenes {
            let isLeft = scene.title == "1" || scene.title == "10"
            XCTAssertEqual(
                scene.storedValue(at: "draft"),
                .string(isLeft ? "draft \(scene.title)" : "changed")
            )
        }
    }

    func testFirstWriteOfARestoredWindowMakesANewFileAndKeepsTheOld() async throws {
        let tester = try tester(windows: 1)
        try tester.restartAndRestore(after: .quit)
        let scene = tester.session.scenes[0]
        let path = "\(folder)/windows/\(scene.id).state"
        tester.session.flush()
        let inode = tester.files.inode(path)
        let contents = tester.files.files[path]
        XCTAssertEqual(tester.files.inode("\(folder)/previous-session/\(scene.id).state"), inode)
        RestorableText("draft", in: scene.root).setString("changed")
        tester.session.flush()
        XCTAssertNotEqual(tester.files.inode(path), inode)
        XCTAssertEqual(tester.files.files["\(folder)/previous-session/\(scene.id).state"], contents)
    }

    func testQuittingWritesOnlyTheWindowsThatHaveChanged() async throws {
        let tester = try tester(windows: 5)
        try tester.restartAndRestore(after: .quit)
        let paths = tester.session.scenes.map { tester.session.directory.window($0.id) }
        let before = paths.map(tester.files.inode)
        tester.session.scenes[2].title = "changed"
        tester.end(.quit)
        let after = paths.map(tester.files.inode)
        XCTAssertEqual(zip(before, after).map { $0 == $1 }, [true, true, false, true, true])
    }

    func testPreviousSessionComesBackAsNewWindows() async throws {
        let tester = try tester(windows: 2)
        try tester.restartAndRestore(after: .quit)
        XCTAssertTrue(tester.session.hasPreviousSession)
        for scene in tester.session.scenes {
            RestorableText("draft", in: scene.root).setString("spoiled")
        }
        let ids = Set(tester.session.scenes.map(\.id))
        let copies = await tester.session.restorePreviousSession()
        XCTAssertEqual(copies.map(\.title), ["2", "1"])
        XCTAssertEqual(
            copies.map { $0.storedValue(at: "draft") },
            [.string("draft 2"), .string("draft 1")]
        )
        XCTAssertTrue(ids.isDisjoint(with: copies.map(\.id)))
        XCTAssertEqual(tester.session.scenes.map(\.title), ["2", "1", "2", "1"])
        try tester.restartAndRestore()
        XCTAssertEqual(tester.session.scenes.map(\.title), ["2", "1", "2", "1"])
    }

    func testFreshStartLosesNothing() async throws {
        let tester = try tester(windows: 2)
        tester.configuration.restoresState = false
        try tester.restartAndRestore(after: .quit)
        XCTAssertEqual(tester.session.scenes.count, 0)
        XCTAssertTrue(tester.session.hasPreviousSession)
        tester.configuration.restoresState = true
        // No window was opened: the empty session does not replace the previous one.
        try tester.restartAndRestore(after: .quit)
        XCTAssertEqual(tester.session.scenes.count, 0)
        let copies = await tester.session.restorePreviousSession()
        XCTAssertEqual(copies.map(\.title), ["2", "1"])
    }

    func testFreshStartsOneAfterAnotherLoseNothing() async throws {
        let tester = try tester(windows: 2)
        tester.configuration.restoresState = false
        for round in 1...4 {
            try tester.restartAndRestore(after: round == 2 ? .kill : .quit)
            tester.session.makeScene().title = "fresh \(round)"
        }
        XCTAssertEqual(
            tester.session.recentlyClosed.map(\.title),
            ["fresh 3", "fresh 2", "fresh 1", "2", "1"]
        )
        tester.configuration.restoresState = true
        try tester.restartAndRestore(after: .powerCut)
        let closed = tester.session.recentlyClosed.map(\.id)
        XCTAssertEqual(closed.count, 5)
        let last = await tester.session.reopen(try XCTUnwrap(closed.last))
        XCTAssertEqual(last?.storedValue(at: "draft"), .string("draft 1"))
    }

    func testRefusedWindowKeepsItsFile() async throws {
        let tester = try tester(windows: 2)
        tester.configuration.shouldRestore = { candidate in
            candidate.title == "1" ? .refuse(reason: "Not today.") : .restore
        }
        try tester.restartAndRestore(after: .quit)
        XCTAssertEqual(tester.session.scenes.map(\.title), ["2"])
        XCTAssertTrue(tester.session.report.entries.contains { $0.reason == "Not today." })
        tester.configuration.shouldRestore = { _ in .restore }
        try tester.restartAndRestore(after: .quit)
        XCTAssertEqual(tester.session.scenes.map(\.title), ["2", "1"])
    }
}
