import Foundation
import LibraryTestSupport
import XCTest

@testable import HawkNotesModel

/// Text and place of a note, written by several at once.
final class NotePlaceEditTests: LibraryTestCase {
    private let subject = NoteSubject.book(TestSeries.bookOne)
    private let page7 = NotePlace(text: "p. 7")
    private let page9 = NotePlace(chapterID: uuid(5), text: "p. 9")

    private func save(
        _ text: String,
        base: String,
        _ old: NotePlace?,
        _ new: NotePlace?,
        _ library: Library
    ) throws -> SavedEdit {
        try library.saveEdit(
            of: uuid(7),
            text: text,
            base: base,
            place: NotePlaceEdit(from: old, to: new),
            on: subject,
            newID: uuid(8)
        )
    }

    func testANoteIsSavedWithItsPlaceAndOnce() throws {
        let library = try Library.inMemory()
        let place = NotePlace(chapterID: uuid(5), text: " p.\n 7 ")
        let note = try library.addNote("text", on: subject, id: uuid(7), place: place)
        XCTAssertEqual(note.place, NotePlace(chapterID: uuid(5), text: "p. 7"))
        XCTAssertEqual(try library.note(note.id), note)
        XCTAssertEqual(
            try library.addNote("text", on: subject, id: uuid(7), place: page9),
            note,
            "once"
        )
        let other = try library.addNote("text", on: subject, place: NotePlace(text: " \n"))
        XCTAssertNil(other.place)
    }

    func testAPlaceAloneMakesNoEarlierVersionAndIsToldOnce() throws {
        let environment = TestEnvironment()
        let library = try Library.inMemory(environment: environment.library)
        let note = try library.addNote("text", on: subject, id: uuid(7))
        for _ in 1...2 {
            XCTAssertEqual(try save("text", base: "text", nil, page7, library), .changed)
        }
        let changed = try XCTUnwrap(try library.note(note.id))
        XCTAssertEqual(changed.place, page7)
        XCTAssertEqual(changed.modifiedAt, note.modifiedAt)
        XCTAssertEqual(try library.earlierVersions(of: note.id), [])
        XCTAssertEqual(library.revision, 2, "the second time nothing was to be done")
        XCTAssertEqual(try save("text", base: "text", page7, nil, library), .changed)
        XCTAssertNil(try library.note(note.id)?.place)
    }

    func testTextAndPlaceOfTwoPeopleBothHold() throws {
        let library = try Library.inMemory()
        try library.addNote("base", on: subject, id: uuid(7), place: page9)
        // One has changed the text, the other the place, in either order.
        XCTAssertEqual(try save("mine", base: "base", page9, page9, library), .changed)
        XCTAssertEqual(try save("base", base: "base", page9, page7, library), .changed)
        XCTAssertEqual(try save("later", base: "mine", page9, page9, library), .changed)
        let note = try XCTUnwrap(try library.note(uuid(7)))
        XCTAssertEqual(note.text, "later")
        XCTAssertEqual(note.place, page7)
        XCTAssertEqual(try library.notes(on: subject).count, 1)
    }

    func testTwoPlacesForOneNoteAreTwoNotes() throws {
        let library = try Library.inMemory()
        try library.addNote("base", on: subject, id: uuid(7))
        XCTAssertEqual(try save("base", base: "base", nil, page7, library), .changed)
        for _ in 1...2 {
            XCTAssertEqual(
                try save("base", base: "base", nil, page9, library),
                .becameNewAsChanged
            )
        }
        XCTAssertEqual(try library.notes(on: subject).map(\.place), [page7, page9])
        XCTAssertEqual(try library.notes(on: subject).map(\.text), ["base", "base"])
    }

    func testWhatBecomesANewNoteKeepsItsPlace() throws {
        let library = try Library.inMemory()
        try library.addNote("theirs", on: subject, id: uuid(7))
        XCTAssertEqual(
            try save("mine", base: "base", nil, page9, library),
            .becameNewAsChanged
        )
        XCTAssertEqual(try library.note(uuid(8))?.place, page9)
        try library.deleteNotes([uuid(7), uuid(8)])
        XCTAssertEqual(
            try save("mine!", base: "base", nil, page7, library),
            .becameNewAsDeleted
        )
        XCTAssertEqual(try library.note(uuid(8))?.place, page7)
        XCTAssertEqual(try library.note(uuid(8))?.text, "mine!")
    }

    /// An import may bring a quotation without a word of the reader's.
    func testTheNoteWithoutATextGetsAPlace() throws {
        let library = try Library.inMemory()
        try library.addNote("text", on: subject, id: uuid(7))
        try library.setQuote(Quote("quoted"), of: uuid(7))
        try library.write("take the text away") { db in
            (try db.setNoteTexts(to: ""), [])
        }
        XCTAssertEqual(try save("", base: "", nil, page7, library), .changed)
        XCTAssertEqual(try library.note(uuid(7))?.place, page7)
        assertThrows(.emptyNote) { try save("", base: "text", nil, page9, library) }
    }
}
