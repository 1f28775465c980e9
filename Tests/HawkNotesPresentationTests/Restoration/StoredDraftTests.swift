import HawkNotesModel
import StateRestoration
import StateRestorationTesting
import TestSupport
import XCTest

@testable import HawkNotesPresentation

/// The draft of a composer that is not shown.
final class StoredDraftTests: XCTestCase {
    func testWordsAndQuotationsAreAddedEachWhereTheyBelong() throws {
        try onMainActor {
            let tester = try RestorationTester()
            let root = tester.session.makeScene().root
            @MainActor func add(_ words: String, _ quoted: String?, in scope: String) -> [String] {
                StoredDraft(in: root.scope(scope)).add(words, quoting: quoted.map { Quote($0) })
                return [TextKey.newNote, .newNoteQuote].map {
                    RestorableText($0, in: root.scope(scope)).string
                }
            }
            XCTAssertEqual(add("first", "a passage", in: "one"), ["first", "a passage"])
            XCTAssertEqual(add("second", nil, in: "one"), ["first\n\nsecond", "a passage"])
            XCTAssertEqual(
                add("third", "another passage", in: "one"),
                ["first\n\nsecond\n\nanother passage\n\nthird", "a passage"]
            )
            XCTAssertEqual(add("", "only a passage", in: "two"), ["", "only a passage"])
        }
    }
}
