import GTKBridge

/// The keys that make the text of notes larger and smaller. A web page has them for itself.
@MainActor
enum NoteTextKeys {
    static func connect(to window: Window) {
        window.onKey { [weak window] key, modifiers in
            guard let window, modifiers.subtracting(.shift) == .control,
                let action = actions.first(where: { $0.keys.contains(key) })?.action
            else { return false }
            window.activateAction(action)
            return true
        }
    }

    private static let actions: [(keys: [Key], action: String)] = [
        ([Key("plus"), Key("equal"), Key("KP_Add")], "app.larger-note-text"),
        ([Key("minus"), Key("KP_Subtract")], "app.smaller-note-text"),
        ([Key("0"), Key("KP_0")], "app.normal-note-text"),
    ]
}
