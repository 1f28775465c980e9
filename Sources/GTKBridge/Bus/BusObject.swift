import CGTK
import Phrases

/// An object of the program on the session bus, with the methods of one interface.
///
/// Create it before the program owns its bus name: calls that arrive right after activation would
/// otherwise fail.
@MainActor
public final class BusObject {
    private let connection: Object
    private let registration: guint

    /// Exports the methods of an interface.
    ///
    /// - Parameters:
    ///   - path: the path of the object.
    ///   - description: the interface in D-Bus's introspection format; the first one of a node.
    ///   - onCall: called with a method's name and parameters; answers the call, at once or later.
    /// - Returns: nil if there is no session bus.
    public convenience init?(
        path: String,
        description: String,
        onCall: @escaping @MainActor (_ method: String, [BusValue], BusReply) -> Void
    ) {
        guard let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else { return nil }
        let connection = Object(adopting: UnsafeMutableRawPointer(bus))
        self.init(on: connection, path: path, description: description, onCall: onCall)
    }

    /// Exports the methods on a given connection.
    init?(
        on connection: Object,
        path: String,
        description: String,
        onCall: @escaping @MainActor (_ method: String, [BusValue], BusReply) -> Void
    ) {
        self.connection = connection
        guard let node = g_dbus_node_info_new_for_xml(description, nil) else {
            preconditionFailure("an interface that D-Bus cannot read")
        }
        defer { g_dbus_node_info_unref(node) }
        let callback = Callback<BusCall, Void> { call in
            guard let reply = BusReply(call.invocation) else { return }
            onCall(call.method, call.parameters, reply)
        }
        var table = GDBusInterfaceVTable()
        table.method_call = { _, _, _, _, method, parameters, invocation, data in
            guard let method, let parameters, let invocation else { return }
            let values = BusValue(parameters)
            guard case .structure(let list) = values else { return }
            let call = BusCall(
                method: String(cString: method),
                parameters: list,
                invocation: UInt(bitPattern: invocation)
            )
            Callback<BusCall, Void>.call(data, call)
        }
        registration = g_dbus_connection_register_object(
            connection.opaque,
            path,
            node.pointee.interfaces[0],
            &table,
            Unmanaged.passRetained(callback).toOpaque(),
            releaseCallback,
            nil
        )
        guard registration != 0 else { return nil }
    }

    isolated deinit {
        if registration != 0 {
            g_dbus_connection_unregister_object(connection.opaque, registration)
        }
    }
}

/// A call on its way to the main actor.
private struct BusCall: Sendable {
    var method: String
    var parameters: [BusValue]
    var invocation: UInt
}

/// The reply to a call over the session bus, sent once. The caller gets an error if it is released
/// unanswered.
@MainActor
public final class BusReply {
    private var invocation: OpaquePointer?

    fileprivate init?(_ invocation: UInt) {
        guard let invocation = OpaquePointer(bitPattern: invocation) else { return nil }
        self.invocation = invocation
    }

    isolated deinit { fail("The call was not answered.") }

    /// Replies with the values that the interface defines.
    public func answer(_ values: [BusValue] = []) {
        guard let invocation else { return }
        self.invocation = nil
        g_dbus_method_invocation_return_value(invocation, BusValue.makeTuple(values))
    }

    /// Replies with an error and its reason.
    public func fail(_ reason: String) {
        guard let invocation else { return }
        self.invocation = nil
        g_dbus_method_invocation_return_dbus_error(
            invocation,
            "org.freedesktop.DBus.Error.Failed",
            reason
        )
    }
}
