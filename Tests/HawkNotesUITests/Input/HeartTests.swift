import DisplayTestSupport
import GTKBridge
import HawkNotesModel
import Phrases
import XCTest

@testable import HawkNotesUI

/// The hearts in rows of characters.
final class HeartTests: DisplayTestCase {
    @MainActor
    private static func open(_ program: TestProgram) throws -> (CharacterList, Character) {
        let window = program.openWindow(width: 1000, height: 700)
        let list = try XCTUnwrap(window.tabController.page as? BookPage).characters
        XCTAssertTrue(MainLoop.run { !list.elements.isEmpty })
        return (list, list.items[0].character)
    }

    func testTheHeartOfARowTurnsAndSaysWhatItDoes() throws {
        try withProgram { program in
            let (list, character) = try Self.open(program)
            XCTAssertTrue(list.elements[0].widget.click("Add \(character.name) to favorites"))
            XCTAssertTrue(MainLoop.run { list.items[0].isFavorite })
            XCTAssertTrue(
                MainLoop.run { (try? program.library.favorites())?.contains(character.id) == true }
            )
            XCTAssertTrue(list.elements[0].widget.click("Remove \(character.name) from favorites"))
            XCTAssertTrue(MainLoop.run { !list.items[0].isFavorite })
        }
    }

    func testAKeyTurnsTheHeartOfTheRowThatHasTheFocus() throws {
        try withProgram { program in
            let (list, character) = try Self.open(program)
            XCTAssertTrue(list.handle(Key("d"), .control, character))
            XCTAssertTrue(MainLoop.run { list.items[0].isFavorite })
            XCTAssertTrue(list.handle(Key("d"), .control, character))
            XCTAssertTrue(MainLoop.run { !list.items[0].isFavorite })
        }
    }

    func testTheRowKeepsTheFocusThatItsHeartHad() throws {
        try withProgram { program in
            let (list, _) = try Self.open(program)
            let heart = try list.elements[0].widget.first("row-heart")
            XCTAssertTrue(heart.grabFocus())
            heart.press()
            XCTAssertTrue(MainLoop.run { list.items[0].isFavorite })
            XCTAssertTrue(MainLoop.run { list.elements[0].widget.containsFocus })
        }
    }
}
