import XCTest

final class TextBeginningTests: XCTestCase {
    func testAreWholeWordsAndSayThatThereAreMore() {
        let expected = [
            ("short", "short"), ("ten chars.", "ten chars."), ("one two three", "one two…"),
            ("one three five", "one three…"), ("one twothree four", "one…"),
            ("unhesitatingly", "unhesitati…"), ("two\nlines", "two lines"), (" then", " then"),
            ("", ""),
        ]
        for (text, beginning) in expected {
            XCTAssertEqual(text.beginning(limit: 10), beginning, text)
        }
    }
}
