import GTKBridge
import HawkNotesPresentation
import Phrases

/// The window that lists the keys.
@MainActor
enum Shortcuts {
    typealias Row = (accelerator: String, title: String)

    /// The keys by group, in GTK's spelling: those of commands, and what is no command beside.
    static var groups: [ShortcutsWindow.Group] {
        [
            .init(
                title: localized("Windows"),
                keys: rows([
                    .newWindow, .newPrivateWindow, .closeWindow, .reopenClosedWindow, .import,
                    .export,
                    .print, .toggleFullscreen, .openMenu, .preferences, .help, .quit,
                ])
            ),
            .init(
                title: localized("Moving around"),
                keys: [row(.selectTabNumber, keys: "<Alt>1...9")]
                    + rows([
                        .showTabs, .nextTab, .previousTab, .goBack, .showLibrary, .search,
                        .openPlaceInNewWindow,
                    ])
            ),
            .init(
                title: localized("Notes and characters"),
                keys: rows([.writeNote, .saveNote, .editNote, .deleteNote, .markNote])
                    + [
                        ("<Shift>Up <Shift>Down", localized("Mark several notes")),
                        ("<Alt>Up <Alt>Down", localized("Move the character up or down")),
                        ("<Control>z", localized("Undo")),
                        row(.toggleFavorite),
                        row(.largerNoteText, and: .smallerNoteText),
                        row(.normalNoteText),
                    ]
            ),
            .init(title: localized("Web page"), keys: webPage),
        ]
    }

    /// A web page has keys of its own, as in a browser.
    private static var webPage: [Row] {
        [
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
    }

    private static func rows(_ commands: [Command]) -> [Row] { commands.map { row($0) } }

    /// - Parameters:
    ///   - other: a command that shares the row.
    ///   - keys: how the keys are written, where that is not one after the other.
    private static func row(_ command: Command, and other: Command? = nil, keys: String? = nil)
        -> Row
    {
        let all = [command, other].compactMap { $0?.entry }.flatMap { $0.keys + $0.accelerators }
        return (keys ?? all.joined(separator: " "), command.entry.shortcut ?? command.title)
    }

    static func show(over window: Window) { ShortcutsWindow.show(groups, over: window) }
}
