import XCTest

@testable import HawkNotesPresentation

/// What the page *Help* says.
final class HelpTopicTests: XCTestCase {
    func testItTellsTheKeysThatTheCommandsHave() {
        let keys = HelpTopic.all.compactMap(\.accelerator)
        for command in [Command.showLibrary, .writeNote, .search, .goBack] {
            let key = command.entry.accelerators[0]
            XCTAssertTrue(keys.contains(key), "\(command): \(key)")
        }
    }

    func testItTellsHowCharactersAreMentioned() {
        XCTAssertEqual(HelpTopic.all.compactMap(\.typed), ["@"])
    }

    func testOneScreenHoldsAllOfIt() {
        XCTAssertLessThanOrEqual(HelpTopic.all.count, 9)
        for topic in HelpTopic.all {
            XCTAssertLessThanOrEqual(topic.text.count, 90, topic.title)
        }
    }
}
