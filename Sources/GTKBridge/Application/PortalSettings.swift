import CGTK
import Phrases

/// What the desktop says about light and dark, through the settings portal.
///
/// Asked without waiting: a desktop without a portal, or a slow one, must not hold up the first frame.
/// The portal is started where there is one, and asked whenever it comes up, be it late or again.
@MainActor
public final class PortalSettings {
    private let onColorScheme: @MainActor (_ prefersDark: Bool) -> Void
    private var connection: Object?
    private var subscription: guint = 0
    private var watch: guint = 0

    /// Tells whether the desktop prefers dark, once that is known and whenever it changes.
    public init(onColorScheme: @escaping @MainActor (_ prefersDark: Bool) -> Void) {
        self.onColorScheme = onColorScheme
        let connected = Callback<UInt, Void> { [weak self] result in
            let bus = g_bus_get_finish(OpaquePointer(bitPattern: result), nil)
            guard let bus else { return }
            let connection = Object(adopting: UnsafeMutableRawPointer(bus))
            self?.connection = connection
            self?.subscribe(connection)
            self?.watch(connection)
        }
        g_bus_get(
            G_BUS_TYPE_SESSION,
            nil,
            { _, result, data in
                Callback<UInt, Void>.callAndRelease(data, UInt(bitPattern: result))
            },
            Unmanaged.passRetained(connected).toOpaque()
        )
    }

    isolated deinit {
        if let connection, subscription != 0 {
            g_dbus_connection_signal_unsubscribe(connection.opaque, subscription)
        }
        if watch != 0 { g_bus_unwatch_name(watch) }
    }

    private func watch(_ connection: Object) {
        let appeared = Callback<Void, Void> { [weak self, weak connection] in
            if let connection { self?.read(connection) }
        }
        watch = g_bus_watch_name_on_connection(
            connection.opaque,
            service,
            G_BUS_NAME_WATCHER_FLAGS_AUTO_START,
            { _, _, _, data in Callback<Void, Void>.call(data, ()) },
            nil,
            Unmanaged.passRetained(appeared).toOpaque(),
            releaseCallback
        )
    }

    private func read(_ connection: Object) {
        let answered = Callback<UInt, Void> { [weak self] result in
            let answer = g_dbus_connection_call_finish(
                connection.opaque,
                OpaquePointer(bitPattern: result),
                nil
            )
            guard let answer else { return }
            defer { g_variant_unref(answer) }
            self?.tell(answer)
        }
        g_dbus_connection_call(
            connection.opaque,
            service,
            "/org/freedesktop/portal/desktop",
            "org.freedesktop.portal.Settings",
            "Read",
            BusValue.makeTuple([.string(namespace), .string(key)]),
            nil,
            G_DBUS_CALL_FLAGS_NO_AUTO_START,
            // As long as the bus waits: an answer that comes late is one.
            -1,
            nil,
            { _, result, data in
                Callback<UInt, Void>.callAndRelease(data, UInt(bitPattern: result))
            },
            Unmanaged.passRetained(answered).toOpaque()
        )
    }

    private func subscribe(_ connection: Object) {
        let changed = Callback<UInt, Void> { [weak self] parameters in
            guard let parameters = OpaquePointer(bitPattern: parameters) else { return }
            self?.tell(parameters)
        }
        subscription = g_dbus_connection_signal_subscribe(
            connection.opaque,
            nil,
            "org.freedesktop.portal.Settings",
            "SettingChanged",
            "/org/freedesktop/portal/desktop",
            namespace,
            G_DBUS_SIGNAL_FLAGS_NONE,
            { _, _, _, _, _, parameters, data in
                Callback<UInt, Void>.call(data, UInt(bitPattern: parameters))
            },
            Unmanaged.passRetained(changed).toOpaque(),
            releaseCallback
        )
    }

    /// Takes the number from the answer `((v))` or the signal `(ssv)`, however deeply it is wrapped.
    private func tell(_ value: OpaquePointer) {
        guard case .structure(let values) = BusValue(value),
            case .uint32(let scheme)? = values.last,
            values.count == 1 || values.dropFirst().first == .string(key)
        else { return }
        onColorScheme(scheme == 1)
    }

    private let service = "org.freedesktop.portal.Desktop"
    private let namespace = "org.freedesktop.appearance"
    private let key = "color-scheme"
}
