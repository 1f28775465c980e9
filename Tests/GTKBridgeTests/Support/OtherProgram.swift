import CGTK
import Phrases
import XCTest

@testable import GTKBridge

/// Another program on the session bus: a connection of its own, with objects and, if need be, a name.
@MainActor
final class OtherProgram {
    let connection: Object
    private var objects: [BusObject] = []
    private var name: guint = 0

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
    }

    isolated deinit { if name != 0 { g_bus_unown_name(name) } }

    /// Lets the methods of an interface be called; see `BusObject`.
    func offer(
        at path: String,
        _ description: String,
        _ onCall: @escaping @MainActor (_ method: String, [BusValue], BusReply) -> Void
    ) throws {
        let object = BusObject(
            on: connection,
            path: path,
            description: description,
            onCall: onCall
        )
        objects.append(try XCTUnwrap(object))
    }

    /// Takes a name, and waits until the bus has given it.
    func takeName(_ name: String) {
        var isTaken = false
        let taken = Callback<Void, Void> { isTaken = true }
        self.name = g_bus_own_name_on_connection(
            connection.opaque,
            name,
            G_BUS_NAME_OWNER_FLAGS_NONE,
            { _, _, data in Callback<Void, Void>.call(data, ()) },
            nil,
            Unmanaged.passRetained(taken).toOpaque(),
            releaseCallback
        )
        XCTAssertTrue(MainLoop.run { isTaken }, name)
    }

    /// Sends a signal to all programs.
    func emit(_ signal: String, of interface: String, at path: String, _ values: [BusValue]) {
        g_dbus_connection_emit_signal(
            connection.opaque,
            nil,
            path,
            interface,
            signal,
            BusValue.makeTuple(values),
            nil
        )
    }
}
