import CGTK
import Phrases

/// A key with its modifiers, in GTK's spelling: `<Control>Return`.
public struct Accelerator: Equatable, Sendable {
    let key: Key
    let modifiers: Modifiers

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

    /// Whether the pressed key and modifiers match.
    public func matches(_ pressed: Key, _ held: Modifiers) -> Bool {
        held == modifiers && pressed == key
    }
}
