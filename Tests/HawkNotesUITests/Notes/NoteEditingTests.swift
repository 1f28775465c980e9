import DisplayTestSupport
import Foundation
import GTKBridge
import HawkNotesModel
import LibraryTestSupport
import Phrases
import StateRestoration
import XCTest

@testable import HawkNotesUI

/// Notes that one window edits while another one changes or deletes them.
final class NoteEditingTests: DisplayTestCase {
    @MainActor
    private static func notes(_ window: MainWindow) throws -> NotesSection {
        try XCTUnwrap(window.tabController.page.notes)
    }

    @MainActor
    private static func cards(_ window: MainWindow) throws -> [NoteCard] {
        try notes(window).cards
    }

    /// Presses a button of the card's editor.
    @MainActor
    private static func press(_ button: String, in card: NoteCard) throws {
        XCTAssertTrue(card.isEditing)
        XCTAssertTrue(card.root.click(button), "there is no button \(button)")
    }

    /// The texts of the rows in the order in which they are seen.
    @MainActor
    private static func rows(_ window: MainWindow) throws -> [String] {
        let notes = try notes(window)
        return notes.list.view.all("note-row").map { row in
            notes.cards.first { $0.root.isSame(as: row) }?.note.text ?? "a row without a note"
        }
    }

    func testAnEditOfANoteThatIsDeletedElsewhereGoesOnWhenTheNoteComesBack() throws {
        try withProgram { program in
            let book = NoteSubject.book(program.series.books[0].id)
            let note = try program.library.addNote("as it was", on: book)
            let window = program.openWindow()
            let card = try Self.cards(window)[0]
            card.beginEditing()
            try XCTUnwrap(card.field).buffer.text = "half changed"
            try program.library.deleteNote(note.id)
            XCTAssertTrue(MainLoop.run { card.isGone })
            XCTAssertEqual(card.field?.buffer.text, "half changed")
            try program.library.restoreNote(note)
            XCTAssertTrue(MainLoop.run { !card.isGone })
            XCTAssertTrue(try Self.cards(window)[0] === card)
            XCTAssertEqual(card.field?.buffer.text, "half changed")
        }
    }

    func testAnEditOfANoteThatIsDeletedElsewhereIsOfferedAtTheNextLaunch() throws {
        try withProgram { program in
            let book = NoteSubject.book(program.series.books[0].id)
            let note = try program.library.addNote("as it was", on: book)
            let window = program.openWindow()
            let card = try Self.cards(window)[0]
            card.beginEditing()
            try XCTUnwrap(card.field).buffer.text = "half changed"
            try program.library.deleteNote(note.id)
            let restored = try program.restart()[0]
            // The library is asked for the note, off the main thread.
            XCTAssertTrue(
                MainLoop.run { restored.shownBanner?.text.contains("half changed") == true }
            )
        }
    }

    func testNotesStandInTheirOrderBesideOneThatIsDeletedElsewhereAndEditedHere() throws {
        try withProgram { program in
            let book = NoteSubject.book(program.series.books[0].id)
            let notes = try ["a", "b"].map { try program.library.addNote($0, on: book) }
            let window = program.openWindow()
            XCTAssertEqual(try Self.rows(window), ["a", "b"])
            try Self.cards(window)[0].beginEditing()
            try program.library.deleteNote(notes[0].id)
            XCTAssertTrue(MainLoop.run { (try? Self.cards(window).contains { $0.isGone }) == true })
            try program.library.addNote("c", on: book)
            XCTAssertTrue(MainLoop.run { (try? Self.cards(window).count) == 3 })
            XCTAssertEqual(try Self.rows(window).filter { $0 != "a" }, ["b", "c"])
            try program.library.restoreNote(notes[0])
            XCTAssertTrue(
                MainLoop.run { (try? Self.cards(window).contains { $0.isGone }) == false }
            )
            XCTAssertEqual(try Self.rows(window), ["a", "b", "c"])
        }
    }

