import StateRestoration
import StateRestorationTesting
import XCTest

/// A view that opts out of restoration, with all below it.
@MainActor
final class OptingOutTests: XCTestCase {
    private static let secret = "what nobody else should find"

    /// A window whose page has been filled in, all of it by one who wants it kept or not.
    private func fill(_ page: RestorationScope) {
        page.presentedClass = Self.secret
        SceneStorage(wrappedValue: "", "value", in: page).wrappedValue = Self.secret
        let field = page.scope("form").scope("field")
        let text = RestorableText("text", in: field)
        text.setString(Self.secret)
        text.replace(offset: 0, removing: "", inserting: "Just ")
        text.selection = TextSelection(cursor: 4, anchor: 2)
    }

    private func words(in tester: RestorationTester) -> [String] {
        tester.files.files.filter {
            String(decoding: $0.value, as: UTF8.self).contains(Self.secret)
        }
        .keys.sorted()
    }

    func testNothingOfItReachesTheDiskHoweverTheProgramEnds() async throws {
        for ending in [RestorationTester.Ending.quit, .kill, .powerCut] {
            let tester = try RestorationTester()
            let scene = tester.session.makeScene()
            SceneStorage(wrappedValue: "", "kept", in: scene.root.scope("pages")).wrappedValue =
                "yes"
            // The scope's name is also that of a value beside it.
            SceneStorage(wrappedValue: "", "page", in: scene.root).wrappedValue = "yes"
            let page = scene.root.scope("page")
            page.disableRestoration()
            fill(page)
            tester.session.flush()
            tester.clock.advance(by: .seconds(5))
            XCTAssertEqual(words(in: tester), [], "\(ending)")
            try tester.restartAndRestore(after: ending)
            XCTAssertEqual(words(in: tester), [], "\(ending)")
            let restored = try XCTUnwrap(tester.session.scenes.first)
            XCTAssertEqual(restored.storedKeys(), ["page", "pages/kept"], "\(ending)")
        }
    }

    func testItsValuesLiveAsLongAsTheWindow() async throws {
        let tester = try RestorationTester()
        let page = tester.session.makeScene().root.scope("page")
        page.disableRestoration()
        fill(page)
        XCTAssertEqual(SceneStorage(wrappedValue: "", "value", in: page).wrappedValue, Self.secret)
        let text = RestorableText("text", in: page.scope("form").scope("field"))
        XCTAssertEqual(text.string, "Just \(Self.secret)")
        XCTAssertEqual(text.selection, TextSelection(cursor: 4, anchor: 2))
    }

    func testWhatAnEarlierRunHasStoredIsForgotten() async throws {
        let tester = try RestorationTester()
        fill(tester.session.makeScene().root.scope("page"))
        try tester.restartAndRestore(after: .quit)
        XCTAssertNotEqual(words(in: tester), [])
        let scene = try XCTUnwrap(tester.session.scenes.first)
        scene.root.scope("page").disableRestoration()
        XCTAssertEqual(scene.storedKeys(), [])
        try tester.restartAndRestore(after: .quit)
        XCTAssertEqual(tester.session.scenes.first?.storedKeys(), [])
    }

    func testAWholeWindowMayOptOutAndComesBackEmpty() async throws {
        let tester = try RestorationTester()
        let scene = tester.session.makeScene()
        scene.title = "Window"
        scene.root.disableRestoration()
        fill(scene.root.scope("page"))
        try tester.restartAndRestore(after: .quit)
        XCTAssertEqual(tester.titles, ["Window"])
        XCTAssertEqual(tester.session.scenes.first?.storedKeys(), [])
    }
}
