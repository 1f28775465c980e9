import DisplayTestSupport
import Foundation
import HawkNotesModel
import LibraryTestSupport
import Phrases
import XCTest

@testable import GTKBridge
@testable import HawkNotesUI

/// The notes that name a character without mentioning it, folded on its page.
final class NamedInTests: DisplayTestCase {
    @MainActor
    private struct Page {
        let program: TestProgram
        let window: MainWindow
        let character: HawkNotesModel.Character
        let book: Book
        var root: Widget { window.tabController.page.root }

        init(_ program: TestProgram) throws {
            self.program = program
            book = program.series.books[0]
            character = try XCTUnwrap(program.series.allCharacters.first)
            window = program.openWindow(width: 980)
            window.show(.character(character.id))
            MainLoop.drain()
        }

        /// The texts of the rows, from the first to the last.
        var rows: [[String]] { root.all("mentioning").map(\.texts) }

        /// What stands above them.
        var heading: [String] {
            let button = (window.tabController.page as? CharacterPage)?.namedIn.button
            return button?.isVisible == true ? button?.texts ?? [] : []
        }

        func add(_ text: String) throws -> Note {
            try program.library.addNote(text, on: .book(book.id))
        }

        /// Presses the button that unfolds them, or folds them again.
        func toggle() throws {
            let page = try XCTUnwrap(window.tabController.page as? CharacterPage)
            page.namedIn.button.isActive.toggle()
        }
    }

    func testTheyAreFoldedBelowTheirNumber() throws {
        try withProgram { program in
            let page = try Page(program)
            let name = page.character.name
            _ = try page.add("\(name) at the wall")
            XCTAssertTrue(MainLoop.run { page.heading == ["Unlinked mentions", "1"] })
            XCTAssertEqual(page.rows, [])
            try page.toggle()
            XCTAssertTrue(MainLoop.run { page.rows.count == 1 })
            XCTAssertTrue(page.rows[0].contains("\(name) at the wall"))
            _ = try page.add("again \(name)")
            XCTAssertTrue(MainLoop.run { page.rows.count == 2 })
            XCTAssertTrue(page.rows[0].contains("again \(name)"))
            try page.toggle()
            XCTAssertEqual(page.rows, [])
            _ = try page.add("and \(name)")
            XCTAssertTrue(MainLoop.run { page.heading == ["Unlinked mentions", "3"] })
            XCTAssertEqual(page.rows, [])
        }
    }

    func testNothingIsShownWhereThereAreNone() throws {
        try withProgram { program in
            let page = try Page(program)
            let note = try page.add("Nothing of interest")
            MainLoop.drain()
            XCTAssertEqual(page.heading, [])
            try program.library.updateNote(note.id, text: page.character.name)
            XCTAssertTrue(MainLoop.run { page.heading == ["Unlinked mentions", "1"] })
            try program.library.deleteNote(note.id)
            XCTAssertTrue(MainLoop.run { page.heading.isEmpty })
        }
    }

    func testTheNumberSaysThatThereAreMoreThanWereLookedFor() throws {
        try withProgram { program in
            let page = try Page(program)
            for number in 0..<60 { _ = try page.add("\(page.character.name) \(number)") }
            XCTAssertTrue(MainLoop.run { page.heading == ["Unlinked mentions", "50+"] })
        }
    }

    func testLinkMakesMentionsAndUndoTakesThemBack() throws {
        try withProgram { program in
            let page = try Page(program)
            let name = page.character.name
            let text = "\(name) and \(name.uppercased())"
            let note = try page.add(text)
            try page.toggle()
            XCTAssertTrue(MainLoop.run { page.rows.count == 1 })
            XCTAssertTrue(page.root.click("Link"))
            XCTAssertTrue(MainLoop.run { page.root.shows("Mentions") })
            XCTAssertTrue(
                MainLoop.run { page.rows.count == 1 && !page.rows[0].contains("Link") }
            )
            XCTAssertEqual(
                try program.library.note(note.id).map { Mention.all(in: $0.text).count },
                2
            )
            XCTAssertTrue(MainLoop.run { page.window.toasts.text == "2 names linked" })
            XCTAssertTrue(page.window.toasts.root.click("Undo"))
            XCTAssertTrue(MainLoop.run { page.rows.first?.contains("Link") == true })
            XCTAssertEqual(try program.library.note(note.id)?.text, text)
        }
    }

    func testUndoLeavesAloneWhatSomebodyHasWrittenSince() throws {
        try withProgram { program in
            let page = try Page(program)
            let note = try page.add(page.character.name)
            try page.toggle()
            XCTAssertTrue(MainLoop.run { page.rows.count == 1 })
            XCTAssertTrue(page.root.click("Link"))
            XCTAssertTrue(MainLoop.run { page.window.toasts.text == "1 name linked" })
            try program.library.updateNote(note.id, text: "other words")
            XCTAssertTrue(page.window.toasts.root.click("Undo"))
            XCTAssertTrue(
                MainLoop.run {
                    page.window.toasts.text == "The note was changed and is not linked"
                }
            )
            XCTAssertEqual(try program.library.note(note.id)?.text, "other words")
        }
    }

    func testTheyAreUnfoldedAgainAfterAKill() throws {
        try withProgram { program in
            let page = try Page(program)
            _ = try page.add(page.character.name)
            try page.toggle()
            XCTAssertTrue(MainLoop.run { page.rows.count == 1 })
            let window = try XCTUnwrap(try program.restart().first)
            XCTAssertTrue(
                MainLoop.run {
                    window.tabController.page.root.all("mentioning").count == 1
                }
            )
        }
    }

    func testOfManyOnlyThoseThatAreSeenHaveRows() throws {
        try withProgram { program in
            let page = try Page(program)
            for number in 0..<120 { _ = try page.add("\(page.character.name) \(number)") }
            try page.toggle()
            XCTAssertTrue(MainLoop.run { !page.rows.isEmpty })
            MainLoop.drain()
            XCTAssertLessThan(page.rows.count, 40)
            let list = try XCTUnwrap(
                (page.window.tabController.page as? CharacterPage)?.namedIn.list
            )
            XCTAssertTrue(
                MainLoop.run {
                    list.rows.scrollToEnd()
                    return page.rows.last?.contains("\(page.character.name) 0") == true
                }
            )
            XCTAssertLessThan(page.rows.count, 40)
        }
    }
}
