import CGTK
import Phrases

/// The session bus, for calling methods of other programs and receiving their signals. Only `flush`
/// blocks.
@MainActor
final class BusConnection {
    /// The address of another program's methods.
    struct Place {
        /// The program's name on the bus.
        var service: String
        var path: String
        var interface: String
    }

    let object: Object

    private init(_ object: Object) { self.object = object }

    /// Connects to the session bus; passes nil if there is none.
    static func open(_ body: @escaping @MainActor (BusConnection?) -> Void) {
        let opened = Callback<UInt, Void> { result in
            let bus = g_bus_get_finish(OpaquePointer(bitPattern: result), nil)
            body(bus.map { BusConnection(Object(adopting: UnsafeMutableRawPointer($0))) })
        }
        g_bus_get(
            G_BUS_TYPE_SESSION,
            nil,
            asyncCallback,
            Unmanaged.passRetained(opened).toOpaque()
        )
    }

    /// The bus name of this process.
    var uniqueName: String {
        g_dbus_connection_get_unique_name(object.opaque).map { String(cString: $0) } ?? ""
    }

    /// Calls a method. The reply may arrive as late as the bus allows.
    ///
    /// - Parameters:
    ///   - starts: whether to start the program if it is not running.
    ///   - body: called with the values of the reply, or nil on error.
    func call(
        _ method: String,
        at place: Place,
        _ values: [BusValue] = [],
        starts: Bool = false,
        _ body: @escaping @MainActor ([BusValue]?) -> Void
    ) {
        let answered = Callback<UInt, Void> { [object] result in
            let answer = g_dbus_connection_call_finish(
                object.opaque,
                OpaquePointer(bitPattern: result),
                nil
            )
            guard let answer else { return body(nil) }
            defer { g_variant_unref(answer) }
            body(Self.values(of: answer))
        }
        send(
            method,
            at: place,
            values,
            starts ? G_DBUS_CALL_FLAGS_NONE : G_DBUS_CALL_FLAGS_NO_AUTO_START,
            asyncCallback,
            Unmanaged.passRetained(answered).toOpaque()
        )
    }

    /// Calls a method of a running program and ignores the reply.
    func tell(_ method: String, at place: Place, _ values: [BusValue] = []) {
        send(method, at: place, values, G_DBUS_CALL_FLAGS_NO_AUTO_START, nil, nil)
    }

    private func send(
        _ method: String,
        at place: Place,
        _ values: [BusValue],
        _ flags: GDBusCallFlags,
        _ callback: GAsyncReadyCallback?,
        _ data: gpointer?
    ) {
        g_dbus_connection_call(
            object.opaque,
            place.service,
            place.path,
            place.interface,
            method,
            BusValue.makeTuple(values),
            nil,
            flags,
            -1,
            nil,
            callback,
            data
        )
    }

    /// Receives signals of an interface until the returned object is released.
    ///
    /// - Parameters:
    ///   - service: the name of the sending program; nil for any program.
    ///   - signal: nil for all signals of the interface.
    ///   - path: nil for all objects.
    ///   - argument: the required first value; nil for any.
    ///   - body: called with the path of the sending object, the signal's name, and its values.
    func onSignal(
        _ signal: String? = nil,
        of interface: String,
        from service: String? = nil,
        path: String? = nil,
        argument: String? = nil,
        _ body: @escaping @MainActor (_ path: String, _ signal: String, [BusValue]) -> Void
    ) -> BusSubscription {
        let callback = Callback<BusSignal, Void> { body($0.path, $0.name, $0.values) }
        let number = g_dbus_connection_signal_subscribe(
            object.opaque,
            service,
            interface,
            signal,
            path,
            argument,
            G_DBUS_SIGNAL_FLAGS_NONE,
            { _, _, path, _, name, parameters, data in
                guard let path, let name, let parameters else { return }
                let signal = BusSignal(
                    path: String(cString: path),
                    name: String(cString: name),
                    values: BusConnection.values(of: parameters)
                )
                Callback<BusSignal, Void>.call(data, signal)
            },
            Unmanaged.passRetained(callback).toOpaque(),
            releaseCallback
        )
        return BusSubscription(object, number)
    }

    /// Blocks until everything queued has been sent; for the end of the program.
    func flush() { g_dbus_connection_flush_sync(object.opaque, nil, nil) }

    nonisolated private static func values(of tuple: OpaquePointer) -> [BusValue] {
        if case .structure(let values) = BusValue(tuple) { values } else { [] }
    }
}

/// A signal on its way to the main actor.
private struct BusSignal: Sendable {
    var path: String
    var name: String
    var values: [BusValue]
}

/// A subscription to signals, which lasts as long as this object.
@MainActor
final class BusSubscription {
    private let connection: Object
    private let number: guint

    fileprivate init(_ connection: Object, _ number: guint) {
        self.connection = connection
        self.number = number
    }

    isolated deinit { g_dbus_connection_signal_unsubscribe(connection.opaque, number) }
}
