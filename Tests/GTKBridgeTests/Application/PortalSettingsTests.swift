import CGTK
import DisplayTestSupport
import Phrases
import TestSupport
import XCTest

@testable import GTKBridge

/// What the desktop says about light and dark, by a portal of the test's own on the session bus.
final class PortalSettingsTests: DisplayTestCase {
    func testAPortalThatComesUpLateIsAsked() throws {
        try onMainActor {
            let bus = try XCTUnwrap(g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil))
            defer { g_object_unref(UnsafeMutableRawPointer(bus)) }
            var told: [Bool] = []
            let settings = PortalSettings { told.append($0) }
            // Whatever it asks at the start has its answer: there is no portal.
            for _ in 0..<3 {
                MainLoop.drain()
                Self.wait(for: bus)
            }
            XCTAssertEqual(told, [])
            let portal = try FakePortal()
            XCTAssertTrue(MainLoop.run { told == [true] }, "\(told)")
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

/// A portal that prefers dark, on a connection of its own.
@MainActor
private final class FakePortal {
    private let connection: Object
    private let name: guint

    private static let interface = """
        <node><interface name="org.freedesktop.portal.Settings"><method name="Read">
        <arg type="s" direction="in"/><arg type="s" direction="in"/>
        <arg type="v" direction="out"/></method></interface></node>
        """

    private static var table = GDBusInterfaceVTable()

    init() throws {
        let address = try XCTUnwrap(
            takeString(g_dbus_address_get_for_bus_sync(G_BUS_TYPE_SESSION, nil, nil))
        )
        let flags =
            G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
            | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue
        let made = try XCTUnwrap(
            g_dbus_connection_new_for_address_sync(
                address,
                GDBusConnectionFlags(rawValue: flags),
                nil,
                nil,
                nil
            )
        )
        connection = Object(adopting: UnsafeMutableRawPointer(made))
        let node = try XCTUnwrap(g_dbus_node_info_new_for_xml(Self.interface, nil))
        defer { g_dbus_node_info_unref(node) }
        Self.table.method_call = { _, _, _, _, _, _, invocation, _ in
            let scheme = g_variant_new_variant(g_variant_new_variant(g_variant_new_uint32(1)))
            var answer: [OpaquePointer?] = [scheme]
            g_dbus_method_invocation_return_value(invocation, g_variant_new_tuple(&answer, 1))
        }
        g_dbus_connection_register_object(
            connection.opaque,
            "/org/freedesktop/portal/desktop",
            g_dbus_node_info_lookup_interface(node, "org.freedesktop.portal.Settings"),
            &Self.table,
            nil,
            nil,
            nil
        )
        name = g_bus_own_name_on_connection(
            connection.opaque,
            "org.freedesktop.portal.Desktop",
            G_BUS_NAME_OWNER_FLAGS_NONE,
            nil,
            nil,
            nil,
            nil
        )
    }

    isolated deinit { g_bus_unown_name(name) }
}
