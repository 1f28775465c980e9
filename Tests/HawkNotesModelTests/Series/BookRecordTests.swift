import Foundation
import LibraryTestSupport
import XCTest

@testable import HawkNotesModel

/// What a reader says of a book besides what stands on its cover.
final class BookRecordTests: LibraryTestCase {
    private func makeLibrary() throws -> (Library, Book) {
        let library = try Library.inMemory()
        try library.saveSeries(uuid(2), title: "Mine")
        let book = Book(
            id: uuid(111),
            seriesID: uuid(2),
            title: "My book",
            position: 0,
            language: "pt-BR",
            readingStatus: .finished,
            rating: 7,
            readings: [
                ReadingDates(startedOn: "2019-05-17", finishedOn: "2019-06"),
                ReadingDates(finishedOn: "2021"),
            ],
            shelves: ["Whales", "At the seaside"]
        )
        try library.save(book)
        return (library, book)
    }

    private func book(_ library: Library) throws -> Book {
        try XCTUnwrap(try library.series(uuid(2))?.book(uuid(111)))
    }

    func testABookIsReadAsItWasSaved() throws {
        let (library, book) = try makeLibrary()
        XCTAssertEqual(try self.book(library), book)
        XCTAssertEqual(try library.check(), LibraryFindings())
        try library.save(Book(id: uuid(112), seriesID: uuid(2), title: "Bare", position: 1))
        let bare = try XCTUnwrap(try library.series(uuid(2))?.book(uuid(112)))
        XCTAssertNil(bare.readingStatus)
        XCTAssertEqual(bare.readings, [])
        XCTAssertEqual(bare.shelves, [])
        XCTAssertEqual(try library.shelves().map(\.name), ["At the seaside", "Whales"])
        try library.delete(.book(uuid(111)))
        XCTAssertEqual(try library.shelves().map(\.name), [])
    }

    func testEachFieldIsTakenBackByItself() throws {
        let (library, book) = try makeLibrary()
        var changed = book
        changed.rating = nil
        changed.readingStatus = .stopped
        changed.readings = [ReadingDates(startedOn: "2022-01-01")]
        changed.shelves = []
        let undo = try library.save(changed)
        XCTAssertEqual(try self.book(library), changed)
        XCTAssertFalse(undo.isEmpty)
        XCTAssertTrue(try library.save(changed).isEmpty, "nothing is different")

        let redo = try library.undo(undo)
        XCTAssertEqual(try self.book(library), book)
        try library.undo(redo)
        XCTAssertEqual(try self.book(library), changed)
        // The shelves were changed since: they stay.
        var later = changed
        later.shelves = ["Later"]
        try library.save(later)
        try library.undo(undo)
        var expected = book
        expected.shelves = ["Later"]
        XCTAssertEqual(try self.book(library), expected)
    }

    func testObserversAreToldOfAList() throws {
        let (library, book) = try makeLibrary()
        let revision = library.revision
        var changed = book
        changed.shelves = ["Whales"]
        try library.save(changed)
        XCTAssertEqual(library.revision, revision + 1)
        XCTAssertEqual(try self.book(library).shelves, ["Whales"])
    }

    func testWhatIsNoValueIsRefusedByName() throws {
        let (library, book) = try makeLibrary()
        for rating in [0, 11, -1] {
            var wrong = book
            wrong.rating = rating
            assertThrows(.other, mentioning: "My book", "\(rating)") { try library.save(wrong) }
        }
        let dates = [
            "17 May", "2019-13", "2019-00", "2019-02-30", "2019-04-31", "2019-5", "19",
            "2019-05-17T10:00", "2019-05-", " 2019",
        ]
        for date in dates {
            XCTAssertFalse(ReadingDates.isDate(date), date)
            var wrong = book
            wrong.readings = [ReadingDates(startedOn: "2019"), ReadingDates(finishedOn: date)]
            assertThrows(.other, mentioning: "My book", date) { try library.save(wrong) }
        }
        XCTAssertFalse(ReadingDates.isDate(""))
        for date in ["2019", "2019-12", "2020-02-29", "0001-01-31"] {
            XCTAssertTrue(ReadingDates.isDate(date), date)
        }
        XCTAssertEqual(try self.book(library), book)
    }

    func testListsHoldWhatIsSomething() throws {
        let (library, book) = try makeLibrary()
        var odd = book
        odd.readings = [ReadingDates(), ReadingDates(startedOn: "2019")]
        odd.shelves = [" Whales ", "WHALES", "", "two\nlines", "Zoë\0"]
        try library.save(odd)
        XCTAssertEqual(try self.book(library).readings, [ReadingDates(startedOn: "2019")])
        XCTAssertEqual(try self.book(library).shelves, ["Whales", "two lines", "Zoë"])
    }

    /// Another program, or a later version, may write what this one does not know.
    func testAnUnknownValueIsNone() throws {
        let (library, _) = try makeLibrary()
        try library.write("write what is no rating") { db in
            (try db.execute(sql: "UPDATE book SET rating = 99"), [])
        }
        try library.saveSeries(uuid(2), title: "Renamed")
        XCTAssertNil(try book(library).rating)
    }
}
