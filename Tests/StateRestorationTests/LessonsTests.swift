import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// What others lost their users' work by.
@MainActor
final class LessonsTests: XCTestCase {
    /// All that a person could notice about a session.
    private struct Picture: Equatable {
        var titles: [String]
        var active: String?
        var contents: [[String: RestorableValue]]
        var closed: [String]
        var isComplete: Bool

        @MainActor init(_ session: RestorationSession) {
            titles = session.scenes.map(\.title)
            active = session.activeScene?.title
            contents = session.scenes.map { scene in
                let keys = scene.storedKeys()
                return Dictionary(
                    uniqueKeysWithValues: keys.compactMap { key in
                        scene.storedValue(at: key).map { (key, $0) }
                    }
                )
            }
            closed = session.recentlyClosed.map(\.title)
            isComplete = session.report.isComplete
        }
    }

    private enum End: CaseIterable { case quit, kill, powerCut, logout, crashWhileQuitting }

    private func end(_ end: End, _ tester: RestorationTester) {
        switch end {
        case .quit: tester.end(.quit)
        case .kill: tester.end(.kill)
        case .powerCut: tester.end(.powerCut)
        case .logout:
            // The session manager asks, and does not wait for long.
            tester.session.terminate()
            tester.end(.killAtOnce)
        case .crashWhileQuitting:
            tester.session.flush()
            let count = tester.files.operations.count
            tester.files.setFault { _, index in index > count ? .fail(.EIO) : nil }
            tester.session.terminate()
            tester.end(.killAtOnce)
            tester.files.setFault(nil)
        }
    }

    func testQuitKillLogoutAndCrashRestoreTheSame() async throws {
        var pictures: [Picture] = []
        for ending in End.allCases {
            let tester = try RestorationTester()
            let scenes = tester.open("a", "b", "c", "d")
            SceneStorage(wrappedValue: "", "path", in: scenes[0].root).wrappedValue = "b|1::c|2"
            tester.clock.advance(by: .seconds(60))
            tester.session.close(scenes[2])
            tester.session.activate(scenes[1])
            RestorableText("draft", in: scenes[1].root)
                .replace(offset: 0, removing: "", inserting: "more in the ")
            end(ending, tester)
            try tester.start()
            pictures.append(Picture(tester.session))
        }
        XCTAssertEqual(pictures[0].titles, ["b", "d", "a"])
        XCTAssertEqual(pictures[0].active, "b")
        XCTAssertEqual(pictures[0].closed, ["c"])
        XCTAssertEqual(pictures[0].contents[0]["draft"], .string("more in the draft of b"))
        for (ending, picture) in zip(End.allCases, pictures) {
            XCTAssertEqual(picture, pictures[0], "\(ending)")
        }
    }

    func testPrivateWindowsNeverComeBack() async throws {
        for ending in End.allCases {
            let tester = try RestorationTester()
            tester.open("a", "b")
            let secret = tester.session.makeScene(isPrivate: true)
            let closed = tester.session.makeScene(isPrivate: true)
            for scene in [secret, closed] {
                scene.title = "secret"
                RestorableText("draft", in: scene.root).setString("secret")
                SceneStorage(wrappedValue: "", "path", in: scene.root).wrappedValue = "secret"
                scene.phase = .active
            }
            tester.session.close(closed)
            tester.session.activate(secret)
            XCTAssertEqual(tester.session.recentlyClosed, [])
            end(ending, tester)
            for (path, bytes) in tester.files.files {
                let text = path + String(decoding: bytes, as: UTF8.self)
                for word in ["secret", secret.id.rawValue, closed.id.rawValue] {
                    XCTAssertFalse(text.contains(word), "\(word) in \(path)")
                }
            }
            try tester.start()
            XCTAssertEqual(tester.titles, ["b", "a"], "\(ending)")
            XCTAssertEqual(tester.session.activeScene?.title, "b")
            let reopened = await tester.session.reopenMostRecentlyClosed()
            XCTAssertNil(reopened)
            let copies = await tester.session.restoreWholePreviousSession()
            XCTAssertEqual(copies.map(\.title), ["b", "a"])
        }
    }

    func testLastPrivateWindowDoesNotReplaceTheSession() async throws {
        let tester = try RestorationTester()
        let scene = tester.open("a")[0]
        let secret = tester.session.makeScene(isPrivate: true)
        tester.session.close(scene)
        tester.session.close(secret)
        try tester.restartAndRestore(after: .quit)
        XCTAssertEqual(tester.drafts, ["a": "draft of a"])
    }

