import DisplayTestSupport
import GTKBridge
import HawkNotesModel
import Phrases
import XCTest

@testable import HawkNotesUI

/// The link from a character to the book that introduces it, and the way back from there.
final class LinkOriginTests: DisplayTestCase {
    /// A window on a character's page among the favourites.
    @MainActor
    private static func open(_ program: TestProgram) throws -> (MainWindow, Character) {
        let window = program.openWindow(width: 1000, height: 700)
        let character = try XCTUnwrap(
            program.series.characters(in: program.series.books[1].id).first
        )
        window.select(.favorites(of: nil), animated: false)
        window.push(.character(character.id))
        return (window, character)
    }

    func testBackLeadsFromTheBookToWhereTheLinkWas() throws {
        try withProgram { program in
            let (window, character) = try Self.open(program)
            let book = Place.book(program.series.books[1].id)
            let text = "Introduced in \(program.series.books[1].title)"
            let link = { @MainActor in
                window.tabController.page.root.all("link-text").first { $0.shows(text) }
            }
            XCTAssertTrue(MainLoop.run { link() != nil })
            try XCTUnwrap(link()).press()
            XCTAssertEqual(window.place, book)
            XCTAssertTrue(window.canGoBack)
            // A way into the book and back again does not lose it.
            window.push(.character(character.id))
            window.goBack()
            XCTAssertEqual(window.place, book)
            window.goBack()
            XCTAssertEqual(window.tab, .favorites(of: nil))
            XCTAssertEqual(window.place, .character(character.id))
        }
    }

    func testItIsThereAgainAfterAKill() throws {
        try withProgram { program in
            let (window, character) = try Self.open(program)
            window.select(book: program.series.books[1].id)
            let restored = try XCTUnwrap(try program.restart().first)
            XCTAssertTrue(restored.canGoBack)
            restored.goBack()
            XCTAssertEqual(restored.place, .character(character.id))
        }
    }

    func testATabThatIsChosenHasNoWayBack() throws {
        try withProgram { program in
            let (window, _) = try Self.open(program)
            window.select(book: program.series.books[1].id)
            window.select(.book(program.series.books[0].id))
            XCTAssertFalse(window.canGoBack)
            window.select(.book(program.series.books[1].id))
            XCTAssertFalse(window.canGoBack)
        }
    }
}
