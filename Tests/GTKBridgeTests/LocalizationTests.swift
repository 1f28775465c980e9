import DisplayTestSupport
import Foundation
import TestSupport
import XCTest

@testable import GTKBridge

final class LocalizationTests: XCTestCase {
    func testATextWithoutATranslationIsItself() {
        XCTAssertEqual(localized("Xyzzy 100% “quoted” 🦅"), "Xyzzy 100% “quoted” 🦅")
    }

    func testPlaceholdersAreFilledByNumber() {
        XCTAssertEqual(localized("%2, then %1", "one", "two"), "two, then one")
        XCTAssertEqual(localized("%1%1", "a"), "aa")
    }

    func testAValueThatLooksLikeAPlaceholderStaysAsItIs() {
        XCTAssertEqual(localized("%1 and %2", "%2", "%1"), "%2 and %1")
        XCTAssertEqual(localized("“%1”", "100%"), "“100%”")
    }

    func testWhatIsNoPlaceholderStays() {
        XCTAssertEqual(localized("%1 is 50%", "half"), "half is 50%")
        XCTAssertEqual(localized("%3 %x %", "a"), "%3 %x %")
        XCTAssertEqual(localized("%0", "a"), "%0")
    }

    func testTheFormFollowsTheNumber() {
        XCTAssertEqual(localized("%1 note", plural: "%1 notes", count: 1), "1 note")
        for count in [0, 2, 11, 100] {
            XCTAssertEqual(
                localized("%1 note", plural: "%1 notes", count: count),
                "\(count) notes"
            )
        }
    }
}

final class SettingsTests: XCTestCase {
    func testASchemaThatIsNowhereGivesNoSettings() {
        onMainActor {
            XCTAssertNil(
                Settings(schema: "io.github.hawknotes.Missing", fallbackDirectory: "/nowhere")
            )
            let folder = SourceTree.data.path
            XCTAssertNil(Settings(schema: "io.github.hawknotes.Missing", fallbackDirectory: folder))
        }
    }

    /// An older or newer schema may be installed than the program expects.
    func testAKeyThatTheSchemaLacksIsWhatTheProgramFallsBackTo() throws {
        let folder = try TemporaryDirectory()
        let source = """
            <schemalist><schema id="io.github.hawknotes.Old" path="/io/github/hawknotes/Old/">
            <key name="is-there" type="b"><default>true</default></key>
            <key name="other-type" type="i"><default>3</default></key>
            </schema></schemalist>
            """
        try Data(source.utf8).write(to: folder.url.appendingPathComponent("old.gschema.xml"))
        let compiler = Process()
        compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        compiler.arguments = ["glib-compile-schemas", folder.url.path]
        try compiler.run()
        compiler.waitUntilExit()
        try onMainActor {
            let settings = try XCTUnwrap(
                Settings(schema: "io.github.hawknotes.Old", fallbackDirectory: folder.url.path)
            )
            XCTAssertTrue(settings.boolean("is-there", default: false))
            XCTAssertTrue(settings.boolean("missing", default: true))
            XCTAssertFalse(settings.boolean("missing", default: false))
            XCTAssertTrue(settings.boolean("other-type", default: true))
            XCTAssertEqual(settings.string("missing", default: "a word"), "a word")
            XCTAssertNil(settings.action("missing"))
            XCTAssertNotNil(settings.action("is-there"))
        }
    }
}
