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
    private weak var books: BookAccents?
    private var contrast: StyleSheet?
    private var hasHighContrast = false
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
        TextDirection.isRightToLeft = Style.isRightToLeft
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
        showContrast()
        // The new colors are available a moment later.
        themeChanges = Style.onChange { [weak self] in
            MainLoop.whenIdle {
                self?.showContrast()
                self?.onChange()
            }
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
        self.books = books
        let rules = books.rules(inHighContrast: hasHighContrast)
        // Setting them would restyle all windows.
        guard rules != accentRules else { return }
        accentRules = rules
        if let accents {
            accents.replace(rules: rules)
        } else {
            accents = Style.add(rules: rules) { Log.warn($0) }
        }
    }

    /// Lays the colors of high contrast over the style sheet, or takes them away.
    private func showContrast() {
        let isHigh = Style.hasHighContrast(Label())
        guard isHigh != hasHighContrast else { return }
        hasHighContrast = isHigh
        let rules = isHigh ? HighContrastSheet.rules : ""
        if let contrast {
            contrast.replace(rules: rules)
        } else {
            contrast = Style.add(rules: rules) { Log.warn($0) }
        }
        if let books { showAccents(books) }
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
