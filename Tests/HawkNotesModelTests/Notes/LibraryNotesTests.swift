import Foundation
import LibraryTestSupport
import XCTest

@testable import HawkNotesModel

final class LibraryNotesTests: LibraryTestCase {
    private let subject = NoteSubject.character(TestSeries.hawk)

    func testNotesComeOldestFirstAndOnlyThoseOfTheSubject() throws {
        let environment = TestEnvironment()
        let library = try Library.inMemory(environment: environment.library)
        let first = try library.addNote("first", on: subject)
        let second = try library.addNote("second, in the same millisecond", on: subject)
        environment.advance(by: 60)
        let third = try library.addNote("third", on: subject)
        // The same id as a book is another subject.
        try library.addNote("elsewhere", on: .book(TestSeries.hawk))

        XCTAssertEqual(try library.notes(on: subject), [first, second, third])
        XCTAssertEqual(
            try library.noteCounts(),
            [subject: 3, .book(TestSeries.hawk): 1]
        )
        XCTAssertEqual(try library.allNotes().count, 4)
        let some = [third.id, uuid(99), second.id, first.id]
        XCTAssertEqual(try library.notes(some), [first, second, third])
        XCTAssertEqual(try library.note(third.id), third)
        XCTAssertNil(try library.note(uuid(99)))
    }

    func testDatesSurviveTheWayThereAndBack() throws {
        let environment = TestEnvironment()
        environment.advance(by: 0.123_456_789)
        let library = try Library.inMemory(environment: environment.library)
        let note = try library.addNote("text", on: subject)
        XCTAssertEqual(note.createdAt, note.modifiedAt)
        XCTAssertEqual(note.createdAt.timeIntervalSince1970, 1_700_000_000.123, accuracy: 1e-6)
        XCTAssertEqual(try library.note(note.id), note)
    }

    func testTextLosesEmptyLinesAroundItAndNothingElse() throws {
        let library = try Library.inMemory()
        let text = "\n \t\n    indented\n\n  more 👩‍👩‍👧 e\u{301}\r\n \n"
        let note = try library.addNote(text, on: subject)
        XCTAssertEqual(note.text, "    indented\n\n  more 👩‍👩‍👧 e\u{301}")
        let stored = try XCTUnwrap(try library.note(note.id)).text
        XCTAssertEqual(Array(stored.utf8), Array(note.text.utf8))
    }

    func testNullCharacterDoesNotCutTheText() throws {
        let library = try Library.inMemory()
        let note = try library.addNote("before\0after", on: subject)
        XCTAssertEqual(try library.note(note.id)?.text, "beforeafter")
    }

    func testNoteOfBlanksIsRefused() throws {
        let library = try Library.inMemory()
        for blank in ["", "  \n\t\r\n ", "\0"] {
            assertThrows(.emptyNote, mentioning: "needs some text") {
                try library.addNote(blank, on: subject)
            }
        }
        let note = try library.addNote("text", on: subject)
        assertThrows(.emptyNote) { try library.updateNote(note.id, text: " ") }
        XCTAssertEqual(try library.allNotes(), [note])
    }

    func testUpdateKeepsEverythingButTextAndDate() throws {
        let environment = TestEnvironment()
        let library = try Library.inMemory(environment: environment.library)
        let note = try library.addNote("old", on: subject)
        environment.advance(by: 5)
        let unchanged = try library.updateNote(note.id, text: "old\n")
        XCTAssertEqual(unchanged, note, "the same text is no change")

        let changed = try library.updateNote(note.id, text: "new")
        XCTAssertEqual(changed.text, "new")
        XCTAssertEqual(changed.createdAt, note.createdAt)
        XCTAssertEqual(changed.modifiedAt, note.createdAt + 5)
        XCTAssertEqual(try library.notes(on: subject), [changed])
    }

    func testAnotherSpellingOfTheSameCharacterIsAChange() throws {
        let library = try Library.inMemory()
        let note = try library.addNote("sg\u{E0}ilean", on: subject)
        try library.updateNote(note.id, text: "sga\u{300}ilean")
        let text = try XCTUnwrap(try library.note(note.id)).text
        XCTAssertEqual(text.unicodeScalars.count, 9)
    }

    func testUndoOfDeleteBringsTheNoteBackToItsPlace() throws {
        let environment = TestEnvironment()
        let library = try Library.inMemory(environment: environment.library)
        // All in one millisecond, so that only the sequence can order them.
        let notes = try ["a", "b", "c"].map { try library.addNote($0, on: subject) }
        let changed = try library.updateNote(notes[1].id, text: "b, changed")

        for note in [notes[0], changed, notes[2]] {
            let deleted = try library.deleteNote(note.id)
            XCTAssertEqual(deleted, note)
            XCTAssertNil(try library.note(note.id))
            try library.restoreNote(deleted)
            XCTAssertEqual(try library.notes(on: subject), [notes[0], changed, notes[2]])
        }
    }

