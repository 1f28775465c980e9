import GTKBridge
import HawkNotesModel

/// The program's look: its style sheet, its icons, and whether it is light or dark.
@MainActor
final class Appearance {
    /// Told when light has changed to dark or back.
    var onChange: @MainActor () -> Void = {}

    private let settings: Settings?
    private var accents: StyleSheet?
    private var portal: PortalSettings?
    private var systemPrefersDark = false

    init(
        application: Application,
        configuration: ApplicationConfiguration,
        settings: Settings?
    ) {
        self.settings = settings
        Style.load(path: configuration.styleFile.path) { Log.warn($0) }
        settings?.action("color-scheme")?.add(to: application)
        settings?.onChange(of: "color-scheme") { [weak self] in self?.apply() }
        systemPrefersDark = Style.prefersDark
        apply()
        portal = PortalSettings { [weak self] prefersDark in
            self?.systemPrefersDark = prefersDark
            self?.apply()
        }
    }

    /// Lays the books' accents over the theme.
    func showAccents(of series: [Series]) {
        let rules = AccentSheet.rules(for: series.flatMap(\.books))
        if let accents {
            accents.replace(rules: rules)
        } else {
            accents = Style.add(rules: rules) { Log.warn($0) }
        }
    }

    private func apply() {
        let isDark =
            switch settings?.string("color-scheme", default: "system") {
            case "dark": true
            case "light": false
            default: systemPrefersDark
            }
        if Style.prefersDark != isDark { Style.prefersDark = isDark }
        onChange()
    }
}
