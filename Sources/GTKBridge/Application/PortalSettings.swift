import CGTK

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
        var arguments: [OpaquePointer?] = [
            g_variant_new_string(namespace), g_variant_new_string(key),
        ]
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
            g_variant_new_tuple(&arguments, 2),
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

    /// Finds the number in the answer `((v))` or the signal `(ssv)`, however deeply it is wrapped.
    private func tell(_ value: OpaquePointer) {
        if g_variant_n_children(value) == 3 {
            guard let name = g_variant_get_child_value(value, 1) else { return }
            defer { g_variant_unref(name) }
            guard let text = g_variant_get_string(name, nil), String(cString: text) == key else {
                return
            }
        }
        guard let scheme = number(in: value) else { return }
        onColorScheme(scheme == 1)
    }

    private func number(in value: OpaquePointer) -> UInt32? {
        if String(cString: g_variant_get_type_string(value)) == "u" {
            return g_variant_get_uint32(value)
        }
        guard g_variant_is_container(value) != 0 else { return nil }
        let count = g_variant_n_children(value)
        guard count > 0, let child = g_variant_get_child_value(value, count - 1) else { return nil }
        defer { g_variant_unref(child) }
        return number(in: child)
    }

    private let service = "org.freedesktop.portal.Desktop"
    private let namespace = "org.freedesktop.appearance"
    private let key = "color-scheme"
}
