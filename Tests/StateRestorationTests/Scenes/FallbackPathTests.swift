import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// Values that are stored under the name that a scope had before.
@MainActor
final class FallbackPathTests: XCTestCase {
    /// What is looked for at `new/…` may be at `old/…`, or at `older/…`.
    private func setFallbacks(of session: RestorationSession) {
        session.fallbackPaths = { path in
            guard path.hasPrefix("new/") else { return [] }
            return ["old", "older"].map { $0 + path.dropFirst("new".count) }
        }
    }

    private func fill(_ scope: RestorationScope) {
        SceneStorage(wrappedValue: "", "value", in: scope).wrappedValue = scope.path
        let text = RestorableText("text", in: scope)
        text.setString("Agatha")
        text.replace(offset: 6, removing: "", inserting: " guards")
        text.replace(offset: 13, removing: "", inserting: " the wall")
        text.selection = TextSelection(cursor: 3, anchor: 1)
    }

    func testWhatTheScopeHadBeforeIsReadAndStaysWhereItIs() async throws {
        let tester = try RestorationTester()
        fill(tester.session.makeScene().root.scope("old"))
        let session = try tester.restartAndRestore()
        setFallbacks(of: session)
        let scene = try XCTUnwrap(session.scenes.first)
        let keys = scene.storedKeys()
        let new = scene.root.scope("new")
        let value = SceneStorage(wrappedValue: "", "value", in: new)
        XCTAssertEqual(value.wrappedValue, "old")
        XCTAssertTrue(value.isStored)
        let text = RestorableText("text", in: new)
        XCTAssertEqual(text.string, "Agatha guards the wall")
        XCTAssertEqual(text.textBeforeHistory, "Agatha")
        XCTAssertEqual(text.selection, TextSelection(cursor: 3, anchor: 1))
        XCTAssertEqual(scene.storedKeys(), keys)
    }

    func testFirstWriteMovesItWithItsUndo() async throws {
        let tester = try RestorationTester()
        fill(tester.session.makeScene().root.scope("old"))
        setFallbacks(of: try tester.restartAndRestore())
        let scene = try XCTUnwrap(tester.session.scenes.first)
        var told: [String] = []
        let observation = scene.onStoredKeysChange { told.append($0) }
        do {
            let new = scene.root.scope("new")
            SceneStorage(wrappedValue: "", "value", in: new).wrappedValue = "changed"
            RestorableText("text", in: new).replace(offset: 0, removing: "A", inserting: "a")
        }
        observation.cancel()
        XCTAssertEqual(Set(told), ["old/value", "new/value", "old/text", "new/text"])
        // Without fallbacks: all of it is at its own path.
        let next = try XCTUnwrap(tester.restartAndRestore().scenes.first)
        XCTAssertEqual(next.storedKeys(), ["new/text", "new/value"])
        let text = RestorableText("text", in: next.root.scope("new"))
        XCTAssertEqual(text.string, "agatha guards the wall")
        XCTAssertEqual(text.textBeforeHistory, "Agatha")
        XCTAssertEqual(text.undoHistory.count, 3)
    }

    func testCursorAloneLeavesATextWhereItIs() async throws {
        let tester = try RestorationTester()
        let scene = tester.session.makeScene()
        fill(scene.root.scope("old"))
        setFallbacks(of: tester.session)
        let text = RestorableText("text", in: scene.root.scope("new"))
        text.selection = TextSelection(cursor: 5, anchor: 5)
        XCTAssertEqual(scene.storedKeys(), ["old/text", "old/value"])
        XCTAssertEqual(text.string, "Agatha guards the wall")
        text.replace(offset: 0, removing: "A", inserting: "a")
        text.selection = TextSelection(cursor: 5, anchor: 5)
        XCTAssertEqual(scene.storedKeys(), ["new/text", "old/value"])
        XCTAssertEqual(text.selection, TextSelection(cursor: 5, anchor: 5))
    }

    func testTextThatIsSentDoesNotComeBack() async throws {
        let tester = try RestorationTester()
        fill(tester.session.makeScene().root.scope("old"))
        for _ in 0..<2 {
            setFallbacks(of: try tester.restartAndRestore())
            let scene = try XCTUnwrap(tester.session.scenes.first)
            let text = RestorableText("text", in: scene.root.scope("new"))
            text.setString("")
            XCTAssertEqual(text.string, "")
            let value = SceneStorage(wrappedValue: "", "value", in: scene.root.scope("new"))
            value.reset()
            XCTAssertEqual(value.wrappedValue, "")
            XCTAssertEqual(scene.storedKeys(), [])
        }
    }

