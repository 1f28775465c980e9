import Foundation
import XCTest

@testable import HawkNotesModel

/// What a note read before, and notes in the trash.
final class NoteVersionTests: LibraryTestCase {
    private let subject = NoteSubject.book(TestSeries.bookOne)

    func testEachTextThatWasSavedIsKept() throws {
        let environment = TestEnvironment()
        let library = try Library.inMemory(environment: environment.library)
        let note = try library.addNote("one", on: subject)
        environment.advance(by: 60)
        try library.updateNote(note.id, text: "two")
        environment.advance(by: 60)
        let edit = try library.saveEdit(
            of: note.id,
            text: "three",
            base: "two",
            on: subject,
            newID: uuid(9)
        )
        XCTAssertEqual(edit, .changed)
        try library.updateNote(note.id, text: "three")

        let versions = try library.earlierVersions(of: note.id)
        XCTAssertEqual(versions.map(\.text), ["two", "one"])
        XCTAssertEqual(
            versions.map(\.savedAt.timeIntervalSince1970),
            [1_700_000_060, 1_700_000_000]
        )
        XCTAssertEqual(
            versions.map(\.replacedAt.timeIntervalSince1970),
            [1_700_000_120, 1_700_000_060]
        )

        environment.advance(by: 60)
        try library.bringBack(versions[1])
        XCTAssertEqual(try library.note(note.id)?.text, "one")
        XCTAssertEqual(
            try library.earlierVersions(of: note.id).map(\.text),
            ["three", "two", "one"]
        )
        try library.bringBack(versions[1])
        XCTAssertEqual(try library.earlierVersions(of: note.id).count, 3, "it reads so already")
        XCTAssertEqual(try library.check(), LibraryFindings())
    }

    func testDeletedNoteComesBackWithAllThatItHas() throws {
        let library = try Library.inMemory()
        let first = try library.addNote("first", on: subject)
        let text = "on \(Mention.link(to: TestSeries.hawk, name: "Hawk"))"
        let note = try library.addNote(text, on: subject)
        _ = try library.addNote("last", on: subject)
        try library.updateNote(note.id, text: text + ", changed")
        let place = NotePlace(chapterID: uuid(51), text: "p. 87")
        let quote = Quote("What it says", color: "yellow", style: "underline")
        try library.setPlace(place, of: note.id)
        try library.setQuote(quote, of: note.id)
        let whole = try XCTUnwrap(try library.note(note.id))
        XCTAssertEqual(whole.place, place)
        XCTAssertEqual(whole.quote, quote)
        XCTAssertEqual(try library.notesMentioning(TestSeries.hawk, limit: 9), [whole])

        XCTAssertEqual(try library.deleteNote(note.id), whole)
        XCTAssertNil(try library.note(note.id))
        XCTAssertEqual(try library.noteCount(on: subject), 2)
        XCTAssertEqual(try library.mentionCount(of: TestSeries.hawk), 0)
        XCTAssertEqual(try library.earlierVersions(of: note.id).map(\.text), [text])

        try library.restoreNote(whole)
        XCTAssertEqual(try library.notes(on: subject).map(\.id)[..<2], [first.id, note.id])
        XCTAssertEqual(try library.note(note.id), whole)
        XCTAssertEqual(try library.notesMentioning(TestSeries.hawk, limit: 9), [whole])
        XCTAssertEqual(try library.earlierVersions(of: note.id).map(\.text), [text])
        XCTAssertEqual(try library.trash(limit: 9), [])
        XCTAssertEqual(try library.check(), LibraryFindings())
    }

    func testPlaceAndQuoteAreTakenAwayAgain() throws {
        let library = try Library.inMemory()
        let note = try library.addNote("text", on: subject)
        try library.setPlace(NotePlace(text: "12,5 %"), of: note.id)
        XCTAssertEqual(try library.note(note.id)?.place?.number, 12.5)
        try library.setPlace(nil, of: note.id)
        XCTAssertNil(try library.note(note.id)?.place)
        try library.setQuote(Quote("said"), of: note.id)
        try library.setQuote(nil, of: note.id)
        XCTAssertEqual(try library.note(note.id), note)
        assertThrows(.noteNotFound) { try library.setPlace(nil, of: uuid(99)) }
    }

    func testMovedNoteIsOnTheOtherPageAndBackAfterUndoing() throws {
        let library = try Library.inMemory()
        let other = NoteSubject.character(TestSeries.hawk)
        let notes = try (0..<3).map { try library.addNote("note \($0)", on: subject) }
        let undo = try library.moveNotes([notes[0].id, notes[2].id, uuid(99)], to: other)
        XCTAssertEqual(try library.notes(on: other).map(\.id), [notes[0].id, notes[2].id])
        XCTAssertEqual(try library.notes(on: subject), [notes[1]])
        XCTAssertEqual(try library.noteCounts(), [subject: 1, other: 2])
        let redo = try library.undo(undo)
        XCTAssertEqual(try library.notes(on: subject), notes)
        XCTAssertEqual(try library.noteCounts(), [subject: 3])
        try library.undo(redo)
        XCTAssertEqual(try library.noteCounts(), [subject: 1, other: 2])
    }

    func testSeveralNotesAreDeletedAndBroughtBackInOne() throws {
        let library = try Library.inMemory()
        let notes = try (0..<4).map { try library.addNote("note \($0)", on: subject) }
        let undo = try library.deleteNotes(notes[1...2].map(\.id))
        XCTAssertEqual(try library.notes(on: subject), [notes[0], notes[3]])
        let redo = try library.undo(undo)
        XCTAssertEqual(try library.notes(on: subject), notes)
        try library.undo(redo)
        XCTAssertEqual(try library.notes(on: subject), [notes[0], notes[3]])
    }
}
