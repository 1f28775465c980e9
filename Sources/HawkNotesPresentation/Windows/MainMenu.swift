import Phrases

/// What the main menu has.
///
/// Few entries: what can be done with a book, a character, a series or a note is in the menu of that.
package enum MainMenu {
    /// The entries, in groups.
    package static let sections: [[Command]] = [
        [.newWindow, .newPrivateWindow, .startFresh],
        [.showRecentlyClosed, .reopenClosedWindow, .restorePreviousSession],
        [.import, .export, .exportWindow],
        [.showHistory, .showWorkspaces, .showOrphanedDrafts, .showTrash],
        [.preferences, .shortcuts, .help, .about],
    ]

    /// A choice between light and dark.
    package struct Scheme: Equatable {
        /// The state of the action that stands for it.
        package var name: String
        package var title: String
    }

    /// The choices between light and dark, which are one row.
    package static var schemes: [Scheme] {
        [
            Scheme(name: "system", title: localized("Follow System")),
            Scheme(name: "light", title: localized("Light")),
            Scheme(name: "dark", title: localized("Dark")),
        ]
    }
}
