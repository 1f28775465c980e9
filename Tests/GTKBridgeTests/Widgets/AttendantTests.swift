import CGTK
import DisplayTestSupport
import Phrases
import TestSupport
import XCTest

@testable import GTKBridge

/// A text view never gets rid of a popover that it has not made: disposed of with one in it, it waits for
/// ever.
final class AttendantTests: DisplayTestCase {
    @MainActor
    private static func openWindow() -> (window: GTKBridge.Window, box: Box, field: TextView) {
        let window = Window(application: TestApplication.shared)
        let field = TextView(name: "field")
        let box = Box(.vertical).append(field, Button("other"))
        window.setChild(box)
        window.present()
        XCTAssertTrue(MainLoop.run { window.isMapped && window.isActive })
        return (window, box, field)
    }

    private static let place = Rectangle(x: 0, y: 0, width: 1, height: 10)

    @MainActor
    private static func show(in field: TextView) -> Attendant {
        let attendant = Attendant(Label("offered"))
        attendant.show(below: place, of: field)
        XCTAssertTrue(MainLoop.run { attendant.isMapped })
        XCTAssertTrue(attendant.isShown)
        return attendant
    }

    func testLeavesAWidgetThatLeavesItsWindowAndComesBackWithIt() {
        onMainActor {
            let (window, box, field) = Self.openWindow()
            let attendant = Self.show(in: field)
            window.setChild(Label("another page"))
            XCTAssertFalse(attendant.isShown)
            XCTAssertFalse(attendant.hasParent)
            attendant.show(below: Self.place, of: field)
            XCTAssertFalse(attendant.hasParent, "nothing would take it out again")
            window.setChild(box)
            XCTAssertTrue(MainLoop.run { field.isMapped })
            attendant.show(below: Self.place, of: field)
            XCTAssertTrue(MainLoop.run { attendant.isMapped })
            attendant.hide()
            XCTAssertFalse(attendant.hasParent)
            window.destroy()
        }
    }

    func testATextViewGoesWhileItIsShown() {
        onMainActor {
            let window: GTKBridge.Window
            var finalized: Set<String> = []
            var attendant: Attendant?
            do {
                let (opened, box, field) = Self.openWindow()
                window = opened
                field.whenFinalized { finalized.insert("field") }
                attendant = Self.show(in: field)
                attendant?.whenFinalized { finalized.insert("attendant") }
                box.removeAll()
                // The field is still kept here: it would never get to its end with the popover in it.
                guard attendant?.hasParent == false else {
                    attendant?.hide()
                    return XCTFail("still in the field")
                }
            }
            attendant = nil
            XCTAssertTrue(MainLoop.run { finalized.count == 2 }, "only \(finalized)")
            window.destroy()
        }
    }

    func testGoesWithItsOwner() {
        onMainActor {
            let (window, _, field) = Self.openWindow()
            var isFinalized = false
            let popover: UnsafeMutablePointer<GtkWidget>
            do {
                let attendant = Self.show(in: field)
                attendant.whenFinalized { isFinalized = true }
                popover = attendant.widget
            }
            let isGone = MainLoop.run { isFinalized }
            XCTAssertTrue(isGone, "still in the field")
            // The field would never get to its end with it.
            if !isGone { gtk_widget_unparent(popover) }
            window.destroy()
        }
    }
}
