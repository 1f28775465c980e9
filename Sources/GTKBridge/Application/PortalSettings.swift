import CGTK
import Phrases

/// The desktop's preferences for dark style and high contrast, from the settings portal.
///
/// Asynchronous: a missing or slow portal must not delay the first frame. The portal is started if
/// it is installed, and queried whenever it appears on the bus, even if it is late or restarts.
@MainActor
public final class PortalSettings {
    /// A preference of the user, by its name in the portal.
    public enum Preference: String, CaseIterable, Sendable {
        case dark = "color-scheme"
        case moreContrast = "contrast"
    }

    private let onChange: @MainActor (Preference, _ isPreferred: Bool?) -> Void
    private var changes: BusSubscription?
    private var watch: guint = 0

    private let place = BusConnection.Place(
        service: "org.freedesktop.portal.Desktop",
        path: "/org/freedesktop/portal/desktop",
        interface: "org.freedesktop.portal.Settings"
    )
    private let namespace = "org.freedesktop.appearance"
    private static let noPreference: UInt32 = 0

    /// Called with the value of each preference once it is known and whenever it changes; nil if the
    /// user has no preference.
    public init(onChange: @escaping @MainActor (Preference, _ isPreferred: Bool?) -> Void) {
        self.onChange = onChange
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
        for preference in Preference.allCases {
            let values: [BusValue] = [.string(namespace), .string(preference.rawValue)]
            connection.call("Read", at: place, values) { [weak self] in
                self?.tell(preference, $0?.last)
            }
        }
    }

    private func subscribe(_ connection: BusConnection) {
        changes = connection.onSignal(
            "SettingChanged",
            of: place.interface,
            path: place.path,
            argument: namespace
        ) { [weak self] _, _, values in
            guard values.count == 3, let key = values[1].text,
                let preference = Preference(rawValue: key)
            else { return }
            self?.tell(preference, values[2])
        }
    }

    private func tell(_ preference: Preference, _ value: BusValue?) {
        guard case .uint32(let number)? = value else { return }
        onChange(preference, number == Self.noPreference ? nil : number == 1)
    }
}
