import GTKBridge
import HawkNotesPresentation
import Phrases

/// An overview of the program's features, on one screen.
@MainActor
final class HelpDialog: DialogContent {
    let title = localized("Help")
    let root: Widget
    let size = (width: 560, height: 680)
    var focusable: [(name: String, widget: Widget)] { [("keys", shortcuts)] }
    private let shortcuts = Button(Command.shortcuts.title, "pill").halign(.center)

    /// - Parameter window: the window below the dialog.
    init(over window: MainWindow) {
        let list = Box(.vertical, spacing: 12, role: .list)
        list.accessibleLabel(title)
        for topic in HelpTopic.all { list.append(Self.row(topic)) }
        // Opens it over the window below, so that it stays when this dialog is closed.
        shortcuts.onClicked { [weak window] in window?.window.activate(.shortcuts) }
        root = ScrolledWindow(
            Clamp(
                Box(.vertical, spacing: 18).append(list, shortcuts.margin(top: 6)).margin(18),
                maximumWidth: PageParts.measure
            )
        )
    }

    private static func row(_ topic: HelpTopic) -> Widget {
        let texts = Box(.vertical, spacing: 3).append(
            Label(topic.title, "heading").wrapping(),
            Label(topic.text, "dim-label").wrapping()
        ).hexpand()
        let row = Box(.horizontal, spacing: 12, role: .listItem).append(
            Image(icon: topic.icon).classes("dim-label").valign(.start).margin(top: 3),
            texts
        )
        let key = topic.accelerator.flatMap { Accelerator($0)?.label } ?? topic.typed
        let spoken = [topic.title, topic.text, key].compactMap(\.self)
        row.accessibleLabel(spoken.joined(separator: " "))
        // Below the text, which needs the width in a narrow window.
        if let key { texts.append(Label(key, "keycap").halign(.start).margin(top: 3)) }
        return row
    }
}
