import XCTest

@testable import HawkNotesPresentation

/// What the main menu has.
final class MainMenuTests: XCTestCase {
    func testThereAreTenEntriesAtMost() {
        XCTAssertEqual(
            MainMenu.sections,
            [
                [.newWindow, .newPrivateWindow], [.import, .export], [.showHistory, .showTrash],
                [.preferences, .shortcuts, .help, .about],
            ]
        )
        XCTAssertLessThanOrEqual(MainMenu.sections.joined().count, 10)
    }

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
