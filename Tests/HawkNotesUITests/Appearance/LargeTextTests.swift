import DisplayTestSupport
import Foundation
import HawkNotesModel
import Phrases
import TestSupport
import XCTest

@testable import GTKBridge
@testable import HawkNotesUI

/// Windows of people who need large letters.
final class LargeTextTests: DisplayTestCase {
    func testAllFitsIntoTheNarrowestWindow() throws {
        for scale in [1.5, 2] {
            try withProgram { program in
                try TextScale.use(scale) {
                    // That of GNOME; with more of them a header bar may need more.
                    try WindowButtons.show(":close") {
                        try program.library.addNote(
                            "A word",
                            on: .book(program.series.books[0].id)
                        )
                        try Self.expectRoom(in: program, "\(scale)")
                    }
                }
            }
        }
    }

    func testTheSearchOfTheShelfHasALineOfItsOwnBeforeItsTextIsCut() throws {
        for (scale, width, isBelow) in [(1.0, 1000, false), (2, 1000, true), (2, 1600, false)] {
            try withProgram { program in
                try ShelfTests.add("One", to: program.library)
                try TextScale.use(scale) {
                    let window = program.openWindow(width: width, height: 700, presented: true)
                    let shelf = try ShelfTests.shelf(of: window)
                    let (search, head) = (shelf.searchButton, try shelf.root.first("shelf-head"))
                    ShelfTests.wait("there are too few series") { shelf.boards.items.count == 2 }
                    head.waitUntilDrawn()
                    let place = "\(scale) at \(width)"
                    let title = try head.first("title-1")
                    let frames = [title, search].map { $0.frame(in: head) }
                    let (above, found) = (try XCTUnwrap(frames[0]), try XCTUnwrap(frames[1]))
                    XCTAssertGreaterThanOrEqual(Int(found.width), search.naturalWidth, place)
                    XCTAssertEqual(found.y >= above.y + above.height, isBelow, place)
                }
            }
        }
    }

    func testTheHeadOfTheShelfFitsIntoANarrowWindow() throws {
        try withProgram { program in
            try ShelfTests.add("One", to: program.library)
            try TextScale.use(2) {
                let window = program.openWindow(width: 360, height: 640, presented: true)
                let shelf = try ShelfTests.shelf(of: window)
                let head = try shelf.root.first("shelf-head")
                ShelfTests.wait("there are too few series") { shelf.boards.items.count == 2 }
                head.waitUntilDrawn()
                let frame = try XCTUnwrap(head.frame(in: shelf.root))
                XCTAssertLessThanOrEqual(frame.x + frame.width, Double(shelf.root.size.width))
            }
        }
    }

    @MainActor
    private static func expectRoom(in program: TestProgram, _ scale: String) throws {
        let window = program.openWindow(width: 360, height: 640)
        program.resize(window, width: 360)
        let strip = makeStrip()
        strip.isShown = true
        let expectRoom = { @MainActor (what: String) in
            window.chrome.content.waitUntilDrawn()
            for widget in [window.chrome.content, window.chrome.header, strip.root] {
                assertFitsTheSmallestWindow(widget, "\(what) at \(scale)")
            }
        }
        for tab in Place.tabs(in: program.series) {
            window.select(tab, animated: false)
            expectRoom("\(tab)")
        }
        window.select(.book(program.series.books[0].id), animated: false)
        for character in program.series.allCharacters.prefix(3) {
            window.show(.character(character.id), animated: false)
            expectRoom(character.name)
        }
        window.openSearch(animated: false)
        XCTAssertTrue(MainLoop.run { window.search.page?.list.rows.liveRows.isEmpty == false })
        expectRoom("the search")
        window.goBack()
        window.openShelf(animated: false)
        XCTAssertTrue(MainLoop.run { window.shelf.page?.hasShown == true })
        expectRoom("the shelf")
    }

    @MainActor
    private static func makeStrip() -> DropStrip {
        DropStrip(
            icon: "hawknotes-new-window-symbolic",
            text: localized("Drop here to open in a new window"),
            type: "text/plain"
        ) { _ in }
    }

    func testNothingOnTheStripToDropOnIsCut() throws {
        for scale in [1, 1.5, 2] {
            try onMainActor {
                try TextScale.use(scale) {
                    let strip = Self.makeStrip()
                    let window = Window(application: TestDisplay.application)
                    window.setChild(strip.root)
                    window.defaultSize = (360, 200)
                    window.present()
                    strip.isShown = true
                    XCTAssertTrue(MainLoop.run { strip.root.isLaidOut })
                    strip.root.waitUntilDrawn()
                    let own: Set = [localized("Drop here to open in a new window")]
                    XCTAssertEqual(strip.root.cutTexts(of: own), [], "at \(scale)")
                    window.destroy()
                }
            }
        }
    }

    func testNothingBelowTheFieldOfTheComposerIsCut() throws {
        let own: Set = [localized("Draft saved"), localized("Page or place")]
        for scale in [1, 1.5, 2] {
            for width in [980, 400, 360] {
                try withProgram { program in
                    try TextScale.use(scale) {
                        let window = program.openWindow(width: width, height: 720)
                        let composer = try XCTUnwrap(window.page.notes).composer
                        XCTAssertTrue(MainLoop.run { composer.root.isLaidOut })
                        window.chrome.content.waitUntilDrawn()
                        XCTAssertEqual(composer.root.cutTexts(of: own), [], "\(width) at \(scale)")
                    }
                }
            }
        }
    }

    func testNoTabInSightAtTheBottomIsCut() throws {
        for scale in [1, 1.5, 2] {
            try withProgram { program in
                try TextScale.use(scale) {
                    let window = program.openWindow(width: 360, height: 640)
                    program.resize(window, width: 360)
                    let switcher = try XCTUnwrap(window.chrome.switcher)
                    let titles = Set(switcher.items.map { $0.shortTitle ?? $0.title })
                    for tab in Place.tabs(in: program.series) {
                        window.select(tab, animated: false)
                        window.chrome.content.waitUntilDrawn()
                        XCTAssertTrue(switcher.isInSight(tab), "\(tab) at \(scale)")
                        XCTAssertEqual(switcher.root.cutTexts(of: titles), [], "at \(scale)")
                    }
                }
            }
        }
    }

    func testTheCursorOfARestoredDraftIsInSightInALowWindow() throws {
        let long = String(repeating: "word ", count: 60)
        for (scale, width) in [(1.0, 360), (1.0, 400), (2, 980)] {
            for (text, cursor) in [("one", 3), (long, 0), (long, long.count)] {
                try withProgram { program in
                    try TextScale.use(scale) {
                        let window = program.openWindow(width: width, height: 330)
                        let buffer = try XCTUnwrap(window.page.notes).composer.field.buffer
                        buffer.text = text
                        buffer.selection = (cursor, cursor)
                        let again = try XCTUnwrap(try program.restart().first)
                        let composer = try XCTUnwrap(again.page.notes).composer
                        let what = "\(cursor) of \(text.count) at \(scale), \(width)"
                        XCTAssertTrue(
                            MainLoop.run {
                                guard let cursor = composer.field.cursorFrame(in: composer.view)
                                else { return false }
                                let height = Double(composer.view.size.height)
                                return cursor.height > 0 && cursor.y >= 0
                                    && cursor.y + cursor.height <= height
                            },
                            what
                        )
                        again.chrome.content.waitUntilDrawn()
                        again.chrome.content.waitUntilDrawn()
                        if cursor < 4 { XCTAssertEqual(composer.view.offset, 0, what) }
                    }
                }
            }
        }
    }
}
