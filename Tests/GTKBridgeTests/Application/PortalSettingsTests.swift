import CGTK
import DisplayTestSupport
import Phrases
import TestSupport
import XCTest

@testable import GTKBridge

/// What the desktop says about light and dark, by a portal of the test's own on the session bus.
final class PortalSettingsTests: DisplayTestCase {
    private static let interface = """
        <node><interface name="org.freedesktop.portal.Settings"><method name="Read">
        <arg type="s" direction="in"/><arg type="s" direction="in"/>
        <arg type="v" direction="out"/></method></interface></node>
        """

    func testAPortalThatComesUpLateIsAsked() throws {
        try onMainActor {
            let bus = try XCTUnwrap(g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil))
            defer { g_object_unref(UnsafeMutableRawPointer(bus)) }
            var told: [String] = []
            let settings = PortalSettings { told.append("\($0) \($1.map(String.init) ?? "-")") }
            // Whatever it asks at the start has its answer: there is no portal.
            for _ in 0..<3 {
                MainLoop.drain()
                Self.wait(for: bus)
            }
            XCTAssertEqual(told, [])
            let portal = try OtherProgram()
            try portal.offer(at: "/org/freedesktop/portal/desktop", Self.interface) { _, _, reply in
                reply.answer([.variant(.variant(.uint32(0)))])
            }
            portal.takeName("org.freedesktop.portal.Desktop")
            XCTAssertTrue(MainLoop.run { told.count == 2 }, "\(told)")
            XCTAssertEqual(told, ["dark -", "moreContrast -"], "no preference")
            for (number, expected) in [(1, "true"), (2, "false"), (0, "-")] {
                told = []
                portal.emit(
                    "SettingChanged",
                    of: "org.freedesktop.portal.Settings",
                    at: "/org/freedesktop/portal/desktop",
                    [
                        .string("org.freedesktop.appearance"), .string("color-scheme"),
                        .variant(.uint32(UInt32(number))),
                    ]
                )
                XCTAssertTrue(MainLoop.run { !told.isEmpty }, "\(number)")
                XCTAssertEqual(told, ["dark \(expected)"])
            }
            withExtendedLifetime((settings, portal)) {}
        }
    }

    /// Waits until the bus has seen all that was sent to it.
    private static func wait(for bus: OpaquePointer) {
        let answer = g_dbus_connection_call_sync(
            bus,
            "org.freedesktop.DBus",
            "/org/freedesktop/DBus",
            "org.freedesktop.DBus",
            "GetId",
            nil,
            nil,
            G_DBUS_CALL_FLAGS_NONE,
            -1,
            nil,
            nil
        )
        if let answer { g_variant_unref(answer) }
    }
}
