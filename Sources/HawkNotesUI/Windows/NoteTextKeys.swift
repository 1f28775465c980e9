import GTKBridge
import HawkNotesPresentation

/// The keys that make the text of notes larger and smaller. A web page has them for itself.
@MainActor
enum NoteTextKeys {
    static func connect(to window: Window) {
        window.onKey { [weak window] key, modifiers in
            guard let window, modifiers.subtracting(.shift) == .control,
                let command = commands.first(where: { $0.keys.contains(key) })?.command
            else { return false }
            window.activate(command)
            return true
        }
    }

    private static let commands: [(keys: [Key], command: Command)] = [
        ([Key("plus"), Key("equal"), Key("KP_Add")], .largerNoteText),
        ([Key("minus"), Key("KP_Subtract")], .smallerNoteText),
        ([Key("0"), Key("KP_0")], .normalNoteText),
    ]
}
