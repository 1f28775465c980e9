import DisplayTestSupport
import CGTK
import XCTest

@testable import GTKBridge

final class DragSourceTests: DisplayTestCase {
    func testADragSourceGoesWithItsWidget() {
        onMainActor {
            let tracker = DragTracker()
            final class Token {}
            weak var token: Token?
            do {
                let widget = Box(.vertical)
                let held = Token()
                token = held
                DragSource(
                    widget,
                    tracker: tracker,
                    content: { _ in nil },
                    onEnd: { _ in withExtendedLifetime(held) {} }
                )
            }
            XCTAssertNil(token)
        }
    }

    func testATrackerTellsItsObserversUntilTheyAskItNotTo() {
        onMainActor {
            let tracker = DragTracker()
            var told: [Bool] = []
            tracker.observe(tracker) { told.append($0) }
            tracker.begin(from: nil)
            XCTAssertTrue(tracker.isDragging)
            tracker.end()
            XCTAssertFalse(tracker.isDragging)
            XCTAssertEqual(told, [true, false])
            tracker.ignore(tracker)
            tracker.begin(from: nil)
            tracker.end()
            XCTAssertEqual(told, [true, false])
        }
    }
}
