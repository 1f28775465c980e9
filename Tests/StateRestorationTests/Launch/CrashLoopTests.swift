import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// That launches which die are counted, that the plan steps down, and that nothing is lost by it.
@MainActor
final class CrashLoopTests: XCTestCase {
    private enum Death: CaseIterable { case beforeReading, whileRestoring, rightBeforeTheEnd }

    /// A session of three windows that ended well.
    private func tester() throws -> RestorationTester {
        let tester = try RestorationTester()
        for scene in tester.open("a", "b", "c") {
            SceneStorage(wrappedValue: "", "path", in: scene.root).wrappedValue = "b|1::c|2"
            SceneStorage(wrappedValue: false, "webPage", in: scene.root).wrappedValue = true
        }
        tester.end(.quit)
        return tester
    }

    /// What an application does that acts on the plan.
    private func restore(_ session: RestorationSession) {
        switch session.plan.level {
        case .everything, .recovered:
            for scene in session.scenesToRestore {
                RestorableText("draft", in: scene.root).setString("spoiled")
                SceneStorage(wrappedValue: true, "webPage", in: scene.root).wrappedValue = false
            }
        case .textAndTabs:
            for scene in session.scenesToRestore {
                RestorableText("draft", in: scene.root).setString("spoiled")
            }
        case .choose:
            let front = session.summaries().prefix(1)
            session.restoreOnly(Set(front.map(\.id)))
            _ = session.scenesToRestore[0].root
            session.makeScene().title = "plain"
        }
        session.flush()
    }

    private func launch(_ tester: RestorationTester, dying death: Death) throws {
        switch death {
        case .beforeReading:
            let (fileSystem, end) = tester.files.makeProcess()
            var environment = RestorationEnvironment.inMemory(
                files: tester.files,
                clock: tester.clock
            )
            environment.fileSystem = fileSystem
            environment.fileSystem.names = { _ in
                end()
                throw POSIXError(.ESRCH)
            }
            _ = try RestorationSession.open(tester.configuration, environment: environment)
        case .whileRestoring:
            try tester.start { session in
                for scene in session.scenesToRestore.prefix(1) { _ = scene.root }
            }
        case .rightBeforeTheEnd:
            try tester.start { self.restore($0) }
        }
        tester.end(.kill)
    }

    func testPlanStepsDownWithEachLaunchThatDidNotComplete() {
        let levels: [(Int, LaunchReason, RestorationPlan.Level)] = [
            (0, .pristine, .everything), (0, .launch, .everything), (0, .restore, .everything),
            (0, .recover, .recovered), (1, .recover, .recovered), (2, .recover, .textAndTabs),
            (3, .recover, .choose), (4, .recover, .choose), (1000, .recover, .choose),
            (-1, .restore, .everything),
        ]
        for (count, reason, level) in levels {
            let plan = RestorationPlan(incompleteLaunches: count, launchReason: reason)
            XCTAssertEqual(plan.level, level, "\(count) \(reason)")
            XCTAssertEqual(plan.cause == nil, level == .everything)
            XCTAssertEqual(plan.consequence == nil, level == .everything)
        }
        XCTAssertEqual(RestorationPlan.Level.allCases, RestorationPlan.Level.allCases.sorted())
    }

    func testTenLaunchesThatDieLeaveEverythingToTheFirstGoodOne() async throws {
        for death in Death.allCases {
            let tester = try tester()
            let before = tester.filesOfWindows
            for count in 0..<10 {
                try launch(tester, dying: death)
                XCTAssertEqual(tester.filesOfWindows, before, "\(death) \(count)")
            }
            try tester.start()
            XCTAssertEqual(tester.session.incompleteLaunches, 10, "\(death)")
            XCTAssertEqual(tester.session.plan.level, .choose)
            XCTAssertEqual(tester.titles, ["c", "b", "a"])
            for scene in tester.session.scenes {
                XCTAssertEqual(scene.draft, "draft of \(scene.title)")
                XCTAssertEqual(scene.storedValue(at: "path"), .string("b|1::c|2"))
                XCTAssertEqual(scene.storedValue(at: "webPage"), .bool(true))
            }
            XCTAssertTrue(tester.session.report.isComplete)
            try tester.restartAndRestore(after: .quit)
            XCTAssertEqual(tester.session.incompleteLaunches, 0)
            XCTAssertEqual(tester.session.plan.level, .everything)
        }
    }

    func testEveryLevelIsReachedAndLeftByOneGoodLaunch() async throws {
        for (deaths, level) in zip(1..., RestorationPlan.Level.allCases[1...]) {
            let tester = try tester()
            for _ in 0..<deaths { try launch(tester, dying: .rightBeforeTheEnd) }
            try tester.start()
            XCTAssertEqual(tester.session.plan.level, level)
            XCTAssertEqual(tester.drafts.count, 3)
            // A crash long after the restore is no reason to bring back less.
            try tester.restartAndRestore(after: .kill)
            XCTAssertEqual(tester.session.plan.level, .recovered)
            XCTAssertEqual(tester.session.incompleteLaunches, 0)
        }
    }

    func testWhatAReducedLaunchLeavesOutIsThereAtTheNextOne() async throws {
        let tester = try tester()
        for _ in 0..<2 { try launch(tester, dying: .whileRestoring) }
        try tester.start { session in
            XCTAssertEqual(session.plan.level, .textAndTabs)
            // Texts only, and not even those of the last window.
            for scene in session.scenesToRestore.dropLast() {
                let draft = RestorableText("draft", in: scene.root)
                draft.replace(offset: 0, removing: "", inserting: "more in the ")
            }
            session.completeRestoration()
        }
        for ending in [RestorationTester.Ending.quit, .powerCut, .kill] {
            try tester.restartAndRestore(after: ending)
            XCTAssertEqual(tester.session.incompleteLaunches, 0)
            XCTAssertEqual(
                tester.drafts,
                [
                    "a": "draft of a", "b": "more in the draft of b",
                    "c": "more in the draft of c",
                ]
            )
            for scene in tester.session.scenes {
                XCTAssertEqual(scene.storedValue(at: "path"), .string("b|1::c|2"), "\(ending)")
                XCTAssertEqual(scene.storedValue(at: "webPage"), .bool(true))
            }
        }
    }

    func testPlanAsksForNothingWhenThereIsNothingToBringBack() async throws {
        let tester = try RestorationTester()
        tester.end(.quit)
        for _ in 0..<5 { try launch(tester, dying: .whileRestoring) }
        try tester.start()
        XCTAssertEqual(tester.session.incompleteLaunches, 5)
        XCTAssertEqual(tester.session.plan.level, .everything)
    }
}
