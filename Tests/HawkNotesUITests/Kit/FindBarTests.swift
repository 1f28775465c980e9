import DisplayTestSupport
import GTKBridge
import StateRestoration
import StateRestorationTesting
import XCTest

@testable import HawkNotesUI

/// The line in which a web page is searched comes back with what stands in it, and searches when there
/// is something to search in.
final class FindBarTests: DisplayTestCase {
    @MainActor
    private static func scope(_ tester: RestorationTester) throws -> RestorationScope {
        try XCTUnwrap(tester.session.scenes.first).root.scope("web")
    }

    /// A bar that was open with a text in it when the program was killed.
    @MainActor
    private static func restored() throws -> (bar: FindBar, tester: RestorationTester) {
        TestDisplay.setUp()
        let tester = try RestorationTester()
        _ = tester.session.makeScene()
        let bar = FindBar(name: "Find")
        bar.keep(in: try scope(tester))
        bar.open()
        bar.entry.content.apply(.init(offset: 0, removed: "", inserted: "hawk"))
        bar.letGo()
        try tester.restartAndRestore(after: .kill)
        let restored = FindBar(name: "Find")
        restored.keep(in: try scope(tester))
        return (restored, tester)
    }

    func testItComesBackAndSearchesInThePageThatComesBack() throws {
        try MainActor.assumeIsolated {
            let (bar, tester) = try Self.restored()
            var searches: [String] = []
            bar.onFind = { searches.append($0) }
            XCTAssertTrue(bar.isOpen)
            XCTAssertEqual(bar.entry.text, "hawk")
            bar.pageWasLoaded()
            XCTAssertEqual(searches, [], "there is no page yet")
            bar.pageWasReplaced()
            XCTAssertTrue(bar.isOpen)
            bar.pageWasLoaded()
            XCTAssertEqual(searches, ["hawk"])
            bar.pageWasReplaced()
            XCTAssertFalse(bar.isOpen, "another page is another search")
            XCTAssertEqual(tester.programmingErrors.messages, [])
        }
    }

    func testOneThatWasClosedStaysClosedAndKeepsItsText() throws {
        try MainActor.assumeIsolated {
            let (bar, tester) = try Self.restored()
            bar.close()
            bar.letGo()
            try tester.restartAndRestore(after: .kill)
            let again = FindBar(name: "Find")
            again.keep(in: try Self.scope(tester))
            XCTAssertFalse(again.isOpen)
            XCTAssertEqual(again.entry.text, "hawk")
            again.forget()
            XCTAssertEqual(try Self.scope(tester).scene?.storedKeys(), [])
        }
    }
}
