import GTKBridge
import Phrases

/// The preferences for the session and the history.
@MainActor
final class RestoringPreferences {
    let root: Widget
    let controls: [(name: String, widget: Widget)]

    private var question: ForgetQuestion?

    /// - Parameters:
    ///   - parent: the parent of the window that asks whether to forget everything.
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
        // Without windows to restore, there is nothing to open.
        let updateLogin: @MainActor () -> Void = { [weak login, weak restores] in
            login?.sensitive(preferences.canChange && restores?.isActive == true)
        }
        restores.onChange(updateLogin)
        updateLogin()
        let forgetButton = Button(localized("Clear History…"), "remedy")
        controls =
            zip(["restore", "login", "closed", "history"], widgets).map { ($0, $1) }
            + [("forget", forgetButton)]
        root = PreferencePage.make([
            PreferenceGroup(localized("When Hawk Notes starts")).add(
                localized("Restore windows"),
                localized(
                    "Reopen your windows as you left them. When this is off, they are listed as closed windows."
                ),
                restores
            ).add(
                localized("Open after login"),
                localized(
                    "If Hawk Notes was open when you logged out, it opens behind your other windows after the next login."
                ),
                login
            ),
            PreferenceGroup(localized("History")).add(
                localized("Closed windows kept"),
                localized(
                    "How many can be reopened with their drafts. Takes effect after restart."
                ),
                closed
            ).add(
                localized("Days of history"),
                localized("How long earlier windows are kept. Takes effect after restart."),
                days
            ).add(
                localized("Privacy"),
                localized(
                    "Deletes windows, drafts and history permanently. Your library is kept."
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

/// The common parts of the pages of preferences.
@MainActor
enum PreferencePage {
    static func make(_ groups: [PreferenceGroup]) -> Widget {
        let column = Box(.vertical, spacing: 18, groups.map(\.root)).margin(18)
        return ScrolledWindow(Clamp(column, maximumWidth: PageParts.measure))
    }
}
