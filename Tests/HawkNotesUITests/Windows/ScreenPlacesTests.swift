import GTKBridge
import XCTest

@testable import HawkNotesUI

/// Where a window comes up whose place was kept.
final class ScreenPlacesTests: XCTestCase {
    private static let left = ScreenRectangle(x: 0, y: 0, width: 1000, height: 800)
    private static let right = ScreenRectangle(x: 1000, y: 100, width: 1200, height: 600)
    private static let both = [left, right]

    private static func window(_ x: Int, _ y: Int) -> ScreenRectangle {
        ScreenRectangle(x: x, y: y, width: 400, height: 300)
    }

    private func expect(
        _ x: Int,
        _ y: Int,
        at expected: (Int, Int),
        in areas: [ScreenRectangle] = both,
        line: UInt = #line
    ) {
        let place = Self.window(x, y).reachable(in: areas)
        XCTAssertEqual(place, Self.window(expected.0, expected.1), line: line)
    }

    func testAWindowThatCanBeReachedStaysWhereItWas() {
        for (x, y) in [(0, 0), (600, 500), (-200, 790 - 48), (800, 150), (1800, 650), (-20, -20)] {
            expect(x, y, at: (x, y))
        }
        expect(-5000, 9000, at: (-5000, 9000), in: [])
    }

    func testAWindowOutOfReachGoesToTheNearestMonitor() {
        expect(-201, 100, at: (0, 100))
        expect(300, 790, at: (300, 500))
        expect(300, -40, at: (300, 0))
        expect(5000, 5000, at: (1800, 400))
        expect(5000, -5000, at: (1800, 100))
        // Where its monitor is gone.
        expect(1500, 300, at: (600, 300), in: [Self.left])
        expect(950, 300, at: (600, 300), in: [Self.left])
    }

    func testAnyNumberInAFileLeadsToAPlaceOnTheScreen() {
        for value in [Int.min, -(1 << 40), 1 << 40, Int.max] {
            for (x, y) in [(value, 0), (0, value), (value, value)] {
                let place = Self.window(x, y).reachable(in: Self.both)
                XCTAssertTrue(
                    Self.both.contains { $0.home(among: [place]) != nil },
                    "\(x), \(y): \(place)"
                )
            }
        }
    }

    func testAWindowThatIsLargerThanTheMonitorShowsItsTop() {
        let place = ScreenRectangle(x: 3000, y: 3000, width: 2000, height: 2000)
            .reachable(in: Self.both)
        XCTAssertEqual(place, ScreenRectangle(x: 1000, y: 100, width: 2000, height: 2000))
    }
}
