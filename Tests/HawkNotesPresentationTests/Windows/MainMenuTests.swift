import XCTest

@testable import HawkNotesPresentation

/// What the main menu has.
final class MainMenuTests: XCTestCase {
    func testEachEntryIsThereOnceAndHasATitle() {
        let all = MainMenu.sections.flatMap(\.self)
        XCTAssertEqual(Set(all).count, all.count)
        for command in all { XCTAssertFalse(command.title.isEmpty, "\(command)") }
    }

    func testThePageWithEverythingThatOneCanDoHasAKeyOfItsOwn() {
        XCTAssertEqual(Command.help.entry.accelerators, ["F1"])
        XCTAssertEqual(Command.shortcuts.entry.accelerators, ["<Control>question"])
    }

    func testLightDarkAndSystemAreChoices() {
        XCTAssertEqual(MainMenu.schemes.map(\.name), ["system", "light", "dark"])
        XCTAssertEqual(MainMenu.schemes.map(\.title), ["Follow System", "Light", "Dark"])
    }
}