    func testPlaceOfADeletedNoteIsNotGivenToANewOne() throws {
        let environment = TestEnvironment()
        let library = try Library.inMemory(environment: environment.library)
        let first = try library.addNote("first", on: subject)
        let deleted = try library.deleteNote(try library.addNote("last", on: subject).id)
        let new = try library.addNote("new", on: subject)
        try library.restoreNote(deleted)
        XCTAssertEqual(try library.notes(on: subject), [first, deleted, new])
    }

    func testUndoingADeleteTwiceKeepsTheNewerText() throws {
        let library = try Library.inMemory()
        let note = try library.addNote("old", on: subject)
        let deleted = try library.deleteNote(note.id)
        try library.restoreNote(deleted)
        try library.updateNote(note.id, text: "new")
        try library.restoreNote(deleted)
        XCTAssertEqual(try library.notes(on: subject).map(\.text), ["new"])
    }

    func testChangingOrDeletingAMissingNoteSaysSo() throws {
        let library = try Library.inMemory()
        assertThrows(.noteNotFound, mentioning: "no longer exists") {
            try library.updateNote(uuid(99), text: "text")
        }
        assertThrows(.noteNotFound) { try library.deleteNote(uuid(99)) }
    }

    func testSavingANoteTwiceUnderTheSameIDMakesOneNote() throws {
        let library = try Library.inMemory()
        let note = try library.addNote("text", on: subject, id: uuid(7))
        XCTAssertEqual(note.id, uuid(7))
        XCTAssertEqual(try library.addNote("other", on: subject, id: uuid(7)), note)
        XCTAssertEqual(try library.notes(on: subject), [note])
    }

    func testWhatHasBeenDeletedIsNotSavedOnceMoreUnlessItReadsOtherwise() throws {
        let library = try Library.inMemory()
        let note = try library.addNote("first", on: subject, id: uuid(7))
        try library.updateNote(note.id, text: "second")
        let deleted = try library.deleteNote(note.id)
        for text in ["first", "second\n"] {
            assertThrows(.noteNotFound) { try library.addNote(text, on: subject, id: uuid(7)) }
            let edit = try library.saveEdit(
                of: uuid(8),
                text: text,
                base: "",
                on: subject,
                newID: uuid(7)
            )
            XCTAssertEqual(edit, .becameNewAsDeleted)
        }
        XCTAssertEqual(try library.notes(on: subject), [])
        XCTAssertEqual(try library.trash(limit: 9).map(\.title), ["second"])

        XCTAssertEqual(try library.addNote("third", on: subject, id: uuid(7)).id, deleted.id)
        XCTAssertEqual(try library.notes(on: subject).map(\.text), ["third"])
        XCTAssertEqual(try library.trash(limit: 9), [])
        let versions = try library.earlierVersions(of: note.id).map(\.text)
        XCTAssertEqual(Set(versions), ["first", "second"])
        XCTAssertEqual(try library.addNote("third", on: subject, id: uuid(7)).text, "third")

        try library.deleteNote(note.id)
        let edit = try library.saveEdit(
            of: uuid(8),
            text: "fourth",
            base: "",
            on: subject,
            newID: uuid(7)
        )
        XCTAssertEqual(edit, .becameNewAsDeleted)
        XCTAssertEqual(try library.notes(on: subject).map(\.text), ["fourth"])
        XCTAssertEqual(try library.check(), LibraryFindings())
    }

    func testSavedEditKeepsWhatOthersDidToTheNote() throws {
        let library = try Library.inMemory()
        let note = try library.addNote("base", on: subject)
        func save(_ text: String, base: String) throws -> SavedEdit {
            try library.saveEdit(of: note.id, text: text, base: base, on: subject, newID: uuid(8))
        }
        XCTAssertEqual(try save("mine", base: "base"), .changed)
        XCTAssertEqual(try save("mine", base: "base"), .changed, "once more")
        XCTAssertEqual(try library.notes(on: subject).map(\.text), ["mine"])

        try library.updateNote(note.id, text: "theirs")
        for _ in 1...2 {
            XCTAssertEqual(try save("ours", base: "mine"), .becameNewAsChanged)
        }
        XCTAssertEqual(try library.notes(on: subject).map(\.text), ["theirs", "ours"])

        try library.deleteNote(uuid(8))
        try library.deleteNote(note.id)
        XCTAssertEqual(try save("late", base: "mine"), .becameNewAsDeleted)
        XCTAssertEqual(try library.notes(on: subject).map(\.text), ["late"])
    }
}
