import Foundation
import GRDB
import LibraryTestSupport
import XCTest

@testable import HawkNotesModel

/// The status of a book and the point up to which its series is read.
final class ReadingChoiceTests: LibraryTestCase {
    private let books = [uuid(11), uuid(12), uuid(13)]
    private let chapters = [uuid(41), uuid(42), uuid(43)]

    /// Three books, the second with three chapters.
    private func makeLibrary() throws -> Library {
        let library = try Library.inMemory()
        try library.saveSeries(uuid(1), title: "Series")
        for (position, id) in books.enumerated() {
            try library.save(
                Book(id: id, seriesID: uuid(1), title: "Book \(position)", position: position)
            )
        }
        for (position, id) in chapters.enumerated() {
            try library.save(
                Chapter(id: id, bookID: books[1], name: "Chapter \(position)", position: position)
            )
        }
        return library
    }

    private func series(_ library: Library) throws -> Series {
        try XCTUnwrap(try library.series(uuid(1)))
    }

    private func status(_ library: Library, _ book: Int = 1) throws -> ReadingStatus? {
        try series(library).book(books[book])?.readingStatus
    }

    func testNoStatusHidesAnythingForThoseWhoHaveChosenNoChapter() throws {
        let library = try makeLibrary()
        for book in books {
            for status in ReadingStatus.allCases + [nil] {
                try library.setReading(.status(status), of: book)
                XCTAssertEqual(try series(library).book(book)?.readingStatus, status)
                XCTAssertNil(try series(library).readUpTo)
                XCTAssertFalse(try series(library).veil.isOn)
            }
        }
        try library.setReading(.hidesNothing, of: books[0])
        XCTAssertNil(try series(library).readUpTo)
        XCTAssertEqual(try library.seriesWithVeil(), [])
    }

    func testOnlyFinishedMovesThePointAndOnlyForward() throws {
        let library = try makeLibrary()
        let here = ReadingPosition(bookID: books[1], chapterID: chapters[0])
        try library.setReading(.chapter(chapters[0]), of: books[1])
        XCTAssertEqual(try series(library).readUpTo, here)
        XCTAssertEqual(try status(library), .reading)
        for status in [ReadingStatus.toRead, .stopped, .reading, nil] {
            for book in books {
                try library.setReading(.status(status), of: book)
                XCTAssertEqual(try series(library).readUpTo, here)
            }
        }
        try library.setReading(.status(.finished), of: books[0])
        XCTAssertEqual(try series(library).readUpTo, here, "it lies behind that book already")
        try library.setReading(.status(.finished), of: books[1])
        XCTAssertEqual(try series(library).readUpTo, ReadingPosition(bookID: books[1]))
        try library.setReading(.status(.finished), of: books[2])
        XCTAssertEqual(try series(library).readUpTo, ReadingPosition(bookID: books[2]))
        try library.setReading(.status(.finished), of: books[1])
        XCTAssertEqual(try series(library).readUpTo, ReadingPosition(bookID: books[2]))
    }

    func testThePointMayBeTheBeginningOrTheEndOfABook() throws {
        let library = try makeLibrary()
        try library.setReading(.beginning, of: books[1])
        XCTAssertEqual(try series(library).readUpTo, ReadingPosition(bookID: books[0]))
        XCTAssertNil(try status(library), "nothing is said of the book")
        try library.setReading(.end, of: books[1])
        XCTAssertEqual(try series(library).readUpTo, ReadingPosition(bookID: books[1]))
        XCTAssertEqual(try status(library), .finished)
        // One may begin anew.
        try library.setReading(.chapter(chapters[1]), of: books[1])
        XCTAssertEqual(try series(library).readUpTo?.chapterID, chapters[1])
        XCTAssertEqual(try status(library), .reading)
        try library.setReading(.hidesNothing, of: books[1])
        XCTAssertFalse(try series(library).veil.isOn)
        XCTAssertEqual(try status(library), .reading, "the status stays")
        assertThrows(.notFound) { try library.setReading(.beginning, of: self.books[0]) }
    }

