import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// Windows that are opened after the restore was declared complete, because the first one was wanted.
@MainActor
final class LateOpeningTests: XCTestCase {
    private func tester() throws -> RestorationTester {
        let tester = try RestorationTester()
        tester.open("a", "b", "c")
        tester.end(.quit)
        return tester
    }

    /// Opens the front window, and the others only if wanted.
    private func restore(_ session: RestorationSession, all: Bool = false) {
        let scenes = session.scenesToRestore
        _ = scenes[0].root
        session.completeRestoration(stillOpening: Array(scenes[1...]))
        guard all else { return }
        for scene in scenes[1...] { _ = scene.root }
        session.finishOpening()
    }

    func testWhatIsTypedIntoTheFirstWindowIsKeptAtOnce() async throws {
        let tester = try tester()
        try tester.start { session in
            restore(session)
            RestorableText("draft", in: session.scenesToRestore[0].root).setString("typed early")
            session.flush()
        }
        tester.end(.kill)
        try tester.start()
        XCTAssertEqual(tester.titles, ["c", "b", "a"])
        XCTAssertEqual(
            tester.drafts,
            ["a": "draft of a", "b": "draft of b", "c": "typed early"]
        )
    }

    func testALaunchIsAGoodOneOnlyWhenTheLastWindowIsOpen() async throws {
        let tester = try tester()
        for count in 0..<3 {
            try tester.start { session in
                restore(session)
                session.flush()
            }
            XCTAssertEqual(tester.session.incompleteLaunches, count)
            tester.end(.kill)
        }
        try tester.start { session in
            XCTAssertEqual(session.plan.level, .choose)
            restore(session, all: true)
            session.flush()
        }
        tester.end(.kill)
        try tester.start()
        XCTAssertEqual(tester.session.incompleteLaunches, 0)
        XCTAssertEqual(tester.drafts.count, 3)
    }

    func testAFaultSoonAfterTheLastWindowCounts() async throws {
        let tester = try tester()
        try tester.start { restore($0) }
        tester.clock.advance(by: .seconds(100))
        tester.session.finishOpening()
        tester.session.flush()
        let fault = tester.clock.clock.now().addingTimeInterval(20)
        tester.end(.kill)
        tester.configuration.lastFault = fault
        try tester.start()
        XCTAssertEqual(tester.session.incompleteLaunches, 1)
    }

    func testQuittingBeforeTheLastWindowIsOpenLosesNothing() async throws {
        let tester = try tester()
        try tester.start { restore($0) }
        tester.end(.quit)
        try tester.start()
        XCTAssertEqual(tester.session.incompleteLaunches, 0)
        XCTAssertEqual(tester.session.launchReason, .restore)
        XCTAssertEqual(tester.titles, ["c", "b", "a"])
        XCTAssertEqual(tester.drafts.count, 3)
        XCTAssertTrue(tester.session.report.isComplete)
    }

    func testNothingIsSaidTwice() async throws {
        let tester = try tester()
        try tester.start { session in
            // Before there is anything to finish.
            session.finishOpening()
            restore(session, all: true)
            session.finishOpening()
            session.completeRestoration()
        }
        XCTAssertEqual(tester.session.report.entries.filter { $0.code == .restored }.count, 3)
    }
}
