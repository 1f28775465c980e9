import Foundation
import GRDB
import LibraryTestSupport
import XCTest

@testable import HawkNotesModel

/// What a note quotes and its tags: saved with it, edited by several at once, kept in its versions.
final class NoteQuoteEditTests: LibraryTestCase {
    private let environment = TestEnvironment()
    private let subject = NoteSubject.book(TestSeries.bookOne)
    private let line = Quote("The lantern went out.", color: "yellow")
    private let other = Quote("Nobody had lit it.")

    private func makeLibrary() throws -> Library {
        try Library.inMemory(environment: environment.library)
    }

    private func save(
        _ text: String,
        base: String,
        _ old: Quote?,
        _ new: Quote?,
        _ library: Library
    ) throws -> SavedEdit {
        try library.saveEdit(
            of: uuid(7),
            text: text,
            base: base,
            quote: NoteQuoteEdit(from: old, to: new),
            on: subject,
            newID: uuid(8)
        )
    }

    func testANoteIsSavedWithItsQuotationAndNeedsNoWordsThen() throws {
        let library = try makeLibrary()
        let note = try library.addNote(
            " \n",
            on: subject,
            id: uuid(7),
            quote: Quote("\n  The lantern\n\nwent out.  \0", color: "yellow"),
            tags: ["#Light", "light", "two  words", " # "]
        )
        XCTAssertEqual(note.text, "")
        XCTAssertEqual(note.quote, Quote("  The lantern\n\nwent out.", color: "yellow"))
        XCTAssertEqual(note.tags, ["Light", "two words"])
        XCTAssertEqual(try library.note(note.id), note)
        assertThrows(.emptyNote) { try library.addNote("", on: subject, quote: Quote(" \n")) }
        assertThrows(.emptyNote) { try library.setQuote(nil, of: note.id) }
        // Words can be taken away again as long as there is a quotation.
        try library.updateNote(note.id, text: "my own")
        XCTAssertEqual(try library.updateNote(note.id, text: " ").text, "")
        try library.updateNote(note.id, text: "my own")
        try library.setQuote(nil, of: note.id)
        assertThrows(.emptyNote) { try library.updateNote(note.id, text: "") }
    }

    func testAnotherQuotationIsAnEarlierVersionAndIsToldOnce() throws {
        let library = try makeLibrary()
        let note = try library.addNote("text", on: subject, id: uuid(7), quote: line)
        environment.advance(by: 60)
        for _ in 1...2 {
            XCTAssertEqual(try save("text", base: "text", line, other, library), .changed)
        }
        let changed = try XCTUnwrap(try library.note(note.id))
        XCTAssertEqual(changed.quote, other)
        XCTAssertEqual(changed.modifiedAt, note.modifiedAt.addingTimeInterval(60))
        let versions = try library.earlierVersions(of: note.id)
        XCTAssertEqual(versions.map(\.quote), [line])
        XCTAssertEqual(versions.map(\.text), ["text"])
        XCTAssertEqual(versions.map(\.savedAt), [note.createdAt])
        XCTAssertEqual(library.revision, 2, "the second time nothing was to be done")
    }

    func testTextAndQuotationOfTwoPeopleBothHold() throws {
        let library = try makeLibrary()
        try library.addNote("base", on: subject, id: uuid(7), quote: line)
        XCTAssertEqual(try save("mine", base: "base", line, line, library), .changed)
        XCTAssertEqual(try save("base", base: "base", line, other, library), .changed)
        let note = try XCTUnwrap(try library.note(uuid(7)))
        XCTAssertEqual(note.text, "mine")
        XCTAssertEqual(note.quote, other)
        // Both at once make one version.
        XCTAssertEqual(try save("later", base: "mine", other, nil, library), .changed)
        XCTAssertEqual(try library.earlierVersions(of: note.id).count, 3)
    }

    func testTwoQuotationsForOneNoteAreTwoNotes() throws {
        let library = try makeLibrary()
        try library.addNote("", on: subject, id: uuid(7), quote: line)
        XCTAssertEqual(try save("", base: "", line, other, library), .changed)
        let third = Quote("A third one")
        for _ in 1...2 {
            XCTAssertEqual(try save("", base: "", line, third, library), .becameNewAsChanged)
        }
        XCTAssertEqual(try library.notes(on: subject).map(\.quote), [other, third])
        try library.deleteNotes([uuid(7), uuid(8)])
        XCTAssertEqual(try save("words", base: "", third, line, library), .becameNewAsDeleted)
        XCTAssertEqual(try library.note(uuid(8))?.quote, line)
        XCTAssertEqual(try library.note(uuid(8))?.text, "words")
    }

    func testTheEditThatTakesBothAwayIsRefused() throws {
        let library = try makeLibrary()
        let note = try library.addNote("text", on: subject, id: uuid(7), quote: line)
        assertThrows(.emptyNote) { try save(" ", base: "text", line, nil, library) }
        XCTAssertEqual(try library.note(note.id), note)
        XCTAssertEqual(try save("", base: "text", line, line, library), .changed)
        assertThrows(.emptyNote) { try save("", base: "", line, nil, library) }
        XCTAssertEqual(try library.note(note.id)?.quote, line)
    }

