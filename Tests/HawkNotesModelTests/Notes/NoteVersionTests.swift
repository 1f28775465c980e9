import Foundation
import LibraryTestSupport
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
        try library.bringBack(version: versions[1].id, of: note.id)
        XCTAssertEqual(try library.note(note.id)?.text, "one")
        XCTAssertEqual(
            try library.earlierVersions(of: note.id).map(\.text),
            ["three", "two", "one"]
        )
        try library.bringBack(version: versions[1].id, of: note.id)
        XCTAssertEqual(try library.earlierVersions(of: note.id).count, 3, "it reads so already")
        assertThrows(.notFound) { try library.bringBack(version: 99, of: note.id) }
        assertThrows(.noteNotFound) {
            try library.bringBack(version: versions[1].id, of: uuid(98))
        }
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
        let versions = try library.earlierVersions(of: note.id)
        XCTAssertEqual(versions.map(\.text), [text + ", changed", text])
        XCTAssertEqual(versions.map(\.place), [place, nil])

        try library.restoreNote(whole)
        XCTAssertEqual(try library.notes(on: subject).map(\.id)[..<2], [first.id, note.id])
        XCTAssertEqual(try library.note(note.id), whole)
        XCTAssertEqual(try library.notesMentioning(TestSeries.hawk, limit: 9), [whole])
        XCTAssertEqual(try library.earlierVersions(of: note.id), versions)
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
        XCTAssertNil(try library.note(note.id)?.quote)
        XCTAssertEqual(try library.note(note.id)?.text, "text")
        assertThrows(.noteNotFound) { try library.setPlace(nil, of: uuid(99)) }
    }

    func testBringingBackIsTakenBackUnlessTheNoteWasChangedSince() throws {
        let library = try Library.inMemory()
        let note = try library.addNote("caf\u{E9}", on: subject)
        // The same to a reader, and not the same text.
        try library.updateNote(note.id, text: "cafe\u{301}")
        let version = try XCTUnwrap(try library.history(of: note.id).versions.first)
        let undo = try library.bringBack(version: version.id, of: note.id)
        let scalars = { try library.note(note.id).map { Array($0.text.unicodeScalars) } }
        XCTAssertEqual(try scalars(), Array("caf\u{E9}".unicodeScalars))
        let redo = try library.undo(undo)
        XCTAssertEqual(try scalars(), Array("cafe\u{301}".unicodeScalars))
        try library.undo(redo)
        try library.updateNote(note.id, text: "changed since")
        XCTAssertTrue(try library.undo(undo).isEmpty)
        XCTAssertEqual(try library.note(note.id)?.text, "changed since")
        try library.deleteNote(note.id)
        XCTAssertTrue(try library.undo(undo).isEmpty)
    }

    func testHistoryIsReadWithoutTheTextsAndTheseByTheirIDs() throws {
        let environment = TestEnvironment()
        let library = try Library.inMemory(environment: environment.library)
        let note = try library.addNote("one", on: subject)
        XCTAssertEqual(
            try library.history(of: note.id),
            NoteHistory(note: note, versions: [])
        )
        for text in ["two", "three"] {
            environment.advance(by: 60)
            try library.updateNote(note.id, text: text)
        }
        let history = try library.history(of: note.id)
        XCTAssertEqual(history.note?.text, "three")
        let all = try library.earlierVersions(of: note.id)
        XCTAssertEqual(history.versions.map(\.id), all.map(\.id))
        XCTAssertEqual(history.versions.map(\.savedAt), all.map(\.savedAt))
        XCTAssertEqual(history.versions.map(\.replacedAt), all.map(\.replacedAt))
        XCTAssertEqual(try library.earlierVersions([all[1].id, 99], of: note.id), [all[1]])
        XCTAssertEqual(try library.earlierVersions([all[1].id], of: uuid(98)), [])
        try library.deleteNote(note.id)
        XCTAssertEqual(
            try library.history(of: note.id),
            NoteHistory(note: nil, versions: history.versions)
        )
    }

    /// A library with the pages of the test series.
    private func libraryWithPages() throws -> Library {
        let library = try Library.inMemory()
        try library.importSeries(from: try write(TestSeries()))
        return library
    }

    func testMovedNoteIsOnTheOtherPageAndBackAfterUndoing() throws {
        let library = try libraryWithPages()
        let other = NoteSubject.character(TestSeries.hawk)
        let notes = try (0..<3).map { try library.addNote("note \($0)", on: subject) }
        let undo = try library.moveNotes([notes[0].id, notes[2].id, uuid(99)], to: other)
        XCTAssertEqual(undo.movedNotes, [notes[0].id, notes[2].id])
        XCTAssertEqual(try library.notes(on: other).map(\.id), [notes[0].id, notes[2].id])
        XCTAssertEqual(try library.notes(on: subject), [notes[1]])
        XCTAssertEqual(try library.noteCounts(), [subject: 1, other: 2])
        let redo = try library.undo(undo)
        XCTAssertEqual(redo.movedNotes.count, 2)
        XCTAssertEqual(try library.notes(on: subject), notes)
        XCTAssertEqual(try library.noteCounts(), [subject: 3])
        try library.undo(redo)
        XCTAssertEqual(try library.noteCounts(), [subject: 1, other: 2])
    }

    func testNoteThatIsElsewhereByNowIsNotMoved() throws {
        let library = try libraryWithPages()
        let (one, other) = (
            NoteSubject.character(TestSeries.hawk), NoteSubject.character(TestSeries.rider)
        )
        let notes = try (0..<3).map { try library.addNote("note \($0)", on: subject) }
        try library.moveNotes([notes[0].id], to: one)
        try library.deleteNote(notes[1].id)
        let undo = try library.moveNotes(notes.map(\.id), from: subject, to: other)
        XCTAssertEqual(undo.movedNotes, [notes[2].id])
        XCTAssertEqual(try library.noteCounts(), [one: 1, other: 1])
        // Nor is it moved back when somebody has moved it on.
        try library.moveNotes([notes[2].id], to: one)
        XCTAssertTrue(try library.undo(undo).isEmpty)
        XCTAssertEqual(try library.noteCounts(), [one: 2])
    }

    func testNoNoteGoesToAPageThatIsGone() throws {
        let library = try libraryWithPages()
        let other = NoteSubject.character(TestSeries.hawk)
        let note = try library.addNote("note", on: subject)
        assertThrows(.notFound) {
            try library.moveNotes([note.id], to: .character(uuid(99)))
        }
        let undo = try library.moveNotes([note.id], to: other)
        try library.delete(.book(TestSeries.bookOne))
        XCTAssertTrue(try library.undo(undo).isEmpty, "it would go with the book")
        XCTAssertEqual(try library.note(note.id)?.subject, other)
        assertThrows(.notFound) { try library.moveNotes([note.id], to: subject) }
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
