import CGTK
import DisplayTestSupport
import TestSupport
import XCTest

@testable import GTKBridge

/// What a press means where the keyboard does not write Latin letters or plain digits.
final class KeyLayoutTests: DisplayTestCase {
    @MainActor
    private static func key(_ name: String, code: guint, _ held: Modifiers) -> Key {
        let value = gdk_keyval_from_name(name)
        let press = KeyPress(value: value, code: code, state: held.rawValue)
        return KeyboardLayout.current.meaning(of: press).key
    }

    func testALetterOfAnotherScriptIsTheLatinOneOfItsKey() {
        onMainActor {
            XCTAssertEqual(Self.key("Cyrillic_ya", code: 52, .control), Key("z"))
            XCTAssertEqual(Self.key("Cyrillic_YA", code: 52, [.control, .shift]), Key("z"))
            XCTAssertEqual(Self.key("Cyrillic_te", code: 57, []), Key("Cyrillic_te"), "is typed")
            XCTAssertEqual(Self.key("eacute", code: 11, .alt), Key("2"))
        }
    }

    func testAMarkInThePlaceOfADigitIsTheDigitWithAltOnly() {
        onMainActor {
            XCTAssertEqual(Self.key("ampersand", code: 10, .alt), Key("1"))
            XCTAssertEqual(Self.key("minus", code: 15, .control), Key("minus"), "is a shortcut")
            XCTAssertEqual(Self.key("ampersand", code: 10, [.alt, .shift]), Key("ampersand"))
            XCTAssertEqual(Self.key("Left", code: 113, .alt), Key("Left"))
            XCTAssertEqual(Self.key("comma", code: 59, .alt), Key("comma"), "has no digit")
        }
    }
}
