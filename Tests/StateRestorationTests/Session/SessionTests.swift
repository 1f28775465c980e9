import StateRestorationTesting
import XCTest

@testable import StateRestoration

@MainActor
final class SessionTests: XCTestCase {
    /// Opens windows of these titles, the last one in front.
    @discardableResult
    private func open(_ titles: [String], in tester: RestorationTester) -> [RestorationScene] {
        titles.map { title in
            let scene = tester.session.makeScene()
            scene.title = title
            RestorableText("draft", in: scene.root).setString("draft of \(title)")
            return scene
        }
    }

    private func titles(_ session: RestorationSession) -> [String] { session.scenes.map(\.title) }

    func testLaunchReasons() async throws {
        let tester = try RestorationTester()
        XCTAssertEqual(tester.session.launchReason, .pristine)
        open(["a"], in: tester)
        XCTAssertEqual(try tester.restartAndRestore(after: .kill).launchReason, .recover)
        XCTAssertEqual(try tester.restartAndRestore(after: .quit).launchReason, .restore)
        XCTAssertEqual(try tester.restartAndRestore(after: .powerCut).launchReason, .recover)
        tester.configuration.restoresState = false
        XCTAssertEqual(try tester.restartAndRestore(after: .quit).launchReason, .launch)
    }

    func testWindowsComeBackInOrderWithTheActiveOneHoweverTheRunEnds() async throws {
        for ending in [RestorationTester.Ending.quit, .kill, .powerCut] {
            let tester = try RestorationTester()
            let scenes = open(["a", "b", "c"], in: tester)
            tester.session.activate(scenes[1])
            try tester.restartAndRestore(after: ending)
            XCTAssertEqual(titles(tester.session), ["b", "c", "a"], "\(ending)")
            XCTAssertEqual(tester.session.activeScene?.title, "b")
            XCTAssertEqual(
                tester.session.scenesToRestore.map(\.id),
                tester.session.scenes.map(\.id)
            )
            for scene in tester.session.scenes {
                XCTAssertEqual(scene.storedValue(at: "draft"), .string("draft of \(scene.title)"))
            }
        }
    }

    func testIndexIsMadeAnewWhenItIsLostOrDamaged() async throws {
        for contents in [nil, Array("{\"order\":[12".utf8), [], [0, 255]] as [[UInt8]?] {
            let tester = try RestorationTester()
            open(["a", "b"], in: tester)
            tester.session.close(open(["closed"], in: tester)[0])
            tester.end(.quit)
            tester.files.setContents("\(RestorationTester.directory)/session.json", contents)
            try tester.start()
            XCTAssertEqual(Set(titles(tester.session)), ["a", "b"])
            XCTAssertEqual(tester.session.recentlyClosed.map(\.title), ["closed"])
        }
    }

    func testClosedWindowIsReopenedWithItsDraft() async throws {
        let tester = try RestorationTester()
        let scenes = open(["a", "b", "c"], in: tester)
        tester.session.close(scenes[0])
        tester.clock.advance(by: .seconds(1))
        tester.session.close(scenes[2])
        XCTAssertEqual(tester.session.recentlyClosed.map(\.title), ["c", "a"])
        try tester.restartAndRestore()
        XCTAssertEqual(titles(tester.session), ["b"])
        XCTAssertEqual(tester.session.recentlyClosed.map(\.title), ["c", "a"])
        let found = await tester.session.reopenMostRecentlyClosed()
        let reopened = try XCTUnwrap(found)
        XCTAssertEqual(reopened.id, scenes[2].id)
        XCTAssertEqual(reopened.storedValue(at: "draft"), .string("draft of c"))
        XCTAssertEqual(titles(tester.session), ["c", "b"])
        try tester.restartAndRestore(after: .quit)
        XCTAssertEqual(titles(tester.session), ["c", "b"])
        XCTAssertEqual(tester.session.recentlyClosed.map(\.title), ["a"])
        let first = await tester.session.reopenMostRecentlyClosed()
        XCTAssertNotNil(first)
        let second = await tester.session.reopenMostRecentlyClosed()
        XCTAssertNil(second)
    }

    func testOnlyTheLastTwentyClosedWindowsAreOffered() async throws {
        let tester = try RestorationTester()
        open(["stays"], in: tester)
        for number in 1...23 {
            tester.clock.advance(by: .seconds(1))
            tester.session.close(open(["\(number)"], in: tester)[0])
        }
        let expected = (4...23).reversed().map(String.init)
        XCTAssertEqual(tester.session.recentlyClosed.map(\.title), expected)
        try tester.restartAndRestore()
        XCTAssertEqual(tester.session.recentlyClosed.map(\.title), expected)
        XCTAssertEqual(tester.files.files.keys.filter { $0.contains("/trash/") }.count, 3)
    }

    func testWindowsClosedInOneRunComeBackLikeAfterQuitting() async throws {
        let tester = try RestorationTester()
        let scenes = open(["a", "b", "c"], in: tester)
        for scene in [scenes[1], scenes[2], scenes[0]] {
            tester.clock.advance(by: .seconds(10))
            tester.session.close(scene)
        }
        XCTAssertEqual(tester.session.recentlyClosed, [])
        try tester.restartAndRestore(after: .quit)
        XCTAssertEqual(titles(tester.session), ["c", "b", "a"])
        XCTAssertEqual(tester.session.activeScene?.title, "c")
        XCTAssertEqual(tester.session.recentlyClosed, [])
        XCTAssertEqual(tester.session.scenes[0].storedValue(at: "draft"), .string("draft of c"))
    }

