import XCTest

@testable import GTKBridge

/// When a finger that comes from the edge of a window leads back.
final class EdgeSwipeTests: XCTestCase {
    func testItBeginsAtTheEdgeWhereLinesBegin() {
        XCTAssertTrue(EdgeSwipe.begins(at: 3, width: 400, isMirrored: false))
        XCTAssertFalse(EdgeSwipe.begins(at: 60, width: 400, isMirrored: false))
        XCTAssertFalse(EdgeSwipe.begins(at: 397, width: 400, isMirrored: false))
        XCTAssertTrue(EdgeSwipe.begins(at: 397, width: 400, isMirrored: true))
        XCTAssertFalse(EdgeSwipe.begins(at: 3, width: 400, isMirrored: true))
    }

    func testOneThatGoesUpOrDownScrolls() {
        XCTAssertEqual(EdgeSwipe.meaning(of: (4, 3), isMirrored: false), .open)
        XCTAssertEqual(EdgeSwipe.meaning(of: (10, 30), isMirrored: false), .other)
        XCTAssertEqual(EdgeSwipe.meaning(of: (30, 10), isMirrored: false), .swipe)
        XCTAssertEqual(EdgeSwipe.meaning(of: (30, 10), isMirrored: true), .other)
        XCTAssertEqual(EdgeSwipe.meaning(of: (-30, 10), isMirrored: true), .swipe)
    }

    func testItHasToGoFarEnough() {
        XCTAssertFalse(EdgeSwipe.isDone((60, 0), isMirrored: false))
        XCTAssertTrue(EdgeSwipe.isDone((120, 20), isMirrored: false))
        XCTAssertFalse(EdgeSwipe.isDone((120, 200), isMirrored: false))
        XCTAssertTrue(EdgeSwipe.isDone((-120, 20), isMirrored: true))
    }
}
