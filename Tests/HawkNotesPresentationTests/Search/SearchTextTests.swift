import Foundation
import HawkNotesModel
import XCTest

@testable import HawkNotesPresentation

/// The texts of search results.
final class SearchTextTests: XCTestCase {
    func testMarksOfEmphasisAreCutFromTheBeginningOnly() {
        XCTAssertEqual(StyledWords.unmarked("an *old* **hawk**", limit: 100), "an old hawk")
        XCTAssertEqual(StyledWords.unmarked("*a* *b*", limit: 4), "a *b*")
        XCTAssertEqual(StyledWords.unmarked("2*3*4", limit: 100), "2*3*4")
    }

    func testTitlesHaveNoMarksOfEmphasis() {
        XCTAssertEqual(Quote?.none.titled("an *old* hawk"), "an old hawk")
        XCTAssertEqual(Quote?.some(Quote("*said*")).titled(""), "*said*")
    }
}
