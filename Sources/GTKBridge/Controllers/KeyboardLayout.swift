import CGTK

/// A key press as the keyboard reports it.
struct KeyPress {
    /// What the press writes, a GDK key value.
    var value: guint
    /// The position of the key; the codes are the same on X11 and Wayland.
    var code: guint
    /// The modifiers that are held.
    var held: Modifiers
    /// Whether Caps Lock is on.
    var isLocked: Bool

    /// - Parameter state: GDK's bits, with the locks.
    init(value: guint, code: guint, state: guint) {
        self.value = value
        self.code = code
        held = Modifiers(rawValue: state).intersection([.shift, .control, .alt, .super])
        isLocked = state & GDK_LOCK_MASK.rawValue != 0
    }
}

/// A keyboard layout. It settles what a press means to shortcuts: the locks, the level, the script
/// and the keypad make no difference to them.
struct KeyboardLayout {
    /// What a key writes.
    struct Level: Equatable {
        /// The group of the layout: a keyboard may switch between several.
        var group: Int
        /// 0 without modifiers, 1 with Shift, more with AltGr.
        var level: Int
        var value: guint
    }

    /// Everything that the key with a code writes.
    var levels: (_ code: guint) -> [Level]
    /// Whether any key writes a value.
    var writes: (_ value: guint) -> Bool

    /// What a press means to shortcuts.
    ///
    /// - Letters are lower case; `modifiers` tells whether Shift is held.
    /// - Shift is not among the modifiers where it was needed to write a digit or a mark.
    /// - Keys of the keypad are those of the same meaning elsewhere.
    /// - With Control or Alt, the letter of another script is the Latin letter on the same key. So
    ///   is a mark in the place of a digit, unless it is a shortcut itself.
    func meaning(of press: KeyPress) -> (key: Key, modifiers: Modifiers) {
        let held = press.held
        if let twin = Self.twin(of: press.value) {
            return (Key(value: twin), Self.isDigit(twin) ? held.subtracting(.shift) : held)
        }
        if press.value == guint(GDK_KEY_ISO_Left_Tab) { return (Key("Tab"), held.union(.shift)) }
        let levels = levels(press.code)
        var written =
            levels.filter { $0.value == press.value }.min { $0.level < $1.level }
            ?? Level(group: 0, level: 0, value: press.value)
        // AltGr makes a key another one.
        guard written.level < 2 else { return (Key(value: press.value), held) }
        if press.isLocked {
            let level = held.contains(.shift) ? 1 : 0
            written =
                levels.first { $0.group == written.group && $0.level == level } ?? written
        }
        var value = gdk_keyval_to_lower(written.value)
        let isChord = held.contains(.control) || held.contains(.alt)
        if isChord, let latin = latin(for: written, on: levels, press) { value = latin }
        let isShiftUsed = written.level == 1 && value == written.value && Self.isVisible(value)
        return (Key(value: value), isShiftUsed ? held.subtracting(.shift) : held)
    }

    /// The Latin letter or digit that is meant instead; nil if the press means itself.
    private func latin(for written: Level, on levels: [Level], _ press: KeyPress) -> guint? {
        let held = press.held
        guard Self.isVisible(written.value),
            !Self.isLatinOrDigit(gdk_keyval_to_lower(written.value))
        else { return nil }
        let isMark = gdk_keyval_to_unicode(written.value) < 0x80
        if isMark, held.contains(.control), Self.shortcuts.contains(written.value) { return nil }
        let near = levels.filter { $0.level < 2 && $0.group == written.group }
        let other = levels.filter { $0.level < 2 && $0.group != written.group }
        let own = (near + other).map { gdk_keyval_to_lower($0.value) }.first(
            where: Self.isLatinOrDigit
        )
        if let own {
            // With Shift, a key with a digit is a mark on purpose.
            let isOnPurpose = isMark && held.contains(.shift) && Self.isDigit(own)
            return isOnPurpose ? nil : own
        }
        // The place of a letter only counts on keyboards that do not have the letter.
        return Self.american[press.code].flatMap { writes($0) ? nil : $0 }
    }

    /// Marks that programs use as shortcuts with Control, such as those for zooming.
    private static let shortcuts: Set<guint> = Set("+-=,?".unicodeScalars.map(\.value))

    private static func isVisible(_ value: guint) -> Bool { gdk_keyval_to_unicode(value) > 0x20 }

    private static func isDigit(_ value: guint) -> Bool { (0x30...0x39).contains(value) }

    private static func isLatinOrDigit(_ value: guint) -> Bool {
        isDigit(value) || (0x61...0x7A).contains(value)
    }

    // MARK: Tables

    /// The value with the same meaning outside the keypad; nil if the key is not on the keypad.
    static func twin(of value: guint) -> guint? {
        guard keypad.contains(value), let name = gdk_keyval_name(value) else { return nil }
        let rest = String(String(cString: name).dropFirst("KP_".count))
        return gdk_keyval_from_name(twins[rest] ?? rest)
    }

    private static let keypad = guint(GDK_KEY_KP_Space)...guint(GDK_KEY_KP_9)

    /// Twins whose names differ in more than the prefix.
    private static let twins = [
        "Enter": "Return", "Add": "plus", "Subtract": "minus", "Multiply": "asterisk",
        "Divide": "slash", "Decimal": "period", "Separator": "comma", "Equal": "equal",
        "Space": "space",
    ]

    /// The letters of an American keyboard by key code.
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

extension KeyboardLayout {
    /// The layout of the display's keyboard.
    @MainActor
    static var current: KeyboardLayout {
        KeyboardLayout(levels: levels(ofKey:), writes: isWritten)
    }

    private static func levels(ofKey code: guint) -> [Level] {
        var keys: UnsafeMutablePointer<GdkKeymapKey>?
        var values: UnsafeMutablePointer<guint>?
        var count: gint = 0
        guard let display = gdk_display_get_default(),
            gdk_display_map_keycode(display, code, &keys, &values, &count) != 0, let keys,
            let values
        else { return [] }
        defer {
            g_free(keys)
            g_free(values)
        }
        return (0..<Int(count)).map {
            Level(group: Int(keys[$0].group), level: Int(keys[$0].level), value: values[$0])
        }
    }

    private static func isWritten(_ value: guint) -> Bool {
        var keys: UnsafeMutablePointer<GdkKeymapKey>?
        var count: gint = 0
        guard let display = gdk_display_get_default(),
            gdk_display_map_keyval(display, value, &keys, &count) != 0
        else { return false }
        g_free(keys)
        return count > 0
    }
}
