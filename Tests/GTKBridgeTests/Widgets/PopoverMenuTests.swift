import CGTK
import DisplayTestSupport
import Phrases
import TestSupport
import XCTest

@testable import GTKBridge

final class PopoverMenuTests: DisplayTestCase {
    /// A window on the screen with a list of one row.
    @MainActor
    private static func openWindow() -> (window: GTKBridge.Window, list: Box, row: RowItem) {
        let window = Window(application: TestApplication.shared)
        let row = RowItem(Label("row"), name: "row")
        let list = Box(.vertical).append(row)
        window.setChild(list)
        window.present()
        // A menu is opened by somebody who uses the window.
        XCTAssertTrue(MainLoop.run { window.isMapped && window.isActive })
        return (window, list, row)
    }

    @MainActor
    private static func popUpMenu(
        in row: Widget,
        _ whenFinalized: @escaping @MainActor () -> Void
    ) -> UnsafeMutablePointer<GtkPopover> {
        let menu = PopoverMenu(Menu().item("Item", action: "win.item"))
        menu.whenFinalized(whenFinalized)
        menu.popUp(at: 5, 5, in: row)
        XCTAssertTrue(MainLoop.run { menu.isMapped })
        return menu.cast()
    }

    func testAMenuGoesWhenItIsClosed() {
        onMainActor {
            let (window, _, row) = Self.openWindow()
            var isFinalized = false
            let menu = Self.popUpMenu(in: row) { isFinalized = true }
            // Menus that have the focus are those that GTK holds on to.
            let widget = UnsafeMutableRawPointer(menu).assumingMemoryBound(to: GtkWidget.self)
            XCTAssertTrue(
                MainLoop.run {
                    gtk_window_get_focus(window.cast()).map { gtk_widget_is_ancestor($0, widget) }
                        == 1
                }
            )
            // Nothing is left to be drawn or told.
            gdk_display_sync(gdk_display_get_default())
            MainLoop.drain()
            gtk_popover_popdown(menu)
            XCTAssertTrue(MainLoop.run { isFinalized })
            window.destroy()
        }
    }

    func testAnOpenMenuGoesWithItsRow() {
        onMainActor {
            let window: GTKBridge.Window
            var finalized: Set<String> = []
            do {
                let (opened, list, row) = Self.openWindow()
                window = opened
                row.whenFinalized { finalized.insert("row") }
                _ = Self.popUpMenu(in: row) { finalized.insert("menu") }
                list.removeAll()
            }
            XCTAssertTrue(MainLoop.run { finalized.count == 2 }, "only \(finalized)")
            window.destroy()
        }
    }

    func testAnOpenMenuGoesWithItsWindow() {
        onMainActor {
            var finalized: Set<String> = []
            do {
                let (window, _, row) = Self.openWindow()
                window.whenFinalized { finalized.insert("window") }
                row.whenFinalized { finalized.insert("row") }
                _ = Self.popUpMenu(in: row) { finalized.insert("menu") }
                window.destroy()
            }
            XCTAssertTrue(MainLoop.run { finalized.count == 3 }, "only \(finalized)")
        }
    }
}
