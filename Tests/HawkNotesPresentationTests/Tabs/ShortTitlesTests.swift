import XCTest

@testable import HawkNotesPresentation

final class ShortTitlesTests: XCTestCase {
    func testATitleIsCutAtItsSubtitleUnlessAnotherBeginsAlike() {
        let titles = ["Salt: A Voyage", "Tide: One", "Tide: Two", "Harbour"]
        XCTAssertEqual(ShortTitles.of(titles), ["Salt: A Voyage": "Salt"])
    }
}