    func testRemovedValuesDoNotComeBackFromWhereTheyWere() async throws {
        let tester = try RestorationTester()
        fill(tester.session.makeScene().root.scope("old"))
        for isRemovedAsScope in [true, false] {
            setFallbacks(of: try tester.restartAndRestore())
            let scene = try XCTUnwrap(tester.session.scenes.first)
            let new = scene.root.scope("new")
            if isRemovedAsScope {
                // What has a value of its own does not use the former one.
                SceneStorage(wrappedValue: "", "value", in: new).wrappedValue = "own"
                SceneStorage(wrappedValue: "", "value", in: scene.root.scope("old"))
                    .wrappedValue = "hidden"
                new.removeStoredValues()
                XCTAssertEqual(scene.storedKeys(), ["old/value"])
            } else {
                scene.removeStoredValues(at: "new/value")
                XCTAssertEqual(scene.storedKeys(), [])
            }
            XCTAssertEqual(RestorableText("text", in: new).string, "")
        }
    }

    func testValuesOfOthersStayWhenTheirReaderIsRemoved() async throws {
        let tester = try RestorationTester()
        setFallbacks(of: tester.session)
        let scene = tester.session.makeScene()
        let old = SceneStorage(wrappedValue: "", "value", in: scene.root.scope("old"))
        old.wrappedValue = "shown"
        scene.root.scope("new").removeStoredValues()
        XCTAssertEqual(old.wrappedValue, "shown")
    }

    func testOwnValueGoesFirstAndThenTheBestFallback() async throws {
        let tester = try RestorationTester()
        setFallbacks(of: tester.session)
        let root = tester.session.makeScene().root
        let new = SceneStorage(wrappedValue: "", "value", in: root.scope("new"))
        SceneStorage(wrappedValue: "", "value", in: root.scope("older")).wrappedValue = "older"
        XCTAssertEqual(new.wrappedValue, "older")
        SceneStorage(wrappedValue: "", "value", in: root.scope("old")).wrappedValue = "old"
        XCTAssertEqual(new.wrappedValue, "old")
        new.wrappedValue = "new"
        XCTAssertEqual(new.wrappedValue, "new")
        XCTAssertEqual(tester.session.scenes[0].storedKeys(), ["new/value", "older/value"])
    }

    func testWhatHasAnOwnerIsNoFallback() async throws {
        let tester = try RestorationTester()
        setFallbacks(of: tester.session)
        let root = tester.session.makeScene().root
        let old = SceneStorage(wrappedValue: "", "value", in: root.scope("old"))
        old.wrappedValue = "shown"
        let new = SceneStorage(wrappedValue: "", "value", in: root.scope("new"))
        XCTAssertEqual(new.wrappedValue, "")
        new.wrappedValue = "other"
        XCTAssertEqual(old.wrappedValue, "shown")
    }

    func testFallbackIsReadInAWindowThatComesBack() async throws {
        let tester = try RestorationTester()
        let scene = tester.session.makeScene()
        fill(scene.root.scope("old"))
        _ = tester.session.makeScene()
        tester.session.close(scene)
        setFallbacks(of: try tester.restartAndRestore())
        let reopened = await tester.session.reopenMostRecentlyClosed()
        let scope = try XCTUnwrap(reopened).root.scope("new")
        XCTAssertEqual(RestorableText("text", in: scope).string, "Agatha guards the wall")
    }

    func testValuesMoveToAnotherNameUnlessSomethingIsInTheirPlace() async throws {
        let tester = try RestorationTester()
        fill(tester.session.makeScene().root.scope("old"))
        let session = try tester.restartAndRestore()
        let scene = try XCTUnwrap(session.scenes.first)
        let old = scene.root.scope("old")
        SceneStorage(wrappedValue: "", "other", in: old).wrappedValue = "stays"
        SceneStorage(wrappedValue: "", "other", in: scene.root.scope("new")).wrappedValue = "mine"
        let owned = SceneStorage(wrappedValue: "", "value", in: old)
        scene.moveStoredValues(under: "old", to: "new")
        XCTAssertEqual(scene.storedKeys(), ["new/other", "new/text", "old/other", "old/value"])
        XCTAssertEqual(scene.storedValue(at: "new/other"), .string("mine"))
        let text = RestorableText("text", in: scene.root.scope("new"))
        XCTAssertEqual(text.textBeforeHistory, "Agatha")
        XCTAssertEqual(text.selection, TextSelection(cursor: 3, anchor: 1))
        XCTAssertEqual(owned.wrappedValue, "old")
    }
}
