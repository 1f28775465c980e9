import HawkNotesPresentation
import XCTest

/// Titles that tell windows apart.
final class WindowTitlesTests: XCTestCase {
    func testAWindowThatIsAloneWithItsPageHasThePagesTitle() {
        XCTAssertEqual(WindowTitles.titles(of: [("A", "draft"), ("B", "")]), ["A", "B"])
    }

    func testWindowsOnTheSamePageHaveWordsOrNumbers() {
        XCTAssertEqual(
            WindowTitles.titles(of: [("A", "one"), ("B", ""), ("A", ""), ("A", "one"), ("A", "")]),
            ["A – one", "B", "A", "A – one (2)", "A (2)"]
        )
    }

    func testOnlyTheFirstWordsOfADraftStandInATitle() {
        let expected = [
            "  two words \n and more": "two words", "\n\n later": "later", " \n": "",
            "Thirty characters are just some": "Thirty characters are just…",
            "Thirty characters are justsome": "Thirty characters are justsome",
            String(repeating: "o", count: 50): String(repeating: "o", count: 30) + "…",
        ]
        for (text, words) in expected {
            XCTAssertEqual(WindowTitles.firstWords(of: text), words)
        }
    }
}
