import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// A title and the words beside it are of the same page in every list.
@MainActor
final class TitleScopeTests: XCTestCase {
    /// A run with a window that shows “Agatha”, whose draft is shorter than that on another page.
    private func makeTester() throws -> RestorationTester {
        let tester = try RestorationTester { $0.history = HistoryLimits() }
        let scene = tester.session.makeScene()
        write("short", on: "agatha", in: scene)
        write("a much longer text of another page", on: "sigrid", in: scene)
        scene.title = "Agatha"
        scene.titleScope = scene.root.scope("agatha")
        return tester
    }

    private func write(_ text: String, on page: String, in scene: RestorationScene) {
        RestorableText("draft", in: scene.root.scope(page)).setString(text)
    }

    func testAGroupShowsTheTextOfThePageThatTheTitleNames() throws {
        let tester = try makeTester()
        let id = try XCTUnwrap(tester.session.saveWorkspace(named: "Work")).id
        let texts = { tester.session.workspaces.flatMap(\.windows).map(\.beginningOfText) }
        XCTAssertEqual(texts(), ["short"], "while it is open")
        tester.session.leaveWorkspace(id)
        XCTAssertEqual(texts(), ["short"])
        try tester.restartAndRestore(after: .kill)
        XCTAssertEqual(texts(), ["short"])
    }

    func testTheHistoryShowsTheTextOfThePageThatTheTitleNames() async throws {
        let tester = try makeTester()
        try tester.restartAndRestore(after: .kill)
        let history = try await tester.session.history()
        XCTAssertEqual(history.first?.windows.map(\.beginningOfText), ["short"])
    }

    func testAClosedWindowTellsAllTextsAndWhoseTheyAre() async throws {
        let tester = try makeTester()
        tester.open("b")
        tester.session.close(try XCTUnwrap(tester.session.scenes.last))
        let summary = await tester.session.summariesOfRecentlyClosed().first
        XCTAssertEqual(summary?.beginningOfText, "short")
        XCTAssertEqual(
            summary?.beginningsOfTexts,
            [
                .init(path: "sigrid/draft", beginning: "a much longer text of another page"),
                .init(path: "agatha/draft", beginning: "short"),
            ]
        )
    }

    func testAPageWithoutATextHasNoWordsBesideItsTitle() async throws {
        let tester = try makeTester()
        let scene = try XCTUnwrap(tester.session.scenes.first)
        scene.titleScope = scene.root.scope("elsewhere")
        tester.open("b")
        tester.session.close(scene)
        let summaries = await tester.session.summariesOfRecentlyClosed()
        XCTAssertEqual(summaries.first?.beginningOfText, "")
    }
}
