import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// Windows closed one after another down to the last one, and what else is in the list of closed
/// ones then.
@MainActor
final class QuittingByClosingTests: XCTestCase {
    private func tester() throws -> RestorationTester {
        try RestorationTester { $0.recentlyClosedLimit = 2 }
    }

    private func closeAll(_ tester: RestorationTester) {
        for scene in tester.session.scenes {
            tester.clock.advance(by: .seconds(1))
            tester.session.close(scene)
        }
    }

    func testMoreWindowsThanCanBeReopenedAllComeBack() async throws {
        let tester = try tester()
        tester.open("a", "b", "c", "d", "e")
        closeAll(tester)
        try tester.restartAndRestore(after: .quit)
        XCTAssertEqual(tester.titles, ["e", "d", "c", "b", "a"])
        XCTAssertEqual(tester.drafts["e"], "draft of e")
        XCTAssertEqual(tester.names(in: "trash"), [])
    }

    func testWindowsThatWereClosedBeforeCanStillBeReopened() async throws {
        let tester = try tester()
        let scenes = tester.open("older", "old", "a", "b", "c")
        for scene in scenes[..<2] {
            tester.session.close(scene)
            tester.clock.advance(by: .seconds(60))
        }
        closeAll(tester)
        XCTAssertEqual(tester.session.recentlyClosed.map(\.title), ["old", "older"])
        try tester.restartAndRestore(after: .quit)
        XCTAssertEqual(tester.session.recentlyClosed.map(\.title), ["old", "older"])
        let reopened = await tester.session.reopen(scenes[0].id)
        XCTAssertEqual(reopened?.draft, "draft of older")
    }

    func testOldestClosedWindowCanBeReopenedAfterTheLastOneWasClosed() async throws {
        let tester = try tester()
        let scenes = tester.open("older", "old", "a", "b", "c")
        for scene in scenes[..<2] {
            tester.session.close(scene)
            tester.clock.advance(by: .seconds(60))
        }
        closeAll(tester)
        let reopened = await tester.session.reopen(scenes[0].id)
        XCTAssertEqual(reopened?.draft, "draft of older")
    }

    func testProgramThatGoesOnAfterAllReopensTheFrontWindowFirst() async throws {
        let tester = try tester()
        let scenes = tester.open("older", "a", "b")
        tester.session.close(scenes[0])
        tester.clock.advance(by: .seconds(60))
        closeAll(tester)
        for expected in ["draft of b", "draft of a"] {
            let reopened = await tester.session.reopenMostRecentlyClosed()
            XCTAssertEqual(reopened?.draft, expected)
        }
    }

    func testFreshStartWithoutAWindowDoesNotBringBackWhatWasClosedLong() async throws {
        let tester = try tester()
        let first = tester.open("first")[0].id
        tester.open("second")
        tester.configuration.restoresState = false
        try tester.restartAndRestore(after: .quit)
        tester.configuration.recentlyClosedLimit = 0
        for _ in 1...4 { try tester.restartAndRestore(after: .quit) }
        tester.configuration.restoresState = true
        try tester.restartAndRestore(after: .quit)
        XCTAssertEqual(tester.titles, [])
        XCTAssertFalse(tester.session.report.codes().contains(.olderCopy), "\(first)")
    }

    func testPreviousSessionHasTheLastOrderAndNoWindowOfTheOneBefore() async throws {
        let tester = try tester()
        let scenes = tester.open("a", "b", "c")
        try tester.restartAndRestore(after: .quit)
        let first = await tester.session.restoreWholePreviousSession()
        XCTAssertEqual(first.map(\.title), ["c", "b", "a"])
        for scene in tester.session.scenes[..<3] { tester.session.close(scene) }
        let c = try XCTUnwrap(tester.session.scenes.first { $0.id == scenes[2].id })
        tester.session.close(c)
        let a = try XCTUnwrap(tester.session.scenes.first { $0.id == scenes[0].id })
        tester.session.activate(a)
        try tester.restartAndRestore(after: .quit)
        XCTAssertEqual(tester.titles, ["a", "b"])
        let second = await tester.session.restoreWholePreviousSession()
        XCTAssertEqual(second.map(\.title), ["a", "b"])
    }
}
