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

    /// The last event of each type that a surface was told of; others before GTK handles them.
    @MainActor
    private final class Events {
        private(set) var last: [GdkEventType.RawValue: OpaquePointer] = [:]
        private let surface: Surface
        private var hook: gulong = 0
        private static let signal = g_signal_lookup("event", gdk_surface_get_type())

        init(of surface: Surface) {
            self.surface = surface
            hook = g_signal_add_emission_hook(
                Self.signal,
                0,
                { _, _, values, data in
                    guard let values, let data else { return 1 }
                    let emitter = g_value_get_object(values).map { OpaquePointer($0) }
                    let event = g_value_get_pointer(values + 1).map { OpaquePointer($0) }
                    MainActor.assumeIsolated {
                        let events = Unmanaged<Events>.fromOpaque(data).takeUnretainedValue()
                        if emitter == events.surface, let event { events.note(event) }
                    }
                    return 1
                },
                Unmanaged.passUnretained(self).toOpaque(),
                nil
            )
        }

        isolated deinit {
            g_signal_remove_emission_hook(Self.signal, hook)
            for event in last.values { gdk_event_unref(event) }
        }

        private func note(_ event: OpaquePointer) {
            let type = gdk_event_get_event_type(event).rawValue
            let former = last.updateValue(gdk_event_ref(event), forKey: type)
            if let former { gdk_event_unref(former) }
        }

        /// The last event of a type; waits for one.
        func next(_ type: GdkEventType) throws -> OpaquePointer {
            XCTAssertTrue(MainLoop.run { self.last[type.rawValue] != nil }, "no event \(type)")
            return try XCTUnwrap(last[type.rawValue])
        }
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
        var leave: OpaquePointer?
        defer { if let leave { gdk_event_unref(leave) } }
        for round in 1...2 {
            open(button)
            XCTAssertTrue(MainLoop.run { popover.isMapped })
            let surface = try XCTUnwrap(gtk_native_get_surface(popover.opaque))
            g_object_ref(UnsafeMutableRawPointer(surface))
            defer { g_object_unref(UnsafeMutableRawPointer(surface)) }
            let events = Events(of: surface)
            // A second time: the first may be before the server has shown the popover.
            for x in [20, 22] as [Int32] { try movePointer(into: surface, x: x, y: 12) }
            let motion = try events.next(GDK_MOTION_NOTIFY)
            XCTAssertTrue(send(motion, to: surface), "an open popover hears of the pointer")
            if round == 1 {
                // Far to the right, outside of both.
                try movePointer(into: surface, x: 1000, y: 12)
                leave = gdk_event_ref(try events.next(GDK_LEAVE_NOTIFY))
            }

            gtk_popover_popdown(popover.cast())
            XCTAssertFalse(send(motion, to: surface), "the pointer comes into a closed popover")
            XCTAssertTrue(
                send(try XCTUnwrap(leave), to: surface),
                "the pointer cannot leave a closed popover"
            )
            MainLoop.drain()
        }
        popover.unparent()
        window.destroy()
    }

    func testThePointerDoesNotComeIntoAClosedPopover() throws {
        try onMainActor {
            let popover = Popover(Label("What it says, in a few words"))
            try Self.check(popover) { popover.popUp(below: $0) }
        }
    }

    func testThePointerComesIntoAPopoverThatIsOpenedAgain() throws {
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

    func testThePointerDoesNotComeIntoAClosedMenu() throws {
        try onMainActor {
            let menu = PopoverMenu(Menu().item("Item", action: "win.item"))
            try Self.check(menu) { menu.popUp(at: 5, 5, in: $0) }
        }
    }
}
