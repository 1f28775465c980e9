import CGTK
import TestSupport
import XCTest

@testable import GTKBridge
@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// Every key of the program means the same with each lock, on the keypad, and on the keyboards of
/// several countries.
final class KeyTableTests: XCTestCase {
    private static let layouts = ["us", "fr", "de", "ru", "gr", "il"]

    /// The keys of the table of commands, of GTK's text fields, and of the program's widgets.
    private static let keys: [String] = {
        let commands = Command.allCases.map(\.entry).flatMap { $0.accelerators + $0.keys }
        let texts = ["c", "x", "v", "a", "z", "<Shift>z"].map { "<Control>\($0)" }
        let moves = ["Up", "Down", "Left", "Right", "Home", "End", "Page_Up", "Page_Down"]
        let others = [
            "Return", "<Shift>Return", "Tab", "<Shift>Tab", "BackSpace", "Menu", "<Shift>F10",
            "F5", "<Control>r", "<Control>g", "<Control><Shift>g", "<Control>equal", "<Alt>Up",
            "<Alt>Down", "<Alt>Right", "<Shift>Up", "<Shift>Down", "<Shift>Insert",
        ]
        var seen: Set<String> = []
        return (commands + texts + moves + others).filter { seen.insert($0).inserted }
    }()

    func testKeysMeanTheSameWithEveryLockOnEveryKeyboard() throws {
        var count = 0
        for name in Self.layouts {
            let keyboard = try XCTUnwrap(CountryKeyboard(name))
            let layout = keyboard.layout
            for text in Self.keys {
                let shortcut = try XCTUnwrap(Accelerator(text))
                for (capsLock, numLock) in [
                    (false, false), (true, false), (false, true), (true, true),
                ] {
                    let places = Self.places(of: shortcut, on: keyboard, numLock: numLock)
                    XCTAssertFalse(places.isEmpty, "\(name): no key for \(text)")
                    for place in places {
                        count += 1
                        let press = keyboard.press(
                            place.code,
                            shortcut.modifiers.union(place.held),
                            capsLock: capsLock,
                            numLock: numLock
                        )
                        let (key, held) = layout.meaning(of: press)
                        XCTAssertTrue(
                            shortcut.matches(key, held),
                            """
                            \(name): \(text) with the key \(place), Caps Lock \(capsLock), \
                            Num Lock \(numLock) writes \(Self.name(press.value)) and means \
                            \(Self.name(key.value)) with \(held)
                            """
                        )
                    }
                }
            }
        }
        print("\(count) presses of \(Self.keys.count) keys")
        XCTAssertGreaterThan(count, 1500)
    }

    func testAltGrWritesAndIsNoShortcut() throws {
        let keyboard = try XCTUnwrap(CountryKeyboard("de"))
        // AltGr+Q is @ in Germany.
        let press = KeyPress(
            value: guint(GDK_KEY_at),
            code: 24,
            state: GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue
        )
        XCTAssertEqual(keyboard.layout.meaning(of: press).key, Key("at"))
    }

    func testLettersThatAKeyboardHasElsewhereAreNotMeantByTheirAmericanPlace() throws {
        let keyboard = try XCTUnwrap(CountryKeyboard("fr"))
        let w = keyboard.press(52, .control, capsLock: false, numLock: false)
        XCTAssertEqual(keyboard.layout.meaning(of: w).key, Key("w"))
        // The German ß is in the place of the minus sign, the Spanish ñ in that of the semicolon.
        let german = try XCTUnwrap(CountryKeyboard("de"))
        let sharp = german.press(20, .control, capsLock: false, numLock: false)
        XCTAssertEqual(german.layout.meaning(of: sharp).key, Key("ssharp"))
    }

    func testWhatIsTypedBeginsAText() throws {
        for name in Self.layouts {
            let keyboard = try XCTUnwrap(CountryKeyboard(name))
            for code in guint(24)...33 {
                for capsLock in [false, true] {
                    let press = keyboard.press(code, [], capsLock: capsLock, numLock: true)
                    XCTAssertTrue(keyboard.layout.meaning(of: press).key.beginsText)
                }
            }
        }
    }

    /// The ways to press a shortcut.
    private static func places(
        of shortcut: Accelerator,
        on keyboard: CountryKeyboard,
        numLock: Bool
    ) -> [CountryKeyboard.Place] {
        let value = shortcut.key.value
        if let letter = american(value) {
            let own = keyboard.places(of: value).filter { $0.held.isEmpty }
            return own.isEmpty ? [.init(code: letter)] : own
        }
        var places = keyboard.places(of: value)
        // French keyboards write digits with Shift.
        if (0x30...0x39).contains(value) {
            places += places.filter { !$0.held.isEmpty }.map { .init(code: $0.code) }
        }
        // Shift is part of the shortcut.
        if shortcut.modifiers.contains(.shift) { places.removeAll { !$0.held.isEmpty } }
        return places + keypad(value, on: keyboard, numLock: numLock)
    }

    private static func keypad(
        _ value: guint,
        on keyboard: CountryKeyboard,
        numLock: Bool
    ) -> [CountryKeyboard.Place] {
        let names = ["Return": "Enter", "plus": "Add", "minus": "Subtract"]
        guard let name = Self.name(value) else { return [] }
        let twin = gdk_keyval_from_name("KP_" + (names[name] ?? name))
        // Num Lock chooses between digits and movements; Shift is the other way around.
        return keyboard.places(of: twin).filter { place in
            let press = keyboard.press(place.code, [], capsLock: false, numLock: numLock)
            return press.value == twin
        }.map { .init(code: $0.code) }
    }

    private static func american(_ value: guint) -> guint? {
        for (first, keys) in [(24, "qwertyuiop"), (38, "asdfghjkl"), (52, "zxcvbnm")] {
            for (offset, key) in keys.unicodeScalars.enumerated() where key.value == value {
                return guint(first + offset)
            }
        }
        return nil
    }

    private static func name(_ value: guint) -> String? {
        gdk_keyval_name(value).map { String(cString: $0) }
    }
}
