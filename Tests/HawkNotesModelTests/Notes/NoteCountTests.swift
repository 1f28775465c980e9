import Foundation
import GRDB
import LibraryTestSupport
import XCTest

@testable import HawkNotesModel

final class NoteCountTests: LibraryTestCase {
    private let book = NoteSubject.book(uuid(11))
    private let hawk = NoteSubject.character(uuid(11))

    func testCountsFollowEveryWriteWhoeverMakesIt() throws {
        let library = try Library.inMemory()
        var notes: [Note] = []
        for text in ["a", "b", "c"] { notes.append(try library.addNote(text, on: book)) }
        try library.addNote("d", on: hawk)
        XCTAssertEqual(try library.noteCounts(), [book: 3, hawk: 1])
        try library.updateNote(notes[0].id, text: "other")
        try library.deleteNote(notes[0].id)
        try library.restoreNote(notes[0])
        try library.restoreNote(notes[0])
        XCTAssertEqual(try library.noteCounts(), [book: 3, hawk: 1])

        // As another program would, and as notes are moved.
        _ = try library.write("move the notes") { db in
            try db.execute(
                sql: "UPDATE note SET subjectKind = 'character' WHERE id = ?",
                arguments: [notes[1].id]
            )
            try db.execute(sql: "DELETE FROM note WHERE id = ?", arguments: [notes[2].id])
            return ((), [])
        }
        XCTAssertEqual(try library.noteCounts(), [book: 1, hawk: 2])
        XCTAssertEqual(try library.noteCount(on: hawk), 2)
        XCTAssertEqual(try library.noteCount(on: .book(uuid(12))), 0)
        XCTAssertEqual(try library.check(), LibraryFindings())

        _ = try library.write("empty the pages") { db in
            (try db.execute(sql: "DELETE FROM note"), [])
        }
        XCTAssertEqual(try library.noteCounts(), [:], "a page without notes is not in it")
    }

    func testCountsAreReadWithoutTheNotes() throws {
        let library = try Library.inMemory()
        let plan = try library.read("explain") { db in
            try Row.fetchAll(
                db,
                sql: "EXPLAIN QUERY PLAN SELECT subjectKind, subjectID, count FROM noteCount"
            ).map { try $0.decode(String.self, forColumn: "detail") }
        }
        XCTAssertEqual(plan, ["SCAN noteCount"])
        // The rows need not be there for it.
        try library.addNote("text", on: book)
        _ = try library.write("hide the notes") { db in
            (try db.renameTable("note", to: "hidden"), [])
        }
        XCTAssertEqual(try library.noteCounts(), [book: 1])
    }

    func testThoseOfASeriesAreFoundByItsBooksAndCharacters() throws {
        let library = try Library.inMemory()
        try library.importBundledSeries()
        let series = try library.series()
        let character = NoteSubject.character(series.allCharacters[0].id)
        let own = NoteSubject.book(series.books[1].id)
        let (other, otherBook) = (UUID(), UUID())
        try library.saveSeries(other, title: "Mine")
        try library.save(Book(id: otherBook, seriesID: other, title: "One", position: 0))
        for subject in [character, own, own, .book(otherBook), book] {
            try library.addNote("text", on: subject)
        }
        XCTAssertEqual(try library.noteCounts(ofSeries: series.id), [character: 1, own: 2])
        XCTAssertEqual(try library.noteCounts(ofSeries: other), [.book(otherBook): 1])
        XCTAssertEqual(try library.noteCounts(ofSeries: uuid(99)), [:])
        let plan = try library.read("explain") { db in
            try Row.fetchAll(
                db,
                sql: "EXPLAIN QUERY PLAN " + Library.noteCountsOfSeries,
                arguments: [series.id, series.id]
            ).map { try $0.decode(String.self, forColumn: "detail") }
        }
        XCTAssertFalse(plan.contains { $0.hasPrefix("SCAN") }, "\(plan)")
    }

    func testWrongCountIsFoundByTheCheck() throws {
        for sql in [
            "UPDATE noteCount SET count = 7", "DELETE FROM noteCount",
            "INSERT INTO noteCount VALUES ('book', X'00000000000040008000000000000063', 1)",
        ] {
            let library = try Library.inMemory()
            try library.addNote("text", on: book)
            XCTAssertEqual(try library.check(), LibraryFindings())
            _ = try library.write("miscount") { db in (try db.execute(sql: sql), []) }
            XCTAssertEqual(
                try library.check().structure,
                ["the notes of some pages are miscounted"],
                sql
            )
        }
    }
}
