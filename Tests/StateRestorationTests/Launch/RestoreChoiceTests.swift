import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// That a person can choose which windows come back, and that the others are not lost.
@MainActor
final class RestoreChoiceTests: XCTestCase {
    private func start(
        _ tester: RestorationTester,
        choosing chosen: [String],
        others: UnchosenScenes
    ) throws {
        try tester.start { session in
            let ids = session.summaries().filter { chosen.contains($0.title) }.map(\.id)
            session.restoreOnly(Set(ids), others: others)
            for scene in session.scenesToRestore where ids.contains(scene.id) { _ = scene.root }
            session.completeRestoration()
        }
    }

    func testSummariesTellTheWindowsApart() async throws {
        let tester = try RestorationTester()
        tester.open("a", "b")
        tester.session.flush()
        tester.clock.advance(by: .seconds(60))
        RestorableText("draft", in: tester.session.scenes[1].root)
            .setString("\n Agatha 🦅\nguards the wall.")
        tester.session.flush()
        let date = tester.clock.now
        tester.clock.advance(by: .seconds(60))
        tester.end(.kill)
        try tester.start { session in
            let summaries = session.summaries()
            XCTAssertEqual(summaries.map(\.title), ["b", "a"])
            XCTAssertEqual(summaries.map(\.id), session.scenesToRestore.map(\.id))
            XCTAssertEqual(summaries.map(\.textLength), [10, 27])
            XCTAssertEqual(summaries.map(\.beginningOfText), ["draft of b", "Agatha 🦅"])
            XCTAssertEqual(summaries[1].changeDate, date)
            XCTAssertLessThan(try XCTUnwrap(summaries[0].changeDate), date)
            let path = RestorationTester.path("windows/\(summaries[0].id).state")
            XCTAssertEqual(summaries[0].fileSize, tester.files.files[path]?.count)
            // Looking is not taking.
            session.completeRestoration()
        }
        XCTAssertEqual(tester.titles, [])
    }

    func testChosenWindowsComeBackAndTheOthersCanBeReopened() async throws {
        let tester = try RestorationTester()
        tester.open("a", "b", "c", "d")
        tester.end(.kill)
        try start(tester, choosing: ["a", "c"], others: .recentlyClosed)
        XCTAssertEqual(tester.titles, ["c", "a"])
        XCTAssertEqual(tester.session.recentlyClosed.map(\.title), ["d", "b"])
        XCTAssertEqual(
            tester.session.report.entries.filter { $0.code == .notChosen }.map(\.subject),
            ["d", "b"]
        )
        try tester.restartAndRestore(after: .powerCut)
        XCTAssertEqual(tester.titles, ["c", "a"])
        let first = await tester.session.reopenMostRecentlyClosed()
        XCTAssertEqual(first?.draft, "draft of d")
        let second = await tester.session.reopenMostRecentlyClosed()
        XCTAssertEqual(second?.draft, "draft of b")
        try tester.restartAndRestore(after: .quit)
        XCTAssertEqual(tester.titles, ["b", "d", "c", "a"])
    }

    func testOthersCanBeKeptForTheNextLaunch() async throws {
        let tester = try RestorationTester()
        tester.open("a", "b", "c")
        tester.end(.kill)
        try start(tester, choosing: ["a"], others: .keptForNextLaunch)
        XCTAssertEqual(tester.titles, ["a"])
        XCTAssertEqual(tester.session.recentlyClosed, [])
        try tester.restartAndRestore(after: .quit)
        XCTAssertEqual(tester.titles, ["a", "c", "b"])
        XCTAssertEqual(tester.drafts["b"], "draft of b")
    }

    func testNoNumberOfOthersIsTooLargeToBeReopened() async throws {
        let tester = try RestorationTester()
        let titles = (1...30).map(String.init)
        tester.open(titles)
        tester.end(.kill)
        try start(tester, choosing: [], others: .recentlyClosed)
        XCTAssertEqual(tester.session.recentlyClosed.count, 30)
        for round in 1...19 {
            tester.clock.advance(by: .seconds(60))
            tester.session.close(tester.open("later \(round)")[0])
            tester.open("next \(round)")
        }
        for _ in 1...3 { try tester.restartAndRestore(after: .quit) }
        let closed = tester.session.recentlyClosed
        XCTAssertEqual(closed.count, 49)
        XCTAssertEqual(Set(closed.map(\.title)).intersection(titles).count, 30)
        let reopened = await tester.session.reopen(closed[48].id)
        XCTAssertEqual(reopened?.draft, "draft of 1")
    }

    func testChoiceIsOnlyCarriedOutByACompleteRestore() async throws {
        let tester = try RestorationTester()
        tester.open("a", "b")
        tester.end(.quit)
        let before = tester.filesOfWindows
        for others in [UnchosenScenes.recentlyClosed, .keptForNextLaunch] {
            try tester.start { $0.restoreOnly([], others: others) }
            tester.session.flush()
            tester.end(.kill)
            XCTAssertEqual(tester.filesOfWindows, before)
        }
        try tester.start { session in
            session.restoreOnly([])
            session.terminate()
        }
        XCTAssertEqual(tester.filesOfWindows, before)
        tester.end(.killAtOnce)
        try tester.start()
        tester.session.restoreOnly([])
        XCTAssertEqual(tester.titles, ["b", "a"])
        // Quitting the chooser does not count as a launch that came to its end.
        XCTAssertEqual(tester.session.incompleteLaunches, 2)
    }
}
