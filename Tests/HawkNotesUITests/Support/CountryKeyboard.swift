import CGTK
import CXKBCommon

@testable import GTKBridge

/// The keyboard of a country, as the X server and Wayland compositors know it.
final class CountryKeyboard {
    private static let locks = (capsLock: "Lock", numLock: "Mod2")

    /// A key, with the modifiers that it needs.
    struct Place {
        var code: guint
        var held: Modifiers = []
    }

    private let context: OpaquePointer
    private let keymap: OpaquePointer

    /// - Parameter layout: Its name, such as `fr`; nil if it is not installed.
    init?(_ layout: String) {
        guard let context = xkb_context_new(XKB_CONTEXT_NO_FLAGS) else { return nil }
        let keymap = layout.withCString { layout in
            "evdev".withCString { rules in
                "pc105".withCString { model in
                    var names = xkb_rule_names(
                        rules: rules,
                        model: model,
                        layout: layout,
                        variant: nil,
                        options: nil
                    )
                    return xkb_keymap_new_from_names(context, &names, XKB_KEYMAP_COMPILE_NO_FLAGS)
                }
            }
        }
        guard let keymap else {
            xkb_context_unref(context)
            return nil
        }
        self.context = context
        self.keymap = keymap
    }

    deinit {
        xkb_keymap_unref(keymap)
        xkb_context_unref(context)
    }

    /// As the program sees it.
    var layout: KeyboardLayout {
        KeyboardLayout(
            levels: { [self] in levels(of: $0) },
            writes: { [self] value in
                (8...255).contains { levels(of: $0).contains { $0.value == value } }
            }
        )
    }

    /// The keys that write a value with or without Shift; the main part of the keyboard only.
    func places(of value: guint) -> [Place] {
        (guint(8)...255).compactMap { code in
            let level = levels(of: code).filter { $0.value == value }.map(\.level).min()
            return level.flatMap { $0 < 2 ? Place(code: code, held: $0 == 1 ? .shift : []) : nil }
        }
    }

    /// A press of a key.
    func press(
        _ code: guint,
        _ held: Modifiers,
        capsLock: Bool,
        numLock: Bool
    ) -> KeyPress {
        let state = xkb_state_new(keymap)
        defer { xkb_state_unref(state) }
        let named: [(Modifiers, String, GdkModifierType)] = [
            (.shift, "Shift", GDK_SHIFT_MASK), (.control, "Control", GDK_CONTROL_MASK),
            (.alt, "Mod1", GDK_ALT_MASK),
        ]
        var (depressed, locked, bits) = (UInt32(0), UInt32(0), guint(0))
        for (modifier, name, bit) in named where held.contains(modifier) {
            depressed |= mask(name)
            bits |= bit.rawValue
        }
        if capsLock {
            locked |= mask(Self.locks.capsLock)
            bits |= GDK_LOCK_MASK.rawValue
        }
        if numLock { locked |= mask(Self.locks.numLock) }
        xkb_state_update_mask(state, depressed, 0, locked, 0, 0, 0)
        return KeyPress(value: xkb_state_key_get_one_sym(state, code), code: code, state: bits)
    }

    private func mask(_ name: String) -> UInt32 { 1 << xkb_keymap_mod_get_index(keymap, name) }

    private func levels(of code: guint) -> [KeyboardLayout.Level] {
        (0..<xkb_keymap_num_levels_for_key(keymap, code, 0)).compactMap { level in
            var symbols: UnsafePointer<xkb_keysym_t>?
            guard xkb_keymap_key_get_syms_by_level(keymap, code, 0, level, &symbols) == 1,
                let symbols
            else { return nil }
            return .init(group: 0, level: Int(level), value: symbols[0])
        }
    }
}
