import CGTK
import Phrases

/// A key with its modifiers, in GTK's spelling: `<Control>Return`.
public struct Accelerator: Equatable, Sendable {
    private let key: Key
    private let modifiers: Modifiers

    /// - Returns: nil if GTK cannot parse the text.
    public init?(_ text: String) {
        var value: guint = 0
        var held = GdkModifierType(rawValue: 0)
        guard gtk_accelerator_parse(text, &value, &held) != 0, value != 0 else { return nil }
        key = Key(value: value)
        modifiers = Modifiers(rawValue: held.rawValue)
    }

    /// The shortcut as GTK displays it, in the user's language: "Ctrl+Return".
    @MainActor
    public var label: String {
        let held = GdkModifierType(rawValue: modifiers.rawValue)
        return takeString(gtk_accelerator_get_label(key.value, held)) ?? ""
    }

    /// Whether the pressed key and modifiers match. A keypad key counts as its twin: `KP_Enter` as
    /// `Return`.
    public func matches(_ pressed: Key, _ held: Modifiers) -> Bool {
        held == modifiers && (pressed == key || pressed.twin == key)
    }
}

extension Key {
    /// The key with the same meaning outside the keypad; nil if the key is not on the keypad.
    fileprivate var twin: Key? {
        guard let name = gdk_keyval_name(value).map({ String(cString: $0) }), name.hasPrefix("KP_")
        else { return nil }
        let rest = String(name.dropFirst(3))
        return Key(Self.twins[rest] ?? rest)
    }

    /// Twins whose names differ in more than the prefix.
    private static let twins = [
        "Enter": "Return", "Add": "plus", "Subtract": "minus", "Multiply": "asterisk",
        "Divide": "slash", "Decimal": "period", "Separator": "comma",
    ]
}