    func testWindowClosedLongBeforeTheRunStaysClosed() async throws {
        let tester = try RestorationTester()
        let scenes = open(["a", "b", "c"], in: tester)
        tester.session.close(scenes[0])
        tester.clock.advance(by: .milliseconds(10_001))
        tester.session.close(scenes[1])
        tester.clock.advance(by: .seconds(1))
        tester.session.close(scenes[2])
        try tester.restartAndRestore(after: .quit)
        XCTAssertEqual(titles(tester.session), ["c", "b"])
        XCTAssertEqual(tester.session.recentlyClosed.map(\.title), ["a"])
    }

    func testApplicationThatGoesOnAfterItsLastWindowKeepsTheRunAsClosedWindows() async throws {
        let tester = try RestorationTester()
        for scene in open(["a", "b"], in: tester) { tester.session.close(scene) }
        open(["new"], in: tester)
        XCTAssertEqual(tester.session.recentlyClosed.map(\.title), ["b", "a"])
        try tester.restartAndRestore(after: .quit)
        XCTAssertEqual(titles(tester.session), ["new"])
        XCTAssertEqual(tester.session.recentlyClosed.map(\.title), ["b", "a"])
    }

    func testWindowsClosedBesideAPrivateOneCanBeReopenedAtOnce() async throws {
        for ending in [RestorationTester.Ending.kill, .quit] {
            let tester = try RestorationTester()
            let scenes = open(["a", "b"], in: tester)
            let secret = tester.session.makeScene(isPrivate: true)
            for scene in scenes { tester.session.close(scene) }
            XCTAssertEqual(tester.session.recentlyClosed.map(\.title), ["b", "a"])
            let reopened = await tester.session.reopenMostRecentlyClosed()
            XCTAssertEqual(reopened?.title, "b")
            tester.session.close(try XCTUnwrap(reopened))
            tester.clock.advance(by: .milliseconds(10_001))
            if ending == .quit { tester.session.close(secret) }
            try tester.restartAndRestore(after: ending)
            XCTAssertEqual(titles(tester.session), [], "\(ending)")
            XCTAssertEqual(tester.session.recentlyClosed.map(\.title), ["b", "a"], "\(ending)")
        }
    }

    func testAPrivateWindowIsAWindowOfTheRunThatCountsAsQuitting() async throws {
        for place in 0...2 {
            let tester = try RestorationTester()
            var scenes = open(["a", "b"], in: tester)
            scenes.insert(tester.session.makeScene(isPrivate: true), at: place)
            for scene in scenes {
                tester.clock.advance(by: .seconds(10))
                tester.session.close(scene)
            }
            XCTAssertEqual(tester.session.recentlyClosed, [])
            try tester.restartAndRestore(after: .quit)
            XCTAssertEqual(titles(tester.session), ["b", "a"], "closed at \(place)")
        }
    }

    func testPrivateWindowLeavesNothing() async throws {
        let tester = try RestorationTester()
        tester.session.flush()
        tester.clock.advance(by: .seconds(5))
        let before = tester.files.files
        tester.files.resetOperations()
        let scene = tester.session.makeScene(isPrivate: true)
        scene.title = "secret"
        let draft = RestorableText("draft", in: scene.root)
        draft.setString("secret")
        XCTAssertEqual(draft.string, "secret")
        tester.session.flush()
        tester.session.close(scene)
        tester.session.flush()
        XCTAssertEqual(tester.files.operations, [])
        XCTAssertEqual(tester.files.files, before)
        XCTAssertEqual(tester.session.recentlyClosed, [])
    }

    func testNothingIsWrittenAfterTheEnd() async throws {
        let tester = try RestorationTester()
        let scene = open(["a"], in: tester)[0]
        let draft = SceneStorage(wrappedValue: 0, "a", in: scene.root)
        tester.session.terminate()
        let before = tester.files.files
        draft.wrappedValue = 1
        tester.session.close(scene)
        tester.session.flush()
        tester.clock.advance(by: .seconds(5))
        XCTAssertEqual(tester.files.files, before)
        XCTAssertFalse(before.keys.contains { $0.hasSuffix("running.json") })
    }

    func testNothingIsWrittenAndNoTimerRunsWhileNothingChanges() async throws {
        let tester = try RestorationTester()
        open(["a"], in: tester)
        tester.clock.advance(by: .seconds(5))
        tester.session.flush()
        tester.files.resetOperations()
        XCTAssertEqual(tester.clock.waitingCount, 0)
        tester.clock.advance(by: .seconds(3600))
        XCTAssertEqual(tester.files.operations, [])
    }

    func testSessionThatMayNotSaveWritesNothing() async throws {
        let files = InMemoryFileSystem()
        let tester = try RestorationTester(files: files) { $0.savesState = false }
        tester.session.close(open(["a", "b"], in: tester)[0])
        tester.session.flush()
        tester.session.terminate()
        XCTAssertEqual(files.operations, [])
    }
}
