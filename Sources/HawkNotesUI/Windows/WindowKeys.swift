import GTKBridge

/// The keys and the pointer's button that mean the same wherever in a window the focus is, and that no
/// action has.
@MainActor
enum WindowKeys {
    static func connect(_ owner: MainWindow) {
        let window = owner.window
        window.onPress(button: 8, phase: .capture) { [weak owner] _ in
            owner?.goBack()
            return true
        }
        window.onKey(phase: .capture) { [weak owner] key, modifiers in
            // Menus over the window have keys of their own.
            guard let owner, owner.window.hasFocusItself else { return false }
            return owner.page.handle(key, modifiers, focus: owner.window.focus)
        }
        window.onKey { [weak owner] key, modifiers in
            guard let owner, key == Key("Escape"), modifiers.isEmpty, owner.canGoBack
            else { return false }
            owner.goBack()
            return true
        }
        // Before a text field takes the key, which it does even with nothing to undo.
        window.onKey(phase: .capture) { [weak owner] key, modifiers in
            guard let owner, key == Key("z"), modifiers == .control else { return false }
            return undo(in: owner)
        }
    }

    /// Does what the toast offers, unless the text field that has the focus has something to undo itself.
    private static func undo(in owner: MainWindow) -> Bool {
        let field = owner.page.notes?.fields.first { $0.containsFocus }
        return field?.buffer.canUndo == true ? false : owner.toasts.performAction()
    }
}
