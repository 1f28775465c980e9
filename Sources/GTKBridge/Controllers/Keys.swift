import CGTK
import Phrases

/// Keys that are held while something happens.
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

    /// Whether a text begins with it: a character that is seen, or a dead key, which waits for one.
    public var beginsText: Bool {
        let character = gdk_keyval_to_unicode(value)
        return character > 0x20 && character != 0x7F || Self.deadKeys.contains(value)
    }

    private static let deadKeys = guint(GDK_KEY_dead_grave)...guint(GDK_KEY_dead_longsolidusoverlay)
}

extension Widget {
    /// Tells of a key while the focus is on the widget or below it. A handler that returns true keeps
    /// the key from everybody else.
    public func onKey(
        phase: Phase = .bubble,
        _ body: @escaping @MainActor (Key, Modifiers) -> Bool
    ) {
        onKey(phase: phase) { _, key, modifiers in body(key, modifiers) }
    }

    /// The same, with the controller that tells it, a GtkEventControllerKey.
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

/// A handler of keys that comes and goes.
@MainActor
public final class KeyHandler {
    private let controller: Object
    private weak var widget: Widget?

    fileprivate init(_ controller: Object, of widget: Widget) {
        self.controller = controller
        self.widget = widget
    }

    /// Takes it away. Not from inside itself: GTK still has to go on from there.
    public func remove() {
        guard let widget else { return }
        if gtk_event_controller_get_widget(controller.opaque) == widget.widget {
            gtk_widget_remove_controller(widget.widget, controller.opaque)
        }
        self.widget = nil
    }
}

extension Widget {
    /// Tells of keys before the widget, and before all who have asked for them sooner. A handler that
    /// returns true keeps the key from everybody else.
    public func addKeyHandler(
        _ body: @escaping @MainActor (Key, Modifiers) -> Bool
    ) -> KeyHandler {
        let controller = onKey(phase: .capture) { _, key, modifiers in body(key, modifiers) }
        return KeyHandler(controller, of: self)
    }
}

// MARK: - Keyboards of other scripts

// Shortcuts are Latin letters and digits. Keyboards of other scripts have no such letters, or have them in
// a second group; some have the digits only with Shift.
extension Key {
    /// What a press means: with Control or Alt the Latin letter or the digit of the same key, where what the
    /// press would write is neither. Where no group of the keyboard has one, it is that of an American one.
    init(pressed value: guint, code: guint, held: Modifiers) {
        guard held.contains(.control) || held.contains(.alt), Self.isForeign(value, held) else {
            self.init(value: value)
            return
        }
        let own = Self.values(ofKey: code).first(where: Self.isLatinOrDigit)
        // A mark is no letter of another script.
        let other = gdk_keyval_to_unicode(value) > 0x7F ? Self.american[code] : nil
        let meant = own ?? other ?? value
        self.init(value: held.contains(.shift) ? gdk_keyval_to_upper(meant) : meant)
    }

    private static func isForeign(_ value: guint, _ held: Modifiers) -> Bool {
        let character = gdk_keyval_to_unicode(value)
        if character > 0x7F { return true }
        // French keyboards have marks in the places of digits. With Control these are shortcuts themselves.
        return held == .alt && character > 0x20 && !isLatinOrDigit(value)
    }

    private static func isLatinOrDigit(_ value: guint) -> Bool {
        (0x30...0x39).contains(value) || (0x61...0x7A).contains(value)
    }

    /// What a key writes, group by group and level by level.
    private static func values(ofKey code: guint) -> [guint] {
        var values: UnsafeMutablePointer<guint>?
        var count: gint = 0
        guard let display = gdk_display_get_default(),
            gdk_display_map_keycode(display, code, nil, &values, &count) != 0, let values
        else { return [] }
        defer { g_free(values) }
        return (0..<Int(count)).map { values[$0] }
    }

    /// The letters and digits of an American keyboard, by the numbers of their keys, which are the same on
    /// X11 and on Wayland.
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
    /// Does what the keys of an action or of a text field mean that GTK did not take, because the keyboard has no
    /// Latin letters, or the digit only with Shift.
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
    /// Does what the keys of a text field mean that GTK did not take, because the keyboard has no Latin letters.
    /// For a window that has no actions of its own; one that has `performShortcuts`.
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

    /// What GTK's text fields do, by the keys that it knows them by.
    private static let textActions: [(key: Key, action: String)] = [
        (Key("c"), "clipboard.copy"), (Key("x"), "clipboard.cut"), (Key("v"), "clipboard.paste"),
        (Key("a"), "selection.select-all"), (Key("z"), "text.undo"), (Key("Z"), "text.redo"),
    ]
}

extension Widget {
    /// Runs an action that is named with its target, such as `win.select-tab-number('1')`.
    ///
    /// - Returns: whether there is such an action.
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
