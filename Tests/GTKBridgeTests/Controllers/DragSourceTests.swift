import CGTK
import DisplayTestSupport
import TestSupport
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
                    icon: { Box(.vertical) },
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

    func testEachPartThatIsWatchedCountsOnItsOwn() {
        onMainActor {
            let tracker = DragTracker()
            // Made one right after the other, the wrappers of their controllers share an address.
            let parts = (0..<8).map { _ in Box(.vertical) }
            for part in parts { tracker.watch(part) }
            for part in parts { Self.emit("enter", on: part) }
            for part in parts.dropLast() { Self.emit("leave", on: part) }
            XCTAssertTrue(tracker.isOverOwnWindow)
            Self.emit("leave", on: parts[7])
            XCTAssertFalse(tracker.isOverOwnWindow)
        }
    }

    func testAWindowIsTheSourceAsLongAsTheDragIsOn() {
        onMainActor {
            let tracker = DragTracker()
            let window = Window(application: TestApplication.shared)
            defer { window.destroy() }
            tracker.begin(from: window.opaque)
            XCTAssertTrue(tracker.isFrom(window))
            tracker.end()
            XCTAssertFalse(tracker.isFrom(window))
        }
    }

    /// Lets the controller of a widget that follows drags tell that the pointer came or went.
    @MainActor
    private static func emit(_ signal: String, on widget: Widget) {
        let controllers = Object(
            adopting: UnsafeMutableRawPointer(gtk_widget_observe_controllers(widget.widget))
        )
        let type = gtk_drop_controller_motion_get_type()
        for index in 0..<g_list_model_get_n_items(controllers.opaque) {
            guard let item = g_list_model_get_item(controllers.opaque, index) else { continue }
            let controller = Object(adopting: item)
            guard cgtk_is_a(controller.pointer, type) != 0 else { continue }
            var values = [GValue(), GValue(), GValue()]
            g_value_init(&values[0], type)
            g_value_set_object(&values[0], controller.pointer)
            g_value_init(&values[1], g_type_from_name("gdouble"))
            g_value_init(&values[2], g_type_from_name("gdouble"))
            g_signal_emitv(values, g_signal_lookup(signal, type), 0, nil)
            g_value_unset(&values[0])
        }
    }
}
