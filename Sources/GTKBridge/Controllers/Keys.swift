import CGTK
import Phrases

/// Modifier keys that are held during an event.
public struct Modifiers: OptionSet, Sendable {
    /// GDK's bits.
    public let rawValue: UInt32

    /// GDK's bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Shift.
    public static let shift = Modifiers(rawValue: GDK_SHIFT_MASK.rawValue)
    /// Control.
    public static let control = Modifiers(rawValue: GDK_CONTROL_MASK.rawValue)
    /// Alt.
    public static let alt = Modifiers(rawValue: GDK_ALT_MASK.rawValue)
    /// Super.
    public static let `super` = Modifiers(rawValue: GDK_SUPER_MASK.rawValue)
}

/// Keys by their GDK names.
///
/// A pressed key is read by ``KeyboardLayout``: letters are lower case, whether Shift or Caps Lock
/// is on, and keys of the keypad are those of the same meaning elsewhere.
public struct Key: Equatable, Sendable {
    let value: guint

    /// The key of a GDK name, such as `Escape` or `F10`. A key of the keypad is the one with the
    /// same meaning elsewhere.
    public init(_ name: String) {
        let named = gdk_keyval_from_name(name)
        value = KeyboardLayout.twin(of: named) ?? named
    }

    init(value: guint) { self.value = value }

    /// Whether the key can begin a text: it has a visible character, or it is a dead key.
    public var beginsText: Bool {
        let character = gdk_keyval_to_unicode(value)
        return character > 0x20 && character != 0x7F || Self.deadKeys.contains(value)
    }

    /// The character that the key types by itself; nil for keys without one, such as arrows.
    public var character: Unicode.Scalar? {
        let character = gdk_keyval_to_unicode(value)
        return character == 0 ? nil : Unicode.Scalar(character)
    }

    private static let deadKeys = guint(GDK_KEY_dead_grave)...guint(GDK_KEY_dead_longsolidusoverlay)
}

extension Widget {
    /// Called on a key press while the widget or a descendant has the focus, with the meaning of the
    /// press. A handler that returns true stops the event.
    ///
    /// Keys that an input method needs to compose a text, such as arrows, Enter and Escape, are not
    /// reported while it does.
    public func onKey(
        phase: Phase = .bubble,
        _ body: @escaping @MainActor (Key, Modifiers) -> Bool
    ) {
        onKey(phase: phase) { _, key, modifiers in body(key, modifiers) }
    }

    /// Same as above, but returns the controller, a GtkEventControllerKey.
    @discardableResult
    func onKey(
        phase: Phase,
        _ body: @escaping @MainActor (OpaquePointer, Key, Modifiers) -> Bool
    ) -> Object {
        let controller = addController(gtk_event_controller_key_new(), phase: phase)
        let pointer = controller.opaque
        controller.connectKeyQuestion("key-pressed") { value, code, state in
            let meaning = KeyboardLayout.current.meaning(
                of: KeyPress(value: value, code: code, state: state.rawValue)
            )
            // In the bubble phase it has had the key already.
            if phase == .capture, meaning.modifiers.isSubset(of: .shift),
                let focus = focus(of: pointer), focus.isComposing
            {
                return false
            }
            return body(pointer, meaning.key, meaning.modifiers)
        }
        return controller
    }
}

/// The widget with the focus in a controller's window.
@MainActor
private func focus(of controller: OpaquePointer) -> Widget? {
    guard let widget = gtk_event_controller_get_widget(controller),
        let root = gtk_widget_get_root(widget),
        let focus = gtk_root_get_focus(root)
    else { return nil }
    return Widget(borrowing: focus)
}

/// A key handler that can be removed.
@MainActor
public final class KeyHandler {
    private let controller: Object
    private weak var widget: Widget?

    fileprivate init(_ controller: Object, of widget: Widget) {
        self.controller = controller
        self.widget = widget
    }

