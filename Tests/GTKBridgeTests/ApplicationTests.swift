import DisplayTestSupport
import XCTest

@testable import GTKBridge

final class ApplicationTests: DisplayTestCase {
    func testEveryOptionThatWasAddedIsTold() {
        onMainActor {
            XCTAssertEqual(Self.told(of: ["--colourful"]), ["colourful"])
            XCTAssertEqual(Self.told(of: ["--quiet", "-c"]), ["colourful", "quiet"])
            XCTAssertEqual(Self.told(of: []), [])
        }
    }

    /// What a program with two options is told of its arguments.
    @MainActor
    private static func told(of arguments: [String]) -> Set<String>? {
        let application = Application(identifier: "io.github.hawknotes.HawkNotes.OptionTests")
        application.addOption("colourful", short: "c", description: "In colours")
        application.addOption("quiet", description: "Without a word")
        var told: Set<String>?
        application.onLocalOptions { options in
            told = options
            return 7
        }
        XCTAssertEqual(application.run(arguments: ["program"] + arguments), 7)
        return told
    }
}
