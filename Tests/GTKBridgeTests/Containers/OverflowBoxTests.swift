import XCTest

@testable import GTKBridge

/// Which of several things in a row are shown when there is no room for all.
final class OverflowBoxTests: XCTestCase {
    private func fitting(_ widths: [Int], selected: Int = 0, into width: Int) -> [Int] {
        GTKBridge.fitting(widths, selected: selected, more: 20, spacing: 5, into: width)
    }

    func testAllAreShownWhereTheyFitToThePixel() {
        XCTAssertEqual(fitting([50, 50, 50], into: 160), [0, 1, 2])
        XCTAssertEqual(fitting([50, 50, 50], into: 159), [0, 1])
    }

    func testTheSelectedOneTakesThePlaceOfTheLast() {
        XCTAssertEqual(fitting([50, 50, 50, 50], selected: 3, into: 160), [0, 3])
        XCTAssertEqual(fitting([50, 50, 50, 50], selected: 1, into: 160), [0, 1])
    }

    func testOneIsShownHoweverLittleRoomThereIs() {
        XCTAssertEqual(fitting([50, 50], selected: 1, into: 10), [1])
        XCTAssertEqual(fitting([500], into: 10), [0])
        XCTAssertEqual(fitting([], into: 10), [])
    }
}
