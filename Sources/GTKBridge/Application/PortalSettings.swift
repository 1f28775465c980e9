import CGTK
import Phrases

/// What the desktop says about light and dark, through the settings portal.
///
/// Asked without waiting: a desktop without a portal, or a slow one, must not hold up the first frame.
/// The portal is started where there is one, and asked whenever it comes up, be it late or again.
@MainActor
public final class PortalSettings {
    private let onColorScheme: @MainActor (_ prefersDark: Bool) -> Void
    private var changes: BusSubscription?
    private var watch: guint = 0

    private let place = BusConnection.Place(
        service: "org.freedesktop.portal.Desktop",
        path: "/org/freedesktop/portal/desktop",
        interface: "org.freedesktop.portal.Settings"
    )
    private let namespace = "org.freedesktop.appearance"
    private let key = "color-scheme"

    /// Tells whether the desktop prefers dark, once that is known and whenever it changes.
    public init(onColorScheme: @escaping @MainActor (_ prefersDark: Bool) -> Void) {
        self.onColorScheme = onColorScheme
        BusConnection.open { [weak self] connection in
            guard let connection else { return }
            self?.subscribe(connection)
            self?.watch(connection)
        }
    }

    isolated deinit { if watch != 0 { g_bus_unwatch_name(watch) } }

    private func watch(_ connection: BusConnection) {
        let appeared = Callback<Void, Void> { [weak self] in self?.read(connection) }
        watch = g_bus_watch_name_on_connection(
            connection.object.opaque,
            place.service,
            G_BUS_NAME_WATCHER_FLAGS_AUTO_START,
            { _, _, _, data in Callback<Void, Void>.call(data, ()) },
            nil,
            Unmanaged.passRetained(appeared).toOpaque(),
            releaseCallback
        )
    }

    private func read(_ connection: BusConnection) {
        connection.call("Read", at: place, [.string(namespace), .string(key)]) { [weak self] in
            self?.tell($0?.last)
        }
    }

    private func subscribe(_ connection: BusConnection) {
        changes = connection.onSignal(
            "SettingChanged",
            of: place.interface,
            path: place.path,
            argument: namespace
        ) { [weak self, key] _, _, values in
            if values.count == 3, values[1] == .string(key) { self?.tell(values[2]) }
        }
    }

    private func tell(_ value: BusValue?) {
        if case .uint32(let scheme)? = value { onColorScheme(scheme == 1) }
    }
}
