import DisplayTestSupport
import Foundation
import GTKBridge
import HawkNotesModel
import Phrases
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
    ) throws -> (book: NoteSubject, window: MainWindow, section: NotesSection) {
        let book = NoteSubject.book(program.series.books[0].id)
        for number in 0..<count { try program.library.addNote(text(number), on: book) }
        let window = program.openWindow()
        let section = try XCTUnwrap(window.tabController.page.notes)
        let last = text(count - 1)
        XCTAssertTrue(MainLoop.run { section.cards.last?.note.text == last })
        return (book, window, section)
    }

    /// The text of the note whose row has the focus.
    @MainActor
    private static func focused(_ section: NotesSection) -> String? {
        section.cards.first { $0.root.containsFocus }?.note.text
    }

    /// Where the rows in view stand, by their notes.
    @MainActor
    private static func places(_ section: NotesSection) -> [String: Double] {
        Dictionary(
            section.cards.compactMap { card in
                card.root.frame(in: section.list.rows).map { (card.note.text, $0.y) }
            },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// Whether the rows of two notes stand one below the other: rows that were just made do not yet.
    @MainActor
    private static func areLaidOut(_ texts: [String], in section: NotesSection) -> Bool {
        let ordinates = texts.compactMap { places(section)[$0] }
        return ordinates.count == texts.count && Set(ordinates).count == texts.count
    }

    func testTheNeighbourOfADeletedNoteHasTheFocusAndNothingMovesAbove() throws {
        try withProgram { program in
            let (book, window, section) = try Self.open(program, with: 60) { "note \($0)" }
            // Somewhere in the middle, where nothing has to move up.
            let notes = try program.library.notes(on: book)
            section.noteList.reveal(notes[30].id)
            XCTAssertTrue(MainLoop.run { section.list.row(of: notes[31].id.uuidString) != nil })
            section.noteList.reveal(notes[33].id)
            XCTAssertTrue(MainLoop.run { Self.areLaidOut(["note 29", "note 30"], in: section) })
            let index = try XCTUnwrap(section.list.row(of: notes[31].id.uuidString))
            XCTAssertTrue(section.list.rows.focus(index))
            MainLoop.drain()
            let before = Self.places(section)
            try program.library.deleteNote(notes[31].id)
            XCTAssertTrue(MainLoop.run { Self.focused(section) == "note 32" })
            MainLoop.drain()
            let after = Self.places(section)
            for text in ["note 29", "note 30"] {
                XCTAssertEqual(after[text], before[text], text)
            }
            // The last one has none behind it.
            let last = try XCTUnwrap(notes.last)
            section.noteList.reveal(last.id)
            XCTAssertTrue(
                MainLoop.run {
                    section.list.row(of: last.id.uuidString).map { section.list.rows.focus($0) }
                        == true
                }
            )
            try program.library.deleteNote(last.id)
            XCTAssertTrue(MainLoop.run { Self.focused(section) == "note 58" })
        }
    }

    func testTheFocusComesBackToANoteInTheMiddleOfALongPage() throws {
        try withProgram { program in
            let (book, _, section) = try Self.open(program, with: 300) { "note \($0)" }
            let notes = try program.library.notes(on: book)
            section.noteList.reveal(notes[150].id)
            let element = notes[150].id.uuidString
            XCTAssertTrue(MainLoop.run { section.list.row(of: element) != nil })
            section.noteList.reveal(notes[150].id)
            XCTAssertTrue(
                MainLoop.run {
                    section.list.row(of: element).map { section.list.rows.focus($0) } == true
                }
            )
            XCTAssertEqual(Self.focused(section), "note 150")
            let top = try XCTUnwrap(section.list.topElement)
            let window = try XCTUnwrap(program.windows.first)
            XCTAssertTrue(
                MainLoop.run {
                    window.scene.storedKeys().contains { $0.hasSuffix("/notesScroll") }
                }
            )

            let restored = try XCTUnwrap(try program.restart(presented: true).first)
            let back = try XCTUnwrap(restored.tabController.page.notes)
            XCTAssertTrue(MainLoop.run { Self.focused(back) == "note 150" })
            XCTAssertTrue(MainLoop.run { back.list.topElement?.id == top.id })
        }
    }

    func testANoteThatComesBackIsShown() throws {
        try withProgram { program in
            let (book, window, section) = try Self.open(program, with: 200) { "note \($0)" }
            let notes = try program.library.notes(on: book)
            window.deletedNotes.delete(notes[198])
            XCTAssertTrue(
                MainLoop.run { (try? program.library.note(notes[198].id)) == .some(nil) }
            )
            section.noteList.reveal(notes[10].id)
            XCTAssertTrue(MainLoop.run { Self.places(section)["note 10"] != nil })
            XCTAssertNil(Self.places(section)["note 198"])
            XCTAssertTrue(window.toasts.performAction())
            XCTAssertTrue(MainLoop.run { Self.places(section)["note 198"] != nil })
        }
    }

    func testUnfoldingANoteAtTheEndMovesNothingAboveIt() throws {
        try withProgram { program in
            let words = String(repeating: "words that go on and on ", count: 100) + "end"
            let (_, _, section) = try Self.open(program, with: 30) { "\($0) \(words)" }
            XCTAssertTrue(MainLoop.run { section.list.rows.isAtEnd })
            MainLoop.drain()
            let card = try XCTUnwrap(section.cards.last)
            let before = try XCTUnwrap(card.root.frame(in: section.list.rows))
            XCTAssertTrue(card.root.click("Show More"))
            XCTAssertTrue(
                MainLoop.run {
                    (card.root.frame(in: section.list.rows)?.height ?? 0) > before.height + 100
                }
            )
            MainLoop.drain()
            XCTAssertEqual(card.root.frame(in: section.list.rows)?.y, before.y)
        }
    }

    func testAListThatIsScrolledToItsEndByHandStaysThere() throws {
        try withProgram { program in
            let (book, window, section) = try Self.open(program, with: 60) { "note \($0)" }
            // The restorer leaves the first frames to itself.
            XCTAssertTrue(
                MainLoop.run {
                    section.list.view.offset = 100
                    return !section.list.rows.sticksToEnd && !section.list.rows.ignoresFocus
                }
            )
            MainLoop.drain()
            section.list.view.offset = section.list.view.contentHeight
            XCTAssertTrue(MainLoop.run { section.list.rows.sticksToEnd })
            try program.library.addNote("the newest", on: book)
            XCTAssertTrue(MainLoop.run { Self.places(section)["the newest"] != nil })
            XCTAssertTrue(MainLoop.run { section.list.rows.isAtEnd })
        }
    }
}
