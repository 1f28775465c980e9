import DisplayTestSupport
import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration
import XCTest

@testable import HawkNotesUI

/// Windows that can be told apart by what they are called.
final class WindowTitlesTests: DisplayTestCase {
    @MainActor
    private static func titles(_ manager: WindowManager) -> [String] {
        manager.windows.map(\.window.title)
    }

    func testTitlesFollowPagesAndDrafts() throws {
        try withProgram { program in
            try program.withManager { manager in
                let book = program.series.books[0].title
                let other = program.series.books[1]
                manager.openNewWindow()
                manager.openNewWindow()
                XCTAssertEqual(Self.titles(manager), [book, "\(book) (2)"])
                XCTAssertEqual(manager.windows.map(\.scene.title), [book, book])
                let field = try XCTUnwrap(
                    manager.windows[1].tabController.page.notes?.composer.field
                )
                field.buffer.text = "Otters in the harbour"
                XCTAssertTrue(
                    MainLoop.run {
                        Self.titles(manager) == [book, "\(book) – Otters in the harbour"]
                    }
                )
                manager.windows[0].select(.book(other.id))
                XCTAssertEqual(Self.titles(manager), [other.title, book])
                manager.windows[0].select(.book(program.series.books[0].id))
                manager.didClose(manager.windows[0])
                XCTAssertEqual(Self.titles(manager), [book])
            }
        }
    }

    func testANewWindowOpensWhereTheFrontOneIsWithoutItsDrafts() throws {
        try withProgram { program in
            try program.withManager { manager in
                let character = try XCTUnwrap(program.series.allCharacters.last)
                let place = Place.character(character.id)
                manager.open(address: place.link(in: program.series))
                let first = try XCTUnwrap(manager.frontWindow)
                first.tabController.page.notes?.composer.field.buffer.text = "a draft"
                manager.openNewWindow()
                let second = try XCTUnwrap(manager.windows.last)
                XCTAssertEqual(second.tabController.place, place)
                XCTAssertEqual(second.tab, first.tab)
                XCTAssertEqual(second.tabController.page.notes?.composer.field.buffer.text, "")
                XCTAssertTrue(second.tabController.canGoBack)
            }
        }
    }
}
