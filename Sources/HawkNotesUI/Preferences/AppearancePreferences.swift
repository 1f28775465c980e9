import GTKBridge
import HawkNotesPresentation
import Phrases

/// The preferences for the program's appearance and animations.
@MainActor
final class AppearancePreferences {
    let root: Widget
    private(set) var controls: [(name: String, widget: Widget)] = []

    private let preferences: Preferences
    private let size = Label("", "numeric").centered()
    private let smaller = Button(
        icon: "hawknotes-zoom-out-symbolic",
        name: Command.smallerNoteText.title,
        "flat"
    )
    private let larger = Button(
        icon: "hawknotes-zoom-in-symbolic",
        name: Command.largerNoteText.title,
        "flat"
    )
    private let spelling = Switch(name: localized("Check spelling"))
    private let schemes: [Choice]
    private var changes: [SignalConnection?] = []

    init(_ preferences: Preferences) {
        self.preferences = preferences
        let normal = Button(size, name: Command.normalNoteText.title, "flat", "zoom-value")
        normal.tooltip(Command.normalNoteText.title)
        let sizes = Box(.horizontal).append(smaller, normal, larger)
        schemes = Self.choices("scheme", selected: preferences.colorScheme, title: Self.title) {
            preferences.colorScheme = $0
        }
        let motions = Self.choices("motion", selected: preferences.motion, title: Self.title) {
            preferences.motion = $0
        }
        root = PreferencePage.make([
            PreferenceGroup(localized("Colors")).add(
                localized("Color scheme"),
                localized("Light, dark, or follow the system."),
                ChoiceButtons.row(schemes),
                isStacked: true
            ),
            PreferenceGroup(localized("Text")).add(
                localized("Text size of notes"),
                localized("Applies to notes and their text fields in all windows."),
                sizes
            ).add(
                localized("Check spelling"),
                localized(
                    "Underline unknown words in text fields if there is a dictionary for the language."
                ),
                spelling
            ),
            PreferenceGroup(localized("Motion")).add(
                localized("Animations"),
                localized("Animate pages and messages."),
                ChoiceButtons.row(motions),
                isStacked: true
            ),
        ])
        controls = (schemes + motions).map { ($0.name, $0.button) }
        controls += [("smaller", smaller), ("normal", normal), ("larger", larger)]
        controls.append(("spelling", spelling))
        for control in controls { control.widget.sensitive(preferences.canChange) }
        smaller.onClicked { [weak self] in self?.change(by: -Preferences.noteTextStep) }
        larger.onClicked { [weak self] in self?.change(by: Preferences.noteTextStep) }
        normal.onClicked { preferences.noteTextSize = 100 }
        spelling.isActive = preferences.checksSpelling
        spelling.onChange { [weak spelling] in
            if let spelling { preferences.checksSpelling = spelling.isActive }
        }
        changes = [
            preferences.onChange(of: Preferences.Key.noteTextSize) { [weak self] in
                self?.showSize()
            },
            preferences.onChange(of: Preferences.Key.colorScheme) { [weak self] in
                self?.showScheme()
            },
        ]
        showSize()
    }

    func close() { for change in changes { change?.disconnect() } }

    private func change(by percent: Int) { preferences.noteTextSize += percent }

    private func showSize() {
        let percent = preferences.noteTextSize
        // Translators: a size in percent.
        size.text = localized("%1%", "\(percent)")
        let sizes = Preferences.noteTextSizes
        smaller.sensitive(preferences.canChange && percent > sizes.lowerBound)
        larger.sensitive(preferences.canChange && percent < sizes.upperBound)
    }

    private func showScheme() {
        let scheme = preferences.colorScheme
        for (choice, button) in zip(Preferences.ColorScheme.allCases, schemes.map(\.button)) {
            button.isActive = choice == scheme
        }
    }

    private typealias Choice = (name: String, button: ToggleButton)

    private static func choices<Value: CaseIterable & RawRepresentable<String> & Equatable>(
        _ name: String,
        selected: Value,
        title: (Value) -> String,
        choose: @escaping @MainActor (Value) -> Void
    ) -> [Choice] {
        ChoiceButtons.make(
            Value.allCases,
            selected: selected,
            name: { name + ":" + $0.rawValue },
            title: title,
            choose: choose
        )
    }

    private static func title(_ scheme: Preferences.ColorScheme) -> String {
        switch scheme {
        case .system: localized("System")
        case .light: localized("Light")
        case .dark: localized("Dark")
        }
    }

    private static func title(_ motion: Preferences.Motion) -> String {
        switch motion {
        case .system: localized("System")
        case .on: localized("On")
        case .off: localized("Off")
        }
    }
}
