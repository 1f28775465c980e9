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
public struct Key: Equatable, Sendable {
    let value: guint

    /// The key of a GDK name, such as `Escape` or `F10`.
    public init(_ name: String) { value = gdk_keyval_from_name(name) }

    init(value: guint) { self.value = value }

    /// Whether the key can begin a text: it has a visible character, or it is a dead key.
    public var beginsText: Bool {
        let character = gdk_keyval_to_unicode(value)
        return character > 0x20 && character != 0x7F || Self.deadKeys.contains(value)
    }

    private static let deadKeys = guint(GDK_KEY_dead_grave)...guint(GDK_KEY_dead_longsolidusoverlay)
}

extension Widget {
    /// Called on a key press while the widget or a descendant has the focus. A handler that returns
    /// true stops the event.
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
            let held = Modifiers(rawValue: state.rawValue)
                .intersection([.shift, .control, .alt, .super])
            return body(pointer, Key(pressed: value, code: code, held: held), held)
        }
        return controller
    }
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

// MARK: - Keyboards of other scripts

// Shortcuts are Latin letters and digits. Keyboards of other scripts have no Latin letters, or have
// them in a second group; some have the digits only with Shift.
extension Key {
    /// The meaning of a press. With Control or Alt this is the Latin letter or digit on the same
    /// key, if the press itself would write neither. If no group of the keyboard has one, an
    /// American keyboard's is used.
    init(pressed value: guint, code: guint, held: Modifiers) {
        guard held.contains(.control) || held.contains(.alt), Self.isForeign(value, held) else {
            self.init(value: value)
            return
        }
        let own = Self.values(ofKey: code).first(where: Self.isLatinOrDigit)
        // Punctuation marks do not count as letters of another script.
        let other = gdk_keyval_to_unicode(value) > 0x7F ? Self.american[code] : nil
        let meant = own ?? other ?? value
        self.init(value: held.contains(.shift) ? gdk_keyval_to_upper(meant) : meant)
    }

    private static func isForeign(_ value: guint, _ held: Modifiers) -> Bool {
        let character = gdk_keyval_to_unicode(value)
        if character > 0x7F { return true }
        // French keyboards have punctuation in place of digits. With Control these are shortcuts of
        // their own.
        return held == .alt && character > 0x20 && !isLatinOrDigit(value)
    }

    private static func isLatinOrDigit(_ value: guint) -> Bool {
        (0x30...0x39).contains(value) || (0x61...0x7A).contains(value)
    }

    /// The values that a key can produce, by group and level.
    private static func values(ofKey code: guint) -> [guint] {
        var values: UnsafeMutablePointer<guint>?
        var count: gint = 0
        guard let display = gdk_display_get_default(),
            gdk_display_map_keycode(display, code, nil, &values, &count) != 0, let values
        else { return [] }
        defer { g_free(values) }
        return (0..<Int(count)).map { values[$0] }
    }

    /// The letters and digits of an American keyboard by key code. The codes are the same on X11
    /// and Wayland.
    private static let american: [guint: guint] = {
        let rows: [(first: guint, keys: String)] = [
            (10, "1234567890"), (24, "qwertyuiop"), (38, "asdfghjkl"), (52, "zxcvbnm"),
        ]
        var found: [guint: guint] = [:]
        for row in rows {
            for (offset, key) in row.keys.unicodeScalars.enumerated() {
                found[row.first + guint(offset)] = guint(key.value)
            }
        }
        return found
    }()
}

extension Application {
    /// Performs shortcuts of actions and text fields that GTK missed, because the keyboard has no
    /// Latin letters, or has the digit only with Shift.
    public func performShortcuts(in window: Window) {
        window.onKey { [weak self, weak window] key, modifiers in
            guard let self, let window, modifiers.contains(.control) || modifiers.contains(.alt)
            else { return false }
            return perform(key, modifiers, in: window)
        }
    }

    private func perform(_ key: Key, _ modifiers: Modifiers, in window: Window) -> Bool {
        if window.performTextShortcut(key, modifiers) { return true }
        let held = GdkModifierType(rawValue: modifiers.rawValue)
        guard let name = takeString(gtk_accelerator_name(gdk_keyval_to_lower(key.value), held)),
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
        guard modifiers.subtracting(.shift) == .control,
            let action = Self.textActions.first(where: { $0.key == key })?.action
        else { return false }
        return gtk_widget_activate_action_variant((focus ?? self).widget, action, nil) != 0
    }

    /// The actions of GTK's text fields by their shortcuts.
    private static let textActions: [(key: Key, action: String)] = [
        (Key("c"), "clipboard.copy"), (Key("x"), "clipboard.cut"), (Key("v"), "clipboard.paste"),
        (Key("a"), "selection.select-all"), (Key("z"), "text.undo"), (Key("Z"), "text.redo"),
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
