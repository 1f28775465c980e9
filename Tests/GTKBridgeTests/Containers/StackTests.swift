import CGTK
import DisplayTestSupport
import Phrases
import TestSupport
import XCTest

@testable import GTKBridge

final class StackTests: DisplayTestCase {
    /// Where the new page is while it slides in: on which side of its place.
    @MainActor
    private static func comesFromTheRight(
        _ transition: Stack.Transition,
        _ direction: GtkTextDirection
    ) -> Bool? {
        let animates = Style.animates
        Style.animates = true
        gtk_widget_set_default_direction(direction)
        let window = Window(application: TestApplication.shared)
        window.defaultSize = (300, 100)
        let stack = Stack()
        // Where frames take long, none would show it on its way.
        gtk_stack_set_transition_duration(stack.opaque, 2000)
        let pages = [Label("one"), Label("two")].map { $0.hexpand().vexpand() }
        for page in pages { stack.add(page) }
        window.setChild(stack)
        window.present()
        defer {
            window.destroy()
            gtk_widget_set_default_direction(GTK_TEXT_DIR_LTR)
            Style.animates = animates
        }
        _ = MainLoop.run { stack.size.width > 0 && pages[0].isMapped }
        stack.waitUntilDrawn()
        stack.show(pages[1], transition)
        var x: Double?
        _ = MainLoop.run {
            x = pages[1].frame(in: stack)?.x
            return pages[1].size.width > 0 && x != nil && x != 0
        }
        return x.map { $0 > 0 }
    }

    func testANewPageComesFromWhereTheLineEnds() {
        onMainActor {
            for (direction, isMirrored) in [(GTK_TEXT_DIR_LTR, false), (GTK_TEXT_DIR_RTL, true)] {
                let forward = Self.comesFromTheRight(.slideForward, direction)
                XCTAssertEqual(forward, !isMirrored, "on, mirrored: \(isMirrored)")
                let back = Self.comesFromTheRight(.slideBack, direction)
                XCTAssertEqual(back, isMirrored, "back, mirrored: \(isMirrored)")
            }
        }
    }
}
