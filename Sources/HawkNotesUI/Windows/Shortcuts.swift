import GTKBridge
import Phrases

/// The window that lists the keys.
@MainActor
enum Shortcuts {
    /// The keys by group, in GTK's spelling.
    static var groups: [ShortcutsWindow.Group] {
        [
            .init(
                title: localized("Windows"),
                keys: [
                    ("<Control>n", localized("New window")),
                    ("<Control><Shift>p", localized("New private window")),
                    ("<Control>w", localized("Close window")),
                    ("<Control><Shift>t", localized("Reopen closed window")),
                    ("<Control>o", localized("Import")),
                    ("<Control><Shift>e", localized("Export")),
                    ("<Control>p", localized("Print the page")),
                    ("F11", localized("Full screen")),
                    ("F10", localized("Main menu")),
                    ("<Control>comma", localized("Preferences")),
                    ("<Control>q", localized("Quit")),
                ]
            ),
            .init(
                title: localized("Moving around"),
                keys: [
                    ("<Alt>1...9", localized("Show a tab")),
                    ("<Alt>0", localized("All books")),
                    ("<Control>Page_Down", localized("Next tab")),
                    ("<Control>Page_Up", localized("Previous tab")),
                    ("<Alt>Left Escape", localized("Back")),
                    ("<Alt>Home", localized("Library")),
                    ("<Control>f <Control><Shift>f", localized("Search")),
                    ("<Control>Return", localized("Open in a new window")),
                ]
            ),
            .init(
                title: localized("Notes and characters"),
                keys: [
                    ("n <Control><Shift>n", localized("Write a note")),
                    ("<Control>Return", localized("Save the note")),
                    ("F2", localized("Edit the note")),
                    ("Delete", localized("Delete the note")),
                    ("<Control>space", localized("Mark the note")),
                    ("<Shift>Up <Shift>Down", localized("Mark several notes")),
                    ("<Alt>Up <Alt>Down", localized("Move the character up or down")),
                    ("<Control>z", localized("Undo")),
                    ("<Control>d", localized("Add to or remove from favorites")),
                    ("<Control>plus <Control>minus", localized("Larger or smaller text")),
                    ("<Control>0", localized("Normal text size")),
                ]
            ),
            .init(
                title: localized("Web page"),
                keys: [
                    ("<Alt>Left", localized("Previous page, or leave")),
                    ("<Alt>Right", localized("Next page")),
                    ("F5 <Control>r", localized("Reload")),
                    ("Escape", localized("Stop loading, or leave")),
                    ("<Control>f", localized("Find in page")),
                    ("<Control>g", localized("Next match")),
                    ("<Control>plus", localized("Zoom in")),
                    ("<Control>minus", localized("Zoom out")),
                    ("<Control>0", localized("Normal size")),
                ]
            ),
        ]
    }

    static func show(over window: Window) { ShortcutsWindow.show(groups, over: window) }
}
