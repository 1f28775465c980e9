import CGTK
import DisplayTestSupport
import Foundation
import HawkNotesModel
import Phrases
import XCTest

@testable import GTKBridge
@testable import HawkNotesUI

/// What is pressed is large enough: 34 pixels, and 44 in narrow windows and for fingers.
final class TargetTests: DisplayTestCase {
    /// Shows page after page, each with something on it.
    @MainActor
    private static func walk(
        _ program: TestProgram,
        width: Int,
        _ look: (MainWindow, String) -> Void
    ) throws {
        let book = program.series.books[0]
        let character = try XCTUnwrap(program.series.characters(in: book.id).first)
        try program.library.addNote("one", on: .book(book.id))
        try program.library.addNote("two", on: .character(character.id))
        let window = program.openWindow(width: width, height: 700)
        func settle(_ what: String) {
            MainLoop.drain()
            look(window, what)
        }
        let notes = try XCTUnwrap(window.tabController.page.notes)
        XCTAssertTrue(MainLoop.run { !notes.cards.isEmpty || width < 760 })
        settle("a book")
        window.push(.character(character.id))
        settle("a character")
        window.select(.favorites(of: nil))
        settle("the favourites")
        window.showShelf()
        settle("the shelf")
        window.showSearch()
        settle("the search")
        program.close(window)
    }

    func testTargetsAreLargeEnough() throws {
        try withProgram { program in
            try Self.walk(program, width: 1000) { window, page in
                XCTAssertTrue(
                    MainLoop.run { window.window.smallTargets(least: 34).isEmpty },
                    "\(page): \(window.window.smallTargets(least: 34))"
                )
            }
        }
    }

    func testTargetsAreLargeEnoughInANarrowWindow() throws {
        try withProgram { program in
            try Self.walk(program, width: 400) { window, page in
                XCTAssertTrue(
                    MainLoop.run { window.window.smallTargets(least: 44).isEmpty },
                    "\(page): \(window.window.smallTargets(least: 44))"
                )
            }
        }
    }

    func testTargetsAreLargeEnoughForFingers() throws {
        try withProgram { program in
            try Self.walk(program, width: 1000) { window, page in
                window.window.setClass("touched", true)
                XCTAssertTrue(
                    MainLoop.run { window.window.smallTargets(least: 44).isEmpty },
                    "\(page): \(window.window.smallTargets(least: 44))"
                )
            }
        }
    }
}
