import DisplayTestSupport
import Foundation
import GTKBridge
import HawkNotesModel
import XCTest

@testable import HawkNotesUI

/// Where the focus and the view are after a note has gone or come back.
final class NoteFocusTests: DisplayTestCase {
    /// Opens a window on a book with so many notes, and waits for the last one.
    @MainActor
    private static func open(
        _ program: TestProgram,
        with count: Int,
        text: (Int) -> String
    ) throws -> (book: NoteSubject, window: MainWindow, list: NotesListView) {
        let book = NoteSubject.book(program.series.books[0].id)
        for number in 0..<count { try program.library.addNote(text(number), on: book) }
        let window = program.openWindow()
        let list = try XCTUnwrap(window.tabController.page.notes).list
        let last = text(count - 1)
        XCTAssertTrue(MainLoop.run { list.liveCards.last?.note.text == last })
        return (book, window, list)
    }

    /// The text of the note whose row has the focus.
    @MainActor
    private static func focused(_ list: NotesListView) -> String? {
        list.liveCards.first { $0.root.containsFocus }?.note.text
    }

    /// Where the rows in view stand, by their notes.
    @MainActor
    private static func places(_ list: NotesListView) -> [String: Double] {
        Dictionary(
            list.liveCards.compactMap { card in
                card.root.frame(in: list.rows).map { (card.note.text, $0.y) }
            },
            uniquingKeysWith: { first, _ in first }
        )
    }

    func testTheNeighbourOfADeletedNoteHasTheFocusAndNothingMovesAbove() throws {
        try withProgram { program in
            let (book, window, list) = try Self.open(program, with: 60) { "note \($0)" }
            // Somewhere in the middle, where nothing has to move up.
            let notes = try program.library.notes(on: book)
            list.reveal(notes[30].id)
            XCTAssertTrue(MainLoop.run { list.index(of: notes[31].id) != nil })
            list.reveal(notes[33].id)
            MainLoop.drain()
            let index = try XCTUnwrap(list.index(of: notes[31].id))
            XCTAssertTrue(list.rows.focus(index))
            MainLoop.drain()
            let before = Self.places(list)
            try program.library.deleteNote(notes[31].id)
            XCTAssertTrue(MainLoop.run { Self.focused(list) == "note 32" })
            MainLoop.drain()
            let after = Self.places(list)
            for text in ["note 29", "note 30"] where before[text] != nil {
                XCTAssertEqual(after[text], before[text], text)
            }
            // The last one has none behind it.
            let last = try XCTUnwrap(notes.last)
            list.reveal(last.id)
            XCTAssertTrue(
                MainLoop.run { list.index(of: last.id).map { list.rows.focus($0) } == true }
            )
            try program.library.deleteNote(last.id)
            XCTAssertTrue(MainLoop.run { Self.focused(list) == "note 58" })
        }
    }

    func testANoteThatComesBackIsShown() throws {
        try withProgram { program in
            let (book, window, list) = try Self.open(program, with: 200) { "note \($0)" }
            let notes = try program.library.notes(on: book)
            window.deletedNotes.delete(notes[198])
            XCTAssertTrue(
                MainLoop.run { (try? program.library.note(notes[198].id)) == .some(nil) }
            )
            list.reveal(notes[10].id)
            XCTAssertTrue(MainLoop.run { Self.places(list)["note 10"] != nil })
            XCTAssertNil(Self.places(list)["note 198"])
            XCTAssertTrue(window.toasts.performAction())
            XCTAssertTrue(MainLoop.run { Self.places(list)["note 198"] != nil })
        }
    }

    func testUnfoldingANoteAtTheEndMovesNothingAboveIt() throws {
        try withProgram { program in
            let words = String(repeating: "words that go on and on ", count: 100) + "end"
            let (_, _, list) = try Self.open(program, with: 30) { "\($0) \(words)" }
            XCTAssertTrue(MainLoop.run { list.rows.isAtEnd })
            MainLoop.drain()
            let card = try XCTUnwrap(list.liveCards.last)
            let before = try XCTUnwrap(card.root.frame(in: list.rows))
            XCTAssertTrue(card.root.click("Show More"))
            XCTAssertTrue(
                MainLoop.run {
                    (card.root.frame(in: list.rows)?.height ?? 0) > before.height + 100
                }
            )
            MainLoop.drain()
            XCTAssertEqual(card.root.frame(in: list.rows)?.y, before.y)
        }
    }

    func testAListThatIsScrolledToItsEndByHandStaysThere() throws {
        try withProgram { program in
            let (book, window, list) = try Self.open(program, with: 60) { "note \($0)" }
            // The restorer leaves the first frames to itself.
            XCTAssertTrue(
                MainLoop.run {
                    list.view.offset = 100
                    return !list.rows.sticksToEnd && !list.rows.ignoresFocus
                }
            )
            MainLoop.drain()
            list.view.offset = list.view.contentHeight
            XCTAssertTrue(MainLoop.run { list.rows.sticksToEnd })
            try program.library.addNote("the newest", on: book)
            XCTAssertTrue(MainLoop.run { Self.places(list)["the newest"] != nil })
            XCTAssertTrue(MainLoop.run { list.rows.isAtEnd })
        }
    }
}
