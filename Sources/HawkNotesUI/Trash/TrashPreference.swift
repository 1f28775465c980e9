import Foundation
import GTKBridge

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
        let current = preferences.trashDays
        var first: ToggleButton?
        var controls: [(name: String, widget: Widget)] = []
        let buttons = WrapBox(spacing: 0).classes("linked")
        for days in Preferences.trashDayChoices {
            let title = Self.title(days)
            let button = ToggleButton(Label(title).halign(.center), name: title).group(with: first)
            first = first ?? button
            button.isActive = days == current
            button.sensitive(preferences.canChange)
            button.onToggled { [weak button] in
                if button?.isActive == true { preferences.trashDays = days }
            }
            buttons.append(button)
            controls.append(("trash:\(days ?? 0)", button))
        }
        self.controls = controls
        group = PreferenceGroup(localized("Trash")).add(
            localized("Keep what was deleted"),
            localized(
                "What is older goes for good, without a question, after a start and once a day. Copies of the library may have it for four weeks more; earlier versions of notes are kept for 30 days in any case."
            ),
            buttons,
            isStacked: true
        )
    }

    private static func title(_ days: Int?) -> String {
        guard let days else { return localized("For ever") }
        return localized("%1 day", plural: "%1 days", count: days)
    }
}