    func testTwoWindowsThatEditTheSameNoteKeepBothDrafts() async throws {
        let tester = try RestorationTester()
        for title in ["left", "right"] {
            let scene = tester.session.makeScene()
            scene.title = title
            let edit = scene.root.scope("tab:1").scope("note:7")
            RestorableText("edit", in: edit).setString("as edited in the \(title) window")
        }
        for ending in [RestorationTester.Ending.kill, .quit, .powerCut] {
            try tester.restartAndRestore(after: ending)
            for scene in tester.session.scenes {
                XCTAssertEqual(
                    scene.storedValue(at: "tab:1/note:7/edit"),
                    .string("as edited in the \(scene.title) window")
                )
            }
            XCTAssertEqual(tester.titles, ["right", "left"])
        }
        tester.session.close(tester.session.scenes[0])
        try tester.restartAndRestore(after: .quit)
        let found = await tester.session.reopenMostRecentlyClosed()
        let reopened = try XCTUnwrap(found)
        XCTAssertEqual(
            [reopened, tester.session.scenes[1]].map { $0.storedValue(at: "tab:1/note:7/edit") },
            ["right", "left"].map { .string("as edited in the \($0) window") }
        )
    }

    func testNothingThatIsDoneAfterTheFinalSaveReachesTheDisk() async throws {
        let tester = try RestorationTester()
        let scenes = tester.open("a", "b", "c")
        tester.session.close(scenes[2])
        try tester.restartAndRestore()
        let session = tester.session
        let draft = RestorableText("draft", in: session.scenes[0].root)
        session.terminate()
        let before = tester.files.files
        draft.setString("")
        session.scenes[0].title = ""
        session.scenes[0].removeStoredValues(at: "draft")
        session.scenes[0].phase = .active
        session.scenes[0].phase = .background
        session.activate(session.scenes[1])
        RestorableText("draft", in: session.makeScene().root).setString("empty")
        let reopened = await session.reopenMostRecentlyClosed()
        XCTAssertNil(reopened)
        let copies = await session.restorePreviousSession()
        XCTAssertTrue(copies.isEmpty)
        session.close(session.scenes[0])
        session.completeRestoration()
        session.flush()
        session.terminate()
        tester.clock.advance(by: .seconds(60))
        XCTAssertEqual(tester.files.files, before)
        tester.end(.killAtOnce)
        try tester.start()
        XCTAssertEqual(tester.drafts, ["a": "draft of a", "b": "draft of b"])
        XCTAssertEqual(tester.session.recentlyClosed.map(\.title), ["c"])
    }

    func testUpgradeKeepsWhatTheVersionBeforeItWrote() async throws {
        let tester = try RestorationTester { $0.writer = "tester 1" }
        tester.open("a", "b")
        tester.end(.quit)
        let before = tester.filesOfWindows.filter { $0.key.contains("/windows/") }
        tester.configuration.writer = "tester 2"
        try tester.start()
        for scene in tester.session.scenes {
            RestorableText("draft", in: scene.root).setString("as the upgrade understood it")
        }
        tester.end(.quit)
        for (path, bytes) in before {
            let kept = path.replacingOccurrences(of: "/windows/", with: "/previous-session/")
            XCTAssertEqual(tester.files.files[kept], bytes)
            XCTAssertNotEqual(tester.files.files[path], bytes)
        }
        // And back again.
        tester.configuration.writer = "tester 1"
        try tester.start()
        XCTAssertEqual(
            tester.session.scenes.map(\.draft),
            ["as the upgrade understood it", "as the upgrade understood it"]
        )
    }

    func testWhatWasRecoveredIsToldAndNothingIsAsked() async throws {
        let tester = try RestorationTester()
        tester.open("a")
        try tester.restartAndRestore(after: .quit)
        XCTAssertNil(tester.session.plan.cause)
        try tester.restartAndRestore(after: .kill)
        XCTAssertEqual(tester.session.plan.level, .recovered)
        XCTAssertNotNil(tester.session.plan.cause)
        XCTAssertEqual(tester.session.report.codes(), [.restored])
        XCTAssertEqual(tester.drafts, ["a": "draft of a"])
    }
}
