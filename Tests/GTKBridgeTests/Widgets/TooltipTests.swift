import CGTK
import DisplayTestSupport
import Foundation
import TestSupport
import XCTest

@testable import GTKBridge

final class TooltipTests: DisplayTestCase {
    /// The number of the next request to the X server; nil where there is none.
    @MainActor
    private static var nextRequest: UInt? {
        typealias Connection = @convention(c) (OpaquePointer?) -> OpaquePointer?
        typealias Number = @convention(c) (OpaquePointer?) -> CUnsignedLong
        guard Desktop.tellsPlaces, let program = dlopen(nil, RTLD_LAZY),
            let connection = dlsym(program, "gdk_x11_display_get_xdisplay"),
            let number = dlsym(program, "XNextRequest")
        else { return nil }
        let display = unsafeBitCast(connection, to: Connection.self)(gdk_display_get_default())
        return unsafeBitCast(number, to: Number.self)(display)
    }

    @MainActor
    private static func tooltip(of widget: Widget) -> String? {
        gtk_widget_get_tooltip_text(widget.widget).map { String(cString: $0) }
    }

    func testATooltipOfAWidgetThatIsInNoWindowAsksTheServerNothing() throws {
        try onMainActor {
            let label = Label("A date")
            Box(.vertical).append(label)
            let before = try XCTUnwrap(Self.nextRequest, "This is about X11.")
            label.tooltip("The exact date")
            XCTAssertEqual(Self.nextRequest, before)
            XCTAssertEqual(Self.tooltip(of: label), "The exact date")
            XCTAssertTrue(label.isVisible)
        }
    }

    func testATooltipOfAHiddenWidgetLeavesItHidden() {
        onMainActor {
            let label = Label("A date").visible(false).tooltip("The exact date")
            XCTAssertEqual(Self.tooltip(of: label), "The exact date")
            XCTAssertFalse(label.isVisible)
        }
    }

    func testATooltipOfAWidgetInAWindowIsAskedForAtOnce() throws {
        try onMainActor {
            let window = Window(application: TestApplication.shared)
            defer { window.destroy() }
            let label = Label("A date")
            window.setChild(label)
            let before = try XCTUnwrap(Self.nextRequest, "This is about X11.")
            label.tooltip("The exact date")
            XCTAssertGreaterThan(try XCTUnwrap(Self.nextRequest), before)
            XCTAssertEqual(Self.tooltip(of: label), "The exact date")
        }
    }
}
