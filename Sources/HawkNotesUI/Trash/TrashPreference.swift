import Foundation
import GTKBridge
import Phrases

extension Preferences {
    /// How long things stay in the trash, in seconds; nil for as long as nobody empties it.
    var trashPeriod: TimeInterval? { trashDays.map { Double($0) * 24 * 60 * 60 } }
}

/// For how long things stay in the trash.
@MainActor
final class TrashPreference {
    let group: PreferenceGroup
    let controls: [(name: String, widget: Widget)]

    init(_ preferences: Preferences) {
        let choices = ChoiceButtons.make(
            Preferences.trashDayChoices,
            selected: preferences.trashDays,
            name: { "trash:\($0 ?? 0)" },
            title: Self.title
        ) {
            preferences.trashDays = $0
        }
        for (_, button) in choices { button.sensitive(preferences.canChange) }
        controls = choices.map { ($0.name, $0.button) }
        group = PreferenceGroup(localized("Trash")).add(
            localized("Keep what was deleted"),
            localized(
                "What is older goes for good, without a question, after a start and once a day. Copies of the library may have it for four weeks more; earlier versions of notes are kept for 30 days in any case."
            ),
            ChoiceButtons.row(choices),
            isStacked: true
        )
    }

    private static func title(_ days: Int?) -> String {
        guard let days else { return localized("For ever") }
        return localized("%1 day", plural: "%1 days", count: days)
    }
}