    /// Removes the handler. Do not call this from the handler itself: GTK still uses the controller
    /// afterwards.
    public func remove() {
        guard let widget else { return }
        if gtk_event_controller_get_widget(controller.opaque) == widget.widget {
            gtk_widget_remove_controller(widget.widget, controller.opaque)
        }
        self.widget = nil
    }
}

extension Widget {
    /// Called on key presses before the widget and before all handlers that were added earlier. A
    /// handler that returns true stops the event.
    public func addKeyHandler(
        _ body: @escaping @MainActor (Key, Modifiers) -> Bool
    ) -> KeyHandler {
        let controller = onKey(phase: .capture) { _, key, modifiers in body(key, modifiers) }
        return KeyHandler(controller, of: self)
    }
}

// MARK: - Shortcuts that GTK misses

extension Application {
    /// Performs shortcuts of actions and text fields that GTK missed, because the keyboard has no
    /// Latin letters, or has the digit only with Shift, or because the key is on the keypad.
    public func performShortcuts(in window: Window) {
        // Before the focused widget, as GTK does with the same keys elsewhere: Control and Page Down
        // would scroll a list.
        window.onKey(phase: .capture) { [weak self, weak window] controller, key, modifiers in
            guard let self, let window, Self.isOnKeypad(controller) else { return false }
            return perform(key, modifiers, in: window)
        }
        window.onKey { [weak self, weak window] key, modifiers in
            guard let self, let window else { return false }
            return window.performTextShortcut(key, modifiers) || perform(key, modifiers, in: window)
        }
    }

    private static func isOnKeypad(_ controller: OpaquePointer) -> Bool {
        guard let event = gtk_event_controller_get_current_event(controller) else { return false }
        return KeyboardLayout.twin(of: gdk_key_event_get_keyval(event)) != nil
    }

    private func perform(_ key: Key, _ modifiers: Modifiers, in window: Window) -> Bool {
        guard modifiers.contains(.control) || modifiers.contains(.alt) else { return false }
        let held = GdkModifierType(rawValue: modifiers.rawValue)
        guard let name = takeString(gtk_accelerator_name(key.value, held)),
            let actions = gtk_application_get_actions_for_accel(cast(), name)
        else { return false }
        defer { g_strfreev(actions) }
        guard let action = actions.pointee.map({ String(cString: $0) }) else { return false }
        return (window.focus ?? window).activate(detailedAction: action)
    }
}

extension Window {
    /// Performs shortcuts of text fields that GTK missed because the keyboard has no Latin letters.
    /// For windows without actions of their own; others call `performShortcuts`.
    func performTextShortcuts() {
        onKey { [weak self] key, modifiers in
            self?.performTextShortcut(key, modifiers) ?? false
        }
    }

    fileprivate func performTextShortcut(_ key: Key, _ modifiers: Modifiers) -> Bool {
        guard
            let action = Self.textActions.first(where: { $0.key == key && $0.held == modifiers })?
                .action
        else { return false }
        return gtk_widget_activate_action_variant((focus ?? self).widget, action, nil) != 0
    }

    /// The actions of GTK's text fields by their shortcuts.
    private static let textActions: [(key: Key, held: Modifiers, action: String)] = [
        (Key("c"), .control, "clipboard.copy"), (Key("x"), .control, "clipboard.cut"),
        (Key("v"), .control, "clipboard.paste"), (Key("a"), .control, "selection.select-all"),
        (Key("z"), .control, "text.undo"), (Key("z"), [.control, .shift], "text.redo"),
    ]
}

extension Widget {
    /// Activates an action whose name includes its target, such as `win.select-tab-number('1')`.
    ///
    /// - Returns: whether the action exists.
    fileprivate func activate(detailedAction: String) -> Bool {
        var name: UnsafeMutablePointer<CChar>?
        var target: OpaquePointer?
        guard g_action_parse_detailed_name(detailedAction, &name, &target, nil) != 0,
            let action = takeString(name)
        else { return false }
        defer { if let target { g_variant_unref(target) } }
        return gtk_widget_activate_action_variant(widget, action, target) != 0
    }
}
