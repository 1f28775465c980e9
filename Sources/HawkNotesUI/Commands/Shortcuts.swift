import GTKBridge
import HawkNotesPresentation
import Phrases

/// The window that lists the keys.
@MainActor
enum Shortcuts {
    typealias Row = (accelerator: String, title: String)

    /// Keys that belong together.
    struct Group {
        var title: String
        var keys: [Row]
    }

    /// The width of the window with two columns, in pixels.
    private static let width = 860

    /// The keys by group, in GTK's spelling: those of commands, and others.
    static var groups: [Group] {
        [
            .init(
                title: localized("Windows"),
                keys: rows([
                    .newWindow, .newPrivateWindow, .closeWindow, .reopenClosedWindow, .showHistory,
                    .import, .export,
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
                        ("<Shift>Up <Shift>Down", localized("Select several notes")),
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

    /// The keys of a web page, as in a browser.
    private static var webPage: [Row] {
        [
            (SideKey.back, localized("Previous page, or leave")),
            (SideKey.forward, localized("Next page")),
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
    ///   - keys: the text of the keys, if they are not simply listed.
    private static func row(_ command: Command, and other: Command? = nil, keys: String? = nil)
        -> Row
    {
        let all = [command, other].compactMap { $0?.entry }.flatMap { $0.keys + $0.accelerators }
        return (keys ?? all.joined(separator: " "), command.entry.shortcut ?? command.title)
    }

    static func show(over parent: Window) {
        let window = Window(transientFor: parent, isDialog: true)
        window.title = localized("Keyboard Shortcuts")
        let isNarrow = DialogFrame.isNarrow(over: parent)
        let columns = Box(isNarrow ? .vertical : .horizontal, spacing: 24)
            .margin(isNarrow ? 6 : 18)
        let views = groups.map(view)
        let half = (views.count + 1) / 2
        for column in [views.prefix(half), views.dropFirst(half)] {
            columns.append(Box(.vertical, spacing: 24).append(Array(column)).hexpand())
        }
        if !isNarrow { _ = columns.homogeneous() }
        let frame = DialogFrame(
            DialogFrame.Parts(body: ScrolledWindow(columns), width: width),
            in: window,
            below: HeaderBar(),
            over: parent
        )
        window.showAppearance(of: parent)
        window.onTouchChange { [weak window] in window?.setClass("touched", $0) }
        window.onKey(phase: .capture) { [weak window] key, modifiers in
            guard key == Key("Escape"), modifiers.isEmpty else { return false }
            window?.close()
            return true
        }
        // Both live as long as the window.
        var kept: (Window, DialogFrame)? = (window, frame)
        window.onGone { if kept != nil { kept = nil } }
        window.present()
    }

    private static func view(of group: Group) -> Widget {
        let rows = Box(.vertical).classes("card", "preferences")
        for key in group.keys {
            rows.append(
                // The keys wrap below a long title.
                WrapBox(spacing: 12, lines: .spread).append(
                    Label(key.title).wrapping(),
                    ShortcutLabel(key.accelerator).valign(.center)
                ).classes("preference-row", "shortcut-row")
            )
        }
        return Box(.vertical, spacing: 6).append(PageParts.heading(group.title), rows)
    }
}