    func testAnEarlierVersionBringsAllOfItBackAndIsTakenBackInOne() throws {
        let library = try makeLibrary()
        let place = NotePlace(chapterID: uuid(51), text: "p. 9")
        let note = try library.addNote(
            "first",
            on: subject,
            id: uuid(7),
            place: place,
            quote: line,
            tags: ["Light"]
        )
        try library.updateNote(note.id, text: "second")
        try library.setPlace(nil, of: note.id)
        try library.setQuote(other, of: note.id)
        try library.setTags([], of: note.id)
        let present = try XCTUnwrap(try library.note(note.id))
        let first = try XCTUnwrap(try library.history(of: note.id).versions.last)
        let undo = try library.bringBack(version: first.id, of: note.id)
        let back = try XCTUnwrap(try library.note(note.id))
        XCTAssertEqual(back.text, "first")
        XCTAssertEqual(back.place, place)
        XCTAssertEqual(back.quote, line)
        XCTAssertEqual(back.tags, ["Light"])
        XCTAssertEqual(try library.earlierVersions(of: note.id).count, 3, "one for both")

        try library.undo(undo)
        let again = try XCTUnwrap(try library.note(note.id))
        XCTAssertEqual(NoteContents(again), NoteContents(present))
        XCTAssertEqual(try library.earlierVersions(of: note.id).count, 4)
        // Something of it was changed since: only the rest is taken back.
        let second = try library.bringBack(version: first.id, of: note.id)
        try library.setQuote(Quote("theirs"), of: note.id)
        try library.undo(second)
        XCTAssertEqual(try library.note(note.id)?.text, "second")
        XCTAssertEqual(try library.note(note.id)?.quote?.text, "theirs")
        XCTAssertEqual(try library.check(), LibraryFindings())
    }

    func testAVersionFromBeforeTheyKnewItLeavesTheQuotationAlone() throws {
        let library = try makeLibrary()
        let note = try library.addNote("first", on: subject, quote: line, tags: ["Light"])
        try library.updateNote(note.id, text: "second")
        try library.write("make it an old one") { db in
            (try db.forgetQuotesOfVersions(), [])
        }
        let version = try XCTUnwrap(try library.earlierVersions(of: note.id).first)
        XCTAssertFalse(version.isWhole)
        try library.bringBack(version: version.id, of: note.id)
        let back = try XCTUnwrap(try library.note(note.id))
        XCTAssertEqual(back.text, "first")
        XCTAssertEqual(back.quote, line)
        XCTAssertEqual(back.tags, ["Light"])
    }

    func testTagsFollowTheNoteIntoTheTrashAndBack() throws {
        let library = try makeLibrary()
        func tags() throws -> [String] {
            try library.read("look") { try $0.noteTags() }
        }
        let note = try library.addNote("text", on: subject, tags: ["Été", "Zwei"])
        XCTAssertEqual(try tags(), ["ete", "zwei"])
        let undo = try library.changeContents(of: note.id) { $0.tags = ["ÉTÉ"] }
        XCTAssertEqual(try tags(), ["ete"])
        XCTAssertEqual(try library.earlierVersions(of: note.id), [], "tags alone make none")
        let changed = try XCTUnwrap(try library.note(note.id))
        try library.deleteNote(note.id)
        XCTAssertEqual(try tags(), [])
        try library.restoreNote(changed)
        XCTAssertEqual(try library.note(note.id), changed)
        XCTAssertEqual(try tags(), ["ete"])
        try library.undo(undo)
        XCTAssertEqual(try library.note(note.id)?.tags, ["Été", "Zwei"])
        XCTAssertEqual(try tags(), ["ete", "zwei"])
    }

    func testTagsOfTwoPeopleAreSettledLikeTheRest() throws {
        let library = try makeLibrary()
        try library.addNote("base", on: subject, id: uuid(7), tags: ["One"])
        func save(
            _ text: String,
            base: String,
            _ old: [String],
            _ new: [String]
        ) throws -> SavedEdit {
            try library.saveEdit(
                of: uuid(7),
                text: text,
                base: base,
                tags: NoteTagsEdit(from: old, to: new),
                on: subject,
                newID: uuid(8)
            )
        }
        XCTAssertEqual(try save("mine", base: "base", ["One"], ["One"]), .changed)
        XCTAssertEqual(try save("base", base: "base", ["One"], ["One", "Two"]), .changed)
        XCTAssertEqual(try library.note(uuid(7))?.tags, ["One", "Two"])
        XCTAssertEqual(try library.note(uuid(7))?.text, "mine")
        XCTAssertEqual(try save("base", base: "base", ["One"], []), .becameNewAsChanged)
        XCTAssertEqual(try library.note(uuid(8))?.tags, [])
    }
}
