import GTKBridge
import HawkNotesPresentation

/// The keys and the pointer button that work anywhere in a window and have no action.
@MainActor
enum WindowKeys {
    static func connect(_ owner: MainWindow) {
        let window = owner.window
        window.onPress(button: 8, phase: .capture) { [weak owner] _ in
            owner?.goBack()
            return true
        }
        window.onKey(phase: .capture) { [weak owner] key, modifiers in
            // Menus over the window handle their own keys.
            guard let owner, owner.window.hasFocusItself else { return false }
            return owner.page.handle(key, modifiers, focus: owner.window.focus)
        }
        window.onKey { [weak owner] key, modifiers in
            // Some keyboards have a key for it.
            guard let owner, owner.canGoBack,
                Command.goBack.hasKey(key, modifiers) || key == Key("Back")
            else { return false }
            owner.goBack()
            return true
        }
        connectTyping(owner)
        connectTextSize(window)
        // Before a text field handles the key, which it does even with nothing to undo.
        window.onKey(phase: .capture) { [weak owner] key, modifiers in
            guard let owner, key == Key("z"), modifiers == .control else { return false }
            return undo(in: owner)
        }
    }

    /// Typing without a focused text field starts a search.
    private static func connectTyping(_ owner: MainWindow) {
        SearchEntry.captureTyping(in: owner.window) { [weak owner] _ in
            guard let owner, owner.window.hasFocusItself else { return nil }
            if let page = owner.search.page { return page.field }
            guard !owner.showsTabs || !owner.tabController.showsWebPage else { return nil }
            owner.showSearch()
            return owner.search.page?.field
        }
    }

    /// Activates the toast, unless the focused text field has something to undo.
    private static func undo(in owner: MainWindow) -> Bool {
        // The entry undoes its own text.
        let entries = owner.page.notes.map { $0.placeFields + $0.tagFields } ?? []
        if entries.contains(where: { $0.widget.containsFocus }) { return false }
        let field = owner.page.notes?.fields.first { $0.containsFocus }
        return field?.buffer.canUndo == true ? false : owner.toasts.performAction()
    }

    /// The zoom keys for the text of notes. A web page has its own.
    private static func connectTextSize(_ window: Window) {
        window.onKey { [weak window] key, modifiers in
            guard let window, modifiers.subtracting(.shift) == .control,
                let command = textSizes.first(where: { $0.keys.contains(key) })?.command
            else { return false }
            window.activate(command)
            return true
        }
    }

    private static let textSizes: [(keys: [Key], command: Command)] = [
        ([Key("plus"), Key("equal")], .largerNoteText),
        ([Key("minus")], .smallerNoteText),
        ([Key("0")], .normalNoteText),
    ]
}