    func testWhatAnotherWindowDidToANoteStaysAndTheEditBecomesANoteOfItsOwn() throws {
        try withProgram { program in
            let book = NoteSubject.book(program.series.books[0].id)
            let notes = try ["changed", "deleted", "untouched"].map {
                try program.library.addNote($0, on: book)
            }
            let window = program.openWindow()
            let cards = try Self.cards(window)
            for card in cards {
                card.beginEditing()
                try XCTUnwrap(card.field).buffer.text += " here"
            }
            try program.library.updateNote(notes[0].id, text: "changed elsewhere")
            try program.library.deleteNote(notes[1].id)
            for card in cards { try Self.press("Save", in: card) }
            let expected = [
                "changed elsewhere", "untouched here", "changed here", "deleted here",
            ]
            XCTAssertTrue(
                MainLoop.run { (try? program.library.notes(on: book).map(\.text)) == expected }
            )
            XCTAssertTrue(MainLoop.run { (try? Self.rows(window)) == expected })
        }
    }

    /// Edits a note here, and changes it elsewhere, until the card shows both versions.
    private static func withConflict(
        _ body: @MainActor (TestProgram, NoteCard, NoteSubject) throws -> Void
    ) throws {
        try withProgram { program in
            let book = NoteSubject.book(program.series.books[0].id)
            let note = try program.library.addNote("the hawk flies", on: book)
            let card = try cards(program.openWindow())[0]
            card.beginEditing()
            try XCTUnwrap(card.field).buffer.text = "the hawk flies high"
            XCTAssertFalse(showsConflict(card))
            try program.library.updateNote(note.id, text: "the raven flies")
            XCTAssertTrue(MainLoop.run { showsConflict(card) })
            XCTAssertEqual(card.field?.buffer.text, "the hawk flies high")
            try body(program, card, book)
        }
    }

    @MainActor
    private static func showsConflict(_ card: NoteCard) -> Bool {
        card.root.shows("This note was changed elsewhere:")
    }

    /// Waits until the library has these notes.
    @MainActor
    private static func expect(
        _ texts: [String],
        _ program: TestProgram,
        _ book: NoteSubject,
        line: UInt = #line
    ) {
        XCTAssertTrue(
            MainLoop.run { (try? program.library.notes(on: book).map(\.text)) == texts },
            line: line
        )
    }

    func testBothVersionsOfANoteThatWasChangedElsewhereAreShown() throws {
        try Self.withConflict { program, card, book in
            XCTAssertTrue(card.root.shows("the hawkraven flies high"), "with what differs marked")
            try XCTUnwrap(card.field).buffer.text = "the raven flies"
            XCTAssertTrue(MainLoop.run { !Self.showsConflict(card) }, "there is no difference left")
        }
    }

    func testMineIsKeptInPlaceOfTheirs() throws {
        try Self.withConflict { program, card, book in
            try Self.press("Keep Mine", in: card)
            XCTAssertFalse(Self.showsConflict(card))
            XCTAssertTrue(card.isEditing, "one may go on before saving")
            try Self.press("Save", in: card)
            Self.expect(["the hawk flies high"], program, book)
        }
    }

    func testTheirsIsKeptInPlaceOfMine() throws {
        try Self.withConflict { program, card, book in
            try Self.press("Keep Theirs", in: card)
            XCTAssertFalse(card.isEditing)
            XCTAssertEqual(card.shownText, "the raven flies")
            Self.expect(["the raven flies"], program, book)
        }
    }

    func testBothAreKept() throws {
        try Self.withConflict { program, card, book in
            try Self.press("Keep Both", in: card)
            Self.expect(["the raven flies", "the hawk flies high"], program, book)
        }
    }

    func testAConflictIsThereAgainAfterARestart() throws {
        try Self.withConflict { program, card, book in
            try program.library.updateNote(card.note.id, text: "the swift flies")
            let restored = try program.restart()[0]
            let card = try Self.cards(restored)[0]
            XCTAssertTrue(MainLoop.run { Self.showsConflict(card) })
            XCTAssertTrue(card.root.shows("the hawkswift flies high"))
            try Self.press("Keep Mine", in: card)
            try Self.press("Save", in: card)
            Self.expect(["the hawk flies high"], program, book)
        }
    }
}
