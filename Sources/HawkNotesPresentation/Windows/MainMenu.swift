import Phrases

/// The main menu.
///
/// Few entries: actions for a book, a character, a series or a note are in the menus of these.
package enum MainMenu {
    /// The entries, in groups. Everything about earlier states is in *History…*.
    package static let sections: [[Command]] = [
        [.newWindow, .newPrivateWindow],
        [.import, .export],
        [.showHistory, .showTrash],
        [.preferences, .shortcuts, .help, .about],
    ]

    /// A choice between light and dark.
    package struct Scheme: Equatable {
        /// The state of its action.
        package var name: String
        package var title: String
    }

    /// The choices between light and dark, which share one row.
    package static var schemes: [Scheme] {
        [
            Scheme(name: "system", title: localized("Follow System")),
            Scheme(name: "light", title: localized("Light")),
            Scheme(name: "dark", title: localized("Dark")),
        ]
    }
}
