import DisplayTestSupport
import Foundation
import GTKBridge
import StateRestoration
import XCTest

@testable import HawkNotesModel
@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// What of a search is back after the program was killed.
final class SearchRestorationTests: SearchTestCase {
    func testWordsCursorToggleAndSelectionComeBack() throws {
        try withProgram { program in
            let ids = try Self.add(["Owl one", "Owl two", "Owl three"], to: program)
            let window = program.openWindow()
            let character = program.series.allCharacters[0]
            window.show(.character(character.id))
            let page = try Self.search(window, for: "owl")
            page.head.allSeries.isActive = true
            Self.wait("it does not end") { page.finder.isSettled }
            page.field.content.selection = (1, 2)
            Self.press("Down", on: page)
            Self.press("Down", on: page)

            let restored = try XCTUnwrap(try program.restart(after: .kill).first)
            let back = try XCTUnwrap(restored.search.page)
            XCTAssertEqual(back.field.text, "owl")
            XCTAssertTrue(back.head.allSeries.isActive)
            Self.wait("the selection is gone") { back.selected?.id == .note(ids[1]) }
            Self.wait("it is not seen") { back.notesFound.rows[.note(ids[1])]?.isSelected == true }
            Self.wait("the focus is not back") { back.field.containsFocus }
            XCTAssertEqual(back.field.content.selection.cursor, 1)
            XCTAssertEqual(back.field.content.selection.anchor, 2)
            XCTAssertEqual(restored.madeTabs, [], "nothing below it was made yet")
            back.field.content.undo()
            XCTAssertEqual(back.field.text, "")
            restored.goBack()
            XCTAssertEqual(restored.place, .character(character.id))
        }
    }

    func testItComesBackWhereItWasScrolledTo() throws {
        try withProgram { program in
            try Self.add((0..<300).map { "Owl \($0)" }, to: program)
            let window = program.openWindow(width: 800, height: 600)
            let page = try Self.search(window, for: "owl")
            page.list.rows.scrollToEnd()
            Self.wait("there are no more") { page.notesFound.hits.count == 250 }
            // Four rows are above the notes: what is said where there are none, two headings, and theirs.
            page.list.rows.scroll(to: RowArrangement.Anchor(index: 180, top: -20))
            let top = try XCTUnwrap(page.list.topElement)
            Self.wait("it is not kept") {
                window.keeps(top, at: "window/search/scroll")
            }
            let restored = try XCTUnwrap(try program.restart(after: .kill).first)
            let back = try XCTUnwrap(restored.search.page)
            Self.wait("it is not back") { back.list.topElement?.id == top.id }
            XCTAssertEqual(back.list.topElement?.top, top.top)
        }
    }

    func testARowThatHadTheFocusHasItAgain() throws {
        try withProgram { program in
            let ids = try Self.add(["Owl one", "Owl two"], to: program)
            let window = program.openWindow()
            let page = try Self.search(window, for: "owl")
            let row = try XCTUnwrap(page.notesFound.rows[.note(ids[0])])
            XCTAssertTrue(row.root.grabFocus())
            let restored = try XCTUnwrap(try program.restart(after: .kill).first)
            let back = try XCTUnwrap(restored.search.page)
            Self.wait("the focus is not back") {
                back.notesFound.rows[.note(ids[0])]?.root.containsFocus == true
            }
        }
    }

    func testASearchThatWasLeftDoesNotComeBackButItsWordsDo() throws {
        try withProgram { program in
            let window = program.openWindow()
            _ = try Self.search(window, for: "owl")
            window.goBack()
            let restored = try XCTUnwrap(try program.restart(after: .kill).first)
            XCTAssertNil(restored.search.page)
            XCTAssertEqual(try Self.search(restored).field.text, "owl")
        }
    }

    func testItComesBackOverTheShelf() throws {
        try withProgram { program in
            let window = program.openWindow()
            window.showShelf()
            _ = try Self.search(window, for: "owl")
            let restored = try XCTUnwrap(try program.restart(after: .kill).first)
            XCTAssertNotNil(restored.search.page)
            XCTAssertNil(restored.shelf.page, "it was not made yet")
            restored.goBack()
            XCTAssertEqual(restored.place, .shelf)
            XCTAssertNotNil(restored.shelf.page)
        }
    }
}
