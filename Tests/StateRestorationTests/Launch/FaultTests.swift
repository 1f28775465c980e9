import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// That a run which dies of its own fault right after its restore counts as a launch that failed, and
/// no other does.
@MainActor
final class FaultTests: XCTestCase {
    private let marker = RestorationTester.path("running.json")

    private func tester() throws -> RestorationTester {
        let tester = try RestorationTester()
        tester.open("a")
        tester.end(.quit)
        return tester
    }

    /// Restores everything and goes on for a while.
    ///
    /// - Parameter leavesReport: Whether the run ends by a fault of its own.
    private func run(
        _ tester: RestorationTester,
        for duration: Duration,
        leavesReport: Bool = true,
        _ ending: RestorationTester.Ending = .kill
    ) throws {
        try tester.start()
        tester.clock.advance(by: duration)
        if leavesReport { tester.configuration.lastFault = tester.clock.now }
        tester.end(ending)
        tester.clock.advance(by: .seconds(5))
    }

    func testEachFaultRightAfterTheRestoreStepsDownAndAGoodRunStepsUpAgain() async throws {
        let tester = try tester()
        let durations: [Duration] = [.zero, .seconds(1), .seconds(29), .seconds(30)]
        for (count, duration) in durations.enumerated() {
            try run(tester, for: duration)
            XCTAssertEqual(tester.session.incompleteLaunches, count)
        }
        try run(tester, for: .seconds(31))
        XCTAssertEqual(tester.session.incompleteLaunches, 4)
        XCTAssertEqual(tester.session.plan.level, .choose)
        try tester.start()
        XCTAssertEqual(tester.session.incompleteLaunches, 0)
        XCTAssertEqual(tester.session.plan.level, .recovered)
        XCTAssertEqual(tester.drafts, ["a": "draft of a"])
    }

    func testEndsWithoutAFaultNeverCount() async throws {
        for ending in [RestorationTester.Ending.kill, .killAtOnce, .powerCut, .quit] {
            let tester = try tester()
            // The report of a crash long ago.
            tester.configuration.lastFault = tester.clock.now
            tester.clock.advance(by: .seconds(1))
            for _ in 0..<5 {
                try run(tester, for: .seconds(1), leavesReport: false, ending)
                XCTAssertEqual(tester.session.incompleteLaunches, 0, "\(ending)")
            }
        }
    }

    func testLaunchesThatDieBeforeAndAfterTheRestoreCountTogether() async throws {
        let tester = try tester()
        try run(tester, for: .seconds(1))
        try tester.start { _ in }
        XCTAssertEqual(tester.session.incompleteLaunches, 1)
        tester.end(.kill)
        try run(tester, for: .seconds(1))
        XCTAssertEqual(tester.session.incompleteLaunches, 2)
        try tester.start()
        XCTAssertEqual(tester.session.incompleteLaunches, 3)
    }

    func testCleanEndForgetsTheCount() async throws {
        let tester = try tester()
        for _ in 0..<2 { try run(tester, for: .seconds(1)) }
        try run(tester, for: .seconds(1), leavesReport: false, .quit)
        XCTAssertEqual(tester.session.incompleteLaunches, 2)
        try tester.start()
        XCTAssertEqual(tester.session.incompleteLaunches, 0)
    }

    func testMarkerOfAnOlderVersionNeverCountsAsAFault() async throws {
        let tester = try tester()
        let old = #"{"incompleteLaunches":2,"restored":true}"# + "\n"
        tester.files.setContents(marker, Array(old.utf8))
        tester.configuration.lastFault = tester.clock.now
        try tester.start()
        XCTAssertEqual(tester.session.incompleteLaunches, 0)
        for odd in [#""restoredAt":"now""#, #""restoredAt":1e300"#, #""restoredAt":null"#] {
            tester.end(.kill)
            let text = "{\"incompleteLaunches\":0,\"restored\":true,\(odd)}"
            tester.files.setContents(marker, Array(text.utf8))
            try tester.start()
            XCTAssertEqual(tester.session.incompleteLaunches, 0, odd)
        }
    }

    /// A file's date may be that of the last tick before the clock was read.
    func testDateOfAReportThatLagsByATickCounts() async throws {
        let tester = try tester()
        try tester.start()
        tester.configuration.lastFault = tester.clock.now.addingTimeInterval(-0.01)
        tester.end(.kill)
        try tester.start()
        XCTAssertEqual(tester.session.incompleteLaunches, 1)
    }
}
