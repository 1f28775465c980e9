import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// The program's look: its style sheet, its icons, and whether it is light or dark.
@MainActor
final class Appearance {
    /// Called after a change between light and dark.
    var onChange: @MainActor () -> Void = {}

    private let preferences: Preferences
    private var noteText: StyleSheet?
    private var accents: StyleSheet?
    private var accentRules = ""
    private var portal: PortalSettings?
    /// True if GTK's own settings ask for dark, which count where the portal has no preference; else
    /// nil.
    private let settingsPreferDark: Bool?
    /// Nil if GTK decides.
    private var systemPrefersDark: Bool?
    /// What was requested last; nil if GTK decides.
    private var requestedDark: Bool?
    private var themeChanges: [SignalConnection] = []

    init(
        application: Application,
        configuration: ApplicationConfiguration,
        preferences: Preferences
    ) {
        self.preferences = preferences
        settingsPreferDark = Style.settingsPreferDark ? true : nil
        systemPrefersDark = settingsPreferDark
        let settings = preferences.settings
        Style.load(path: configuration.styleFile.path) { Log.warn($0) }
        settings?.action("color-scheme")?.add(to: application)
        preferences.onChange(of: Preferences.Key.colorScheme) { [weak self] in self?.apply() }
        preferences.onChange(of: Preferences.Key.noteTextSize) { [weak self] in
            self?.showNoteText()
        }
        preferences.onChange(of: Preferences.Key.motion) { [weak self] in self?.move() }
        showNoteText()
        move()
        apply()
        // The new colors are available a moment later.
        themeChanges = Style.onChange { [weak self] in
            MainLoop.whenIdle { self?.onChange() }
        }
        portal = PortalSettings { [weak self] preference, isPreferred in
            guard let self else { return }
            switch preference {
            case .dark:
                systemPrefersDark = isPreferred ?? settingsPreferDark
                apply()
            case .moreContrast: Style.setHighContrast(isPreferred ?? false)
            }
        }
    }

    /// Overrides the theme's accents with those of the books.
    func showAccents(_ books: BookAccents) {
        let rules = books.rules
        // Setting them would restyle all windows.
        guard rules != accentRules else { return }
        accentRules = rules
        if let accents {
            accents.replace(rules: rules)
        } else {
            accents = Style.add(rules: rules) { Log.warn($0) }
        }
    }

    /// Sets the size of note text in all windows.
    private func showNoteText() {
        let rules = NoteTextSheet.rules(size: preferences.noteTextSize)
        if let noteText {
            noteText.replace(rules: rules)
        } else {
            noteText = Style.add(rules: rules) { Log.warn($0) }
        }
    }

    private func move() {
        switch preferences.motion {
        case .system: Style.resetAnimates()
        case .on: Style.animates = true
        case .off: Style.animates = false
        }
    }

    private func apply() {
        let isDark: Bool? =
            switch preferences.colorScheme {
            case .dark: true
            case .light: false
            case .system: systemPrefersDark
            }
        // A request restyles all windows.
        if isDark != requestedDark {
            requestedDark = isDark
            if let isDark { Style.prefersDark = isDark } else { Style.resetDark() }
        }
        Style.avoidsDarkThemes = preferences.colorScheme == .light
        onChange()
    }
}

extension Window {
    /// Applies light or dark and the contrast, which have rules of their own in the style sheet.
    func showAppearance() { showAppearance(of: self) }

    /// Applies the same to a window that is not on screen yet, taken from one that is.
    func showAppearance(of other: Widget) {
        setClass("dark", Style.isDark(other))
        setClass("high-contrast", Style.hasHighContrast(other))
    }
}
