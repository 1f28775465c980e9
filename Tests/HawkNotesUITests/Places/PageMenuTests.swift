import DisplayTestSupport
import Foundation
import GTKBridge
import HawkNotesModel
import LibraryTestSupport
import Phrases
import XCTest

@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// The menus of what stands for a book, a character or a series, and the pages behind Back.
final class PageMenuTests: DisplayTestCase {
    func testEachPageHasItsMenuAtItsHead() throws {
        try withProgram { program in
            let window = program.openWindow()
            let series = program.series
            for (place, name) in [
                (Place.book(series.books[0].id), "Book Menu"),
                (.character(series.allCharacters[0].id), "Character Menu"),
                (.favorites(in: series), "Series Menu"),
            ] {
                window.show(place, animated: false)
                XCTAssertTrue(window.page.root.click(name), name)
                MainLoop.drain()
            }
        }
    }

    func testAPlaceHasTheMenuOfItsKind() throws {
        try withProgram { program in
            let window = program.openWindow()
            let series = program.series
            let book = series.books[0].id
            XCTAssertEqual(
                window.menu(of: .book(book)),
                .book(book, seriesID: series.id, spoilers: .none)
            )
            let character = series.allCharacters[0].id
            XCTAssertEqual(
                window.menu(of: .character(character)),
                .character(character, isFavorite: false, isHidden: false)
            )
            XCTAssertEqual(window.menu(of: .favorites(in: series)), .series(series.id))
            XCTAssertNil(window.menu(of: .search("")))
        }
    }

    func testWhatIsChosenIsDoneWithAnotherBookThanTheOneThatIsShown() throws {
        try withProgram { program in
            let window = program.openWindow()
            let other = program.series.books[1]
            window.window.activateAction(Command.editBook.rawValue, target: other.id.uuidString)
            XCTAssertTrue(MainLoop.run { window.dialogs.all.first != nil })
            XCTAssertEqual((window.dialogs.all.first?.content as? PartEditor)?.subject.id, other.id)
            window.dialogs.all.first?.dismiss()
            window.window.activateAction(Command.deleteBook.rawValue, target: other.id.uuidString)
            XCTAssertTrue(MainLoop.run { window.series.book(other.id) == nil })
            XCTAssertTrue(window.toasts.performAction())
            XCTAssertTrue(MainLoop.run { window.series.book(other.id) != nil })
        }
    }

    func testBackLeadsToEachPageBehindTheOneThatIsShown() throws {
        try withProgram { program in
            let window = program.openWindow()
            let (book, characters) = (program.series.books[0], program.series.allCharacters)
            for character in characters.prefix(2) { window.push(.character(character.id)) }
            XCTAssertEqual(
                window.recentPages[0],
                [
                    RecentPage(title: characters[0].name, command: .goBackToLevel, target: "1"),
                    RecentPage(title: book.title, command: .goBackToLevel, target: "0"),
                ]
            )
            window.window.activateAction(Command.goBackToLevel.rawValue, target: "0")
            XCTAssertEqual(window.place, .book(book.id))
            XCTAssertEqual(window.recentPages[0], [])
        }
    }

    func testFromTheShelfBackLeadsToThePageThatWasLeft() throws {
        try withProgram { program in
            let window = program.openWindow()
            let character = program.series.allCharacters[0]
            window.push(.character(character.id))
            window.showShelf()
            XCTAssertEqual(window.recentPages[0].first?.title, character.name)
            window.window.activateAction(Command.goBackToLevel.rawValue, target: "1")
            XCTAssertFalse(window.shelf.isShown)
            XCTAssertEqual(window.place, .character(character.id))
        }
    }
}
