import GTKBridge
import Phrases

/// What comes back, and for how long it is kept.
@MainActor
final class RestoringPreferences {
    let root: Widget
    let controls: [(name: String, widget: Widget)]

    private var question: ForgetQuestion?

    /// - Parameters:
    ///   - parent: the window over which it is asked whether everything is to be forgotten.
    ///   - forget: forgets everything.
    init(
        _ preferences: Preferences,
        over parent: Window,
        forget: @escaping @MainActor () -> Void
    ) {
        let restores = Switch(name: localized("Restore windows"))
        restores.isActive = preferences.restoresWindows
        restores.onChange { [weak restores] in
            if let restores { preferences.restoresWindows = restores.isActive }
        }
        let login = Switch(name: localized("Open after login"))
        login.isActive = preferences.opensAfterLogin
        login.onChange { [weak login] in
            if let login { preferences.opensAfterLogin = login.isActive }
        }
        let closed = NumberField(
            Preferences.closedWindowLimits,
            name: localized("Closed windows kept")
        )
        closed.value = preferences.closedWindowsKept
        closed.onChange { [weak closed] in
            if let closed { preferences.closedWindowsKept = closed.value }
        }
        let days = NumberField(Preferences.historyDayLimits, name: localized("Days of history"))
        days.value = preferences.historyDays
        days.onChange { [weak days] in if let days { preferences.historyDays = days.value } }
        let widgets: [Widget] = [restores, login, closed, days]
        for widget in widgets { widget.sensitive(preferences.canChange) }
        // Where no windows come back, there is nothing to open.
        let updateLogin: @MainActor () -> Void = { [weak login, weak restores] in
            login?.sensitive(preferences.canChange && restores?.isActive == true)
        }
        restores.onChange(updateLogin)
        updateLogin()
        let forgetButton = Button(localized("Forget Everything…"), "remedy")
        controls =
            zip(["restore", "login", "closed", "history"], widgets).map { ($0, $1) }
            + [("forget", forgetButton)]
        root = PreferencePage.make([
            PreferenceGroup(localized("When Hawk Notes starts")).add(
                localized("Restore windows"),
                localized(
                    "Your windows come back as you left them. When this is off, they are among the closed windows."
                ),
                restores
            ).add(
                localized("Open after login"),
                localized(
                    "If Hawk Notes was open when you logged out, its windows come back after the next login, behind the others."
                ),
                login
            ),
            PreferenceGroup(localized("What is kept")).add(
                localized("Closed windows kept"),
                localized("How many can be reopened, drafts and all. Holds from the next start."),
                closed
            ).add(
                localized("Days of history"),
                localized("How far you can go back to earlier times. Holds from the next start."),
                days
            ).add(
                localized("Traces"),
                localized(
                    "Windows, drafts and histories can be forgotten for good. Your library stays."
                ),
                forgetButton,
                isStacked: true
            ),
        ])
        forgetButton.onClicked { [weak self, weak parent] in
            guard let self, let parent else { return }
            question = ForgetQuestion(over: parent, forget: forget)
            question?.present()
        }
    }
}

/// What the pages of the preferences have in common.
@MainActor
enum PreferencePage {
    static func make(_ groups: [PreferenceGroup]) -> Widget {
        let column = Box(.vertical, spacing: 18, groups.map(\.root)).margin(18)
        return ScrolledWindow(Clamp(column, maximumWidth: PageParts.measure))
    }
}
