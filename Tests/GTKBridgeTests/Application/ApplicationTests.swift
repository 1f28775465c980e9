import DisplayTestSupport
import TestSupport
import XCTest

@testable import GTKBridge

final class ApplicationTests: DisplayTestCase {
    func testEveryOptionThatWasAddedIsTold() throws {
        try onMainActor {
            let one = try XCTUnwrap(Self.told(of: ["--colourful"]))
            XCTAssertTrue(one.contains("colourful"))
            XCTAssertFalse(one.contains("quiet"))
            let both = try XCTUnwrap(Self.told(of: ["--quiet", "-c"]))
            XCTAssertTrue(both.contains("colourful") && both.contains("quiet"))
            let none = try XCTUnwrap(Self.told(of: []))
            XCTAssertFalse(none.contains("colourful") || none.contains("quiet"))
        }
    }

    func testTheValueOfAnOptionIsToldAsItWasWritten() throws {
        try onMainActor {
            let given = try XCTUnwrap(Self.told(of: ["--words", "ein – “zwei”"]))
            XCTAssertEqual(given.value(of: "words"), "ein – “zwei”")
            let last = try XCTUnwrap(Self.told(of: ["--words=a", "--words=b"]))
            XCTAssertEqual(last.value(of: "words"), "b")
            XCTAssertNil(try XCTUnwrap(Self.told(of: [])).value(of: "words"))
        }
    }

    func testLinksAndFilesAreToldAsAddresses() throws {
        try onMainActor {
            let link = "hawknotes://book/2b7e1f60-63a1-4ac5-8d0f-2e8f00f0a001"
            let given = try XCTUnwrap(Self.told(of: [link, "--quiet", "a b.epub", "/tmp/ü.md"]))
            let here = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
            XCTAssertEqual(
                given.addresses,
                [link, here.absoluteString + "/a%20b.epub", "file:///tmp/%C3%BC.md"]
                    .map { $0.replacingOccurrences(of: "//a%20b", with: "/a%20b") }
            )
            XCTAssertEqual(try XCTUnwrap(Self.told(of: [])).addresses, [])
        }
    }

    func testTheStateOfAnActionIsReadAsItWasSet() throws {
        try onMainActor {
            let application = Application(identifier: "io.github.hawknotes.HawkNotes.StateTests")
            XCTAssertNil(application.register())
            let action = Action("windows", state: .strings([]))
            application.add(action)
            XCTAssertEqual(application.actionState("windows"), .strings([]))
            action.setState(.strings(["One", "“Zwei”"]))
            XCTAssertEqual(application.actionState("windows"), .strings(["One", "“Zwei”"]))
            XCTAssertNil(application.actionState("nothing"))
            XCTAssertTrue(Application.isRunning("io.github.hawknotes.HawkNotes.StateTests"))
            XCTAssertFalse(Application.isRunning("io.github.hawknotes.HawkNotes.Nobody"))
        }
    }

    /// What a program with three options is told of its arguments.
    @MainActor
    private static func told(of arguments: [String]) -> GivenOptions? {
        let application = Application(identifier: "io.github.hawknotes.HawkNotes.OptionTests")
        application.addOption("colourful", short: "c", description: "In colours")
        application.addOption("quiet", description: "Without a word")
        application.addOption("words", value: "WORDS", description: "Words")
        application.takeAddresses()
        var told: GivenOptions?
        application.onLocalOptions { options in
            told = options
            return 7
        }
        XCTAssertEqual(application.run(arguments: ["program"] + arguments), 7)
        return told
    }
}
