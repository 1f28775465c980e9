import Phrases

/// A feature of the program, as the page *Help* describes it.
package struct HelpTopic: Equatable {
    package var icon: String
    package var title: String
    package var text: String
    /// The keys for it, in GTK's spelling; nil without any.
    package var accelerator: String?
    /// The text to type for it.
    package var typed: String?

    /// The topics for a new user, in the order in which they become useful. All of them fit on one
    /// screen.
    package static var all: [HelpTopic] {
        [
            HelpTopic(
                icon: "hawknotes-book-symbolic",
                title: localized("Add a book"),
                text: localized("Open the Library and add a book. Its title is enough."),
                accelerator: accelerator(of: .showLibrary)
            ),
            HelpTopic(
                icon: "hawknotes-note-symbolic",
                title: localized("Write a note"),
                text: localized("Write below a book or a character. Drafts are saved as you type."),
                accelerator: accelerator(of: .writeNote)
            ),
            HelpTopic(
                icon: "hawknotes-character-symbolic",
                title: localized("Mention a character"),
                text: localized("Type @ and the beginning of a name in a note."),
                typed: "@"
            ),
            HelpTopic(
                icon: "hawknotes-search-symbolic",
                title: localized("Find a sentence again"),
                text: localized("Search books, characters, notes and drafts."),
                accelerator: accelerator(of: .search)
            ),
            HelpTopic(
                icon: "hawknotes-private-symbolic",
                title: localized("Avoid spoilers"),
                text: localized(
                    "Set your reading progress on a book’s page to hide notes on later chapters."
                )
            ),
            HelpTopic(
                icon: "hawknotes-new-window-symbolic",
                title: localized("Open something in its own window"),
                text: localized("Drag it out of the window, or hold Ctrl and click it."),
                accelerator: accelerator(of: .openPlaceInNewWindow)
            ),
            HelpTopic(
                icon: "hawknotes-back-symbolic",
                title: localized("Go back"),
                text: localized("Hold the Back button to see recent pages."),
                accelerator: accelerator(of: .goBack)
            ),
            HelpTopic(
                icon: "hawknotes-undo-symbolic",
                title: localized("Restore something"),
                text: localized(
                    "Deleted items are in the Trash. Closed windows and earlier drafts are in the History."
                ),
                accelerator: accelerator(of: .reopenClosedWindow)
            ),
            HelpTopic(
                icon: "hawknotes-more-symbolic",
                title: localized("Do more with a page or an item"),
                text: localized(
                    "Press ⋯ on a page or a note, or click an item with the right button."
                ),
                accelerator: "<Shift>F10"
            ),
        ]
    }

    /// The first key of a command that works everywhere, otherwise of a row or a field.
    private static func accelerator(of command: Command) -> String? {
        command.entry.accelerators.first ?? command.entry.keys.first
    }
}
