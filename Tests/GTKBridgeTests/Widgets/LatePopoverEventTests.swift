import CGTK
import DisplayTestSupport
import Phrases
import TestSupport
import XCTest

@testable import GTKBridge

/// An event of the pointer that was on its way when its popover closed, and that would make the program
/// end when the popover is removed.
final class LatePopoverEventTests: DisplayTestCase {
    private typealias Surface = OpaquePointer

    /// Moves the pointer into a surface.
    @MainActor
    private static func movePointer(into surface: Surface, x: Int32, y: Int32) throws {
        typealias Display = @convention(c) (OpaquePointer) -> OpaquePointer?
        typealias Identifier = @convention(c) (Surface) -> UInt
        typealias Warp =
            @convention(c) (
                OpaquePointer, UInt, UInt, Int32, Int32, UInt32, UInt32, Int32, Int32
            ) -> Int32
        let program = dlopen(nil, RTLD_NOW)
        func function<Function>(_ name: String, as type: Function.Type) throws -> Function {
            unsafeBitCast(try XCTUnwrap(dlsym(program, name), name), to: type)
        }
        let gdk = try XCTUnwrap(gdk_display_get_default())
        let display = try function("gdk_x11_display_get_xdisplay", as: Display.self)(gdk)
        let target = try function("gdk_x11_surface_get_xid", as: Identifier.self)(surface)
        let warp = try function("XWarpPointer", as: Warp.self)
        _ = warp(try XCTUnwrap(display), 0, target, 0, 0, 0, 0, x, y)
        gdk_display_flush(gdk)
    }

    /// Moves the pointer into a popover, and returns the event that tells it of it.
    @MainActor
    private static func event(in popover: Popover, _ surface: Surface) throws -> OpaquePointer {
        var event: OpaquePointer?
        let controller = try XCTUnwrap(gtk_event_controller_legacy_new())
        let listener = Object(borrowing: UnsafeMutableRawPointer(controller))
        gtk_widget_add_controller(popover.widget, controller)
        let hearing = listener.connectPointerQuestion("event") { pointer in
            if event == nil { event = pointer.map { gdk_event_ref(OpaquePointer($0)) } }
            return false
        }
        // A second time: the first may be before the server has shown the popover.
        for x in [20, 22] as [Int32] { try movePointer(into: surface, x: x, y: 12) }
        XCTAssertTrue(MainLoop.run { event != nil }, "the pointer is not in the popover")
        hearing.disconnect()
        gtk_widget_remove_controller(popover.widget, controller)
        return try XCTUnwrap(event)
    }

    /// Sends an event to a surface; returns whether something has handled it.
    @MainActor
    private static func send(_ event: OpaquePointer, to surface: Surface) -> Bool {
        var values = [GValue(), GValue()]
        g_value_init(&values[0], gdk_surface_get_type())
        g_value_set_object(&values[0], UnsafeMutableRawPointer(surface))
        g_value_init(&values[1], g_type_from_name("gpointer"))
        g_value_set_pointer(&values[1], UnsafeMutableRawPointer(event))
        defer { for index in values.indices { g_value_unset(&values[index]) } }
        var answer = GValue()
        g_value_init(&answer, cgtk_type_boolean())
        g_signal_emitv(&values, g_signal_lookup("event", gdk_surface_get_type()), 0, &answer)
        return g_value_get_boolean(&answer) != 0
    }

    /// Opens a popover below the pointer, and sends it the pointer's event again after it closed.
    @MainActor
    private static func check(_ popover: Popover, open: @MainActor (Widget) -> Void) throws {
        let window = Window(application: TestApplication.shared)
        let button = Button(Label("Button"), name: "button")
        window.defaultSize = (300, 200)
        window.setChild(button)
        window.present()
        XCTAssertTrue(MainLoop.run { window.isMapped && window.isActive })
        for _ in 1...2 {
            open(button)
            XCTAssertTrue(MainLoop.run { popover.isMapped })
            let surface = try XCTUnwrap(gtk_native_get_surface(popover.opaque))
            g_object_ref(UnsafeMutableRawPointer(surface))
            defer { g_object_unref(UnsafeMutableRawPointer(surface)) }
            let event = try event(in: popover, surface)
            defer { gdk_event_unref(event) }
            XCTAssertTrue(send(event, to: surface), "an open popover hears the pointer")

            gtk_popover_popdown(popover.cast())
            XCTAssertFalse(send(event, to: surface), "a closed popover hears the pointer")
            MainLoop.drain()
        }
        popover.unparent()
        window.destroy()
    }

    func testAPopoverHearsNothingOnceItIsClosed() throws {
        try onMainActor {
            let popover = Popover(Label("What it says, in a few words"))
            try Self.check(popover) { popover.popUp(below: $0) }
        }
    }

    func testAPopoverThatStaysHearsThePointerWhenItIsOpenedAgain() throws {
        try onMainActor {
            let popover = Popover(Label("What it says, in a few words"))
            try Self.check(popover) {
                // As GTK does it for the menus of its texts.
                if gtk_widget_get_parent(popover.widget) == nil {
                    gtk_widget_set_parent(popover.widget, $0.widget)
                }
                gtk_popover_popup(popover.cast())
            }
        }
    }

    func testAMenuHearsNothingOnceItIsClosed() throws {
        try onMainActor {
            let menu = PopoverMenu(Menu().item("Item", action: "win.item"))
            try Self.check(menu) { menu.popUp(at: 5, 5, in: $0) }
        }
    }
}
