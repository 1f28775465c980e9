import DisplayTestSupport
import Foundation
import TestSupport
import XCTest

@testable import GTKBridge

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