    func testABookWithoutChaptersIsReadWithNothingOfItHidden() throws {
        let library = try makeLibrary()
        try library.setReading(.chapter(chapters[0]), of: books[1])
        XCTAssertTrue(try series(library).veil.hides(book: books[2]))
        try library.setReading(.reading, of: books[2])
        XCTAssertFalse(try series(library).veil.hides(book: books[2]))
        XCTAssertEqual(try status(library, 2), .reading)
        XCTAssertTrue(try series(library).veil.isOn)
    }

    func testAChoiceIsTakenBackInOnePiece() throws {
        let library = try makeLibrary()
        try library.setReading(.status(.toRead), of: books[1])
        try library.setReading(.beginning, of: books[1])
        let undo = try library.setReading(.chapter(chapters[2]), of: books[1])
        let redo = try library.undo(undo)
        XCTAssertEqual(try status(library), .toRead)
        XCTAssertEqual(try series(library).readUpTo, ReadingPosition(bookID: books[0]))
        try library.undo(redo)
        XCTAssertEqual(try status(library), .reading)
        XCTAssertEqual(try series(library).readUpTo?.chapterID, chapters[2])
        XCTAssertTrue(try library.setReading(.chapter(chapters[2]), of: books[1]).isEmpty)
    }

    func testAChapterOfAnotherBookIsRefused() throws {
        let library = try makeLibrary()
        let revision = library.revision
        assertThrows(.notFound) {
            try library.setReading(.chapter(self.chapters[0]), of: self.books[0])
        }
        assertThrows(.notFound) { try library.setReading(.chapter(uuid(99)), of: self.books[1]) }
        assertThrows(.notFound) { try library.setReading(.status(.toRead), of: uuid(99)) }
        XCTAssertEqual(library.revision, revision)
        XCTAssertNil(try status(library))
    }

    func testTheStateIsWhatWasSaidElseWhatDatesAndThePointTell() throws {
        let library = try makeLibrary()
        func state(_ book: Int = 1) throws -> ReadingState {
            try series(library).readingState(of: books[book])
        }
        XCTAssertEqual(try state(), ReadingState())
        try library.setReadUpTo(
            ReadingPosition(bookID: books[1], chapterID: chapters[1]),
            in: uuid(1)
        )
        let chapter = try series(library).chapters(of: books[1])[1]
        XCTAssertEqual(try state(0), ReadingState(status: .finished))
        XCTAssertEqual(try state(1), ReadingState(status: .reading, chapter: chapter))
        XCTAssertEqual(try state(2), ReadingState(status: .toRead))
        try library.setReading(.status(.stopped), of: books[1])
        XCTAssertEqual(try state(1), ReadingState(status: .stopped))
        try library.setReading(.status(nil), of: books[1])
        var book = try XCTUnwrap(try series(library).book(books[2]))
        book.readings = [ReadingDates(startedOn: "2024")]
        try library.save(book)
        XCTAssertEqual(try state(2), ReadingState(status: .reading))
        book.readings = [ReadingDates(finishedOn: "2023"), ReadingDates(startedOn: "2024")]
        try library.save(book)
        XCTAssertEqual(try state(2), ReadingState(status: .finished))
        XCTAssertEqual(try series(library).readingState(of: uuid(99)), ReadingState())
    }

    func testWhatTheReaderEmptiesOfABookOfTheirOwnIsNotedDown() throws {
        let library = try makeLibrary()
        func changedFields() throws -> String? {
            try library.read("read the row") { db in
                try String.fetchOne(
                    db,
                    sql: "SELECT changedFields FROM book WHERE id = ?",
                    arguments: [self.books[0]]
                )
            }
        }
        var book = try XCTUnwrap(try series(library).book(books[0]))
        book.rating = 8
        book.shelves = ["sea"]
        try library.save(book)
        XCTAssertNil(try changedFields())
        book.rating = nil
        book.shelves = []
        let undo = try library.save(book)
        XCTAssertEqual(try changedFields(), "rating shelves")
        try library.undo(undo)
        XCTAssertNil(try changedFields())
    }
}
