import DisplayTestSupport
import Foundation
import GTKBridge
import Phrases
import StateRestoration
import XCTest

@testable import HawkNotesModel
@testable import HawkNotesUI

/// What is opened from the search.
final class SearchOpeningTests: SearchTestCase {
    /// Whether a note stands out on the page that a window shows, where it can be seen.
    @MainActor
    private static func pointsOut(_ id: UUID, in window: MainWindow) -> Bool {
        guard let card = window.page.notes?.noteList.cards[id], card.root.containsFocus,
            let list = window.page.notes?.list.view, let frame = card.root.frame(in: list)
        else { return false }
        return frame.y >= 0 && frame.y + frame.height <= Double(list.size.height)
            && window.page.root.all("pointed-out").contains { $0.isSame(as: card.root) }
    }

    func testEnterOpensTheFirstAtItsPlace() throws {
        try withProgram { program in
            let texts = ["The only owl"] + (0..<120).map { "Hawk \($0)" }
            let ids = try Self.add(texts, to: program)
            let window = program.openWindow()
            window.select(.book(program.series.books[1].id))
            let page = try Self.search(window, for: "owl")
            Self.press("Return", on: page)
            Self.wait("the note is not shown") { Self.pointsOut(ids[0], in: window) }
            XCTAssertEqual(window.place, .book(program.series.books[0].id))
            XCTAssertNil(window.search.page)
            Self.wait("it stands out for ever") { window.page.root.all("pointed-out").isEmpty }
        }
    }

    /// Opens a result; the page of the search may go then.
    @MainActor
    private static func openFound(
        _ text: String,
        down count: Int = 0,
        in window: MainWindow
    ) throws {
        let page = try search(window, for: text)
        for _ in 0..<count { press("Down", on: page) }
        press("Return", on: page)
    }

    func testBackLeadsToTheResultsAndFromThemToThePageBefore() throws {
        try withProgram { program in
            let ids = try Self.add(["Owl one", "Owl two", "Owl three"], to: program)
            let window = program.openWindow()
            let raven = Place.book(program.series.books[1].id)
            let character = Place.character(program.series.allCharacters[0].id)
            window.select(raven)
            window.tabController.push(character)
            try Self.openFound("owl", down: 2, in: window)
            Self.wait("the note is not shown") { Self.pointsOut(ids[1], in: window) }
            XCTAssertNil(window.search.page)
            XCTAssertTrue(window.canGoBack)
            // Further pages are gone back from first.
            window.tabController.push(character)
            window.goBack()
            XCTAssertNil(window.search.page)
            window.goBack()
            let again = try XCTUnwrap(window.search.page)
            Self.wait("the results are not there") { Self.noteIDs(again).count == 3 }
            XCTAssertEqual(again.field.text, "owl")
            XCTAssertEqual(again.selected?.id, .note(ids[1]))
            Self.wait("the field has no focus") { again.field.containsFocus }
            window.goBack()
            XCTAssertEqual(window.place, character)
            XCTAssertEqual(window.tab, raven)
            window.select(.book(program.series.books[0].id))
            XCTAssertFalse(window.canGoBack, "the way back was gone")
        }
    }

    func testBackFromAPageOfThePathShowsItsOldPathAgain() throws {
        try withProgram { program in
            let ids = try Self.add(["An owl"], to: program)
            let window = program.openWindow()
            let bookID = program.series.books[0].id
            let book = Place.book(bookID)
            let character = Place.character(program.series.characters(in: bookID)[0].id)
            window.select(book)
            window.tabController.push(character)
            try Self.openFound("owl", in: window)
            Self.wait("the note is not shown") { Self.pointsOut(ids[0], in: window) }
            XCTAssertEqual(window.tabController.levels, [book])
            window.goBack()
            XCTAssertNotNil(window.search.page)
            window.goBack()
            XCTAssertEqual(window.tabController.levels, [book, character])
        }
    }

    func testBackLeadsToASearchOnTheShelf() throws {
        try withProgram { program in
            let ids = try Self.add(["An owl"], to: program)
            let window = program.openWindow()
            window.showShelf()
            try Self.openFound("owl", in: window)
            Self.wait("the note is not shown") { Self.pointsOut(ids[0], in: window) }
            window.goBack()
            XCTAssertNotNil(window.search.page)
            window.goBack()
            XCTAssertEqual(window.place, .shelf)
        }
    }

    func testEnterOpensWhatIsSelected() throws {
        try withProgram { program in
            let ids = try Self.add(["Owl one", "Owl two", "Owl three"], to: program)
            let window = program.openWindow()
            let page = try Self.search(window, for: "owl")
            Self.press("Down", on: page)
            Self.press("Down", on: page)
            Self.press("Return", on: page)
            Self.wait("the note is not shown") { Self.pointsOut(ids[1], in: window) }
        }
    }

    func testEnterBeforeAnythingIsFoundWaitsForIt() throws {
        try withProgram { program in
            let ids = try Self.add(["An owl"], to: program)
            let window = program.openWindow()
            let page = try Self.search(window)
            page.field.text = "owl"
            Self.press("Return", on: page)
            Self.wait("the note is not shown") { Self.pointsOut(ids[0], in: window) }
        }
    }

    func testEnterWithNothingFoundOpensNothing() throws {
        try withProgram { program in
            let window = program.openWindow()
            let page = try Self.search(window, for: "no such words")
            Self.press("Return", on: page)
            MainLoop.drain()
            XCTAssertTrue(window.page === page)
        }
    }

    func testControlEnterOpensANewWindow() throws {
        try withProgram { program in
            let ids = try Self.add(["An owl"], to: program)
            let window = program.openWindow()
            let page = try Self.search(window, for: "owl")
            Self.press("Return", .control, on: page)
            Self.wait("nothing was opened") { program.requests == [.note(ids[0])] }
            XCTAssertTrue(window.page === page)
        }
    }

    func testAWindowThatIsOpenedOnANoteShowsIt() throws {
        try withProgram { program in
            let texts = ["The only owl"] + (0..<120).map { "Hawk \($0)" }
            let ids = try Self.add(texts, to: program)
            program.withManager { manager in
                manager.openWindow(
                    showing: .note(ids[0]),
                    isPrivate: false,
                    raisingExisting: false
                )
                Self.wait("there is no window") { manager.windows.count == 1 }
                let window = manager.windows[0]
                Self.wait("the note is not shown") { Self.pointsOut(ids[0], in: window) }
                window.select(.favorites)
                manager.open(address: Place.note(ids[0]).link)
                Self.wait("the link is not followed") {
                    manager.windows.contains {
                        $0 !== window && Self.pointsOut(ids[0], in: $0)
                    }
                }
            }
        }
    }

    func testALinkToASearchOpensItInTheWindowThatIsThere() throws {
        try withProgram { program in
            let ids = try Self.add(["An owl"], to: program)
            program.withManager { manager in
                manager.openNewWindow()
                Self.wait("there is no window") { manager.windows.count == 1 }
                manager.open(address: "hawknotes://search?q=owl")
                Self.wait("it is not found") {
                    manager.windows[0].search.page.map { Self.noteIDs($0) == ids } ?? false
                }
                XCTAssertEqual(manager.windows.count, 1)
            }
        }
    }

    func testANoteThatIsGoneIsSaidToBe() throws {
        try withProgram { program in
            let window = program.openWindow()
            window.open(.note(UUID()))
            Self.wait("nothing is said") {
                window.window.shows("There is no such note, or it was deleted.")
            }
        }
    }
}
