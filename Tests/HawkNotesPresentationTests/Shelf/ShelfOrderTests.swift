import Foundation
import HawkNotesModel
import LibraryTestSupport
import XCTest

@testable import HawkNotesPresentation

/// How the shelf is sorted, and which of it is shown.
final class ShelfOrderTests: XCTestCase {
    private var library: Library!

    override func setUpWithError() throws { library = try Library.inMemory() }

    override func tearDown() { library = nil }

    /// Adds a series with one book, or a lone book where it has no title.
    @discardableResult
    private func add(
        _ title: String,
        author: String? = nil,
        book bookTitle: String,
        finished: String? = nil,
        status: ReadingStatus? = nil
    ) throws -> UUID {
        let id = UUID()
        let readings = finished.map { [ReadingDates(startedOn: nil, finishedOn: $0)] } ?? []
        _ = try library.changeSeries { changes in
            if title.isEmpty {
                try changes.makeSeriesOfLoneBook(id)
            } else {
                try changes.save(SeriesDetails(id: id, title: title, author: author))
            }
            var book = Book(id: UUID(), seriesID: id, title: bookTitle, position: 0)
            if title.isEmpty { book.author = author }
            book.readings = readings
            book.readingStatus = status
            try changes.save(book)
        }
        return id
    }

    private func titles(_ order: ShelfOrder) throws -> [String] {
        order.sorted(try library.shelf(limit: -1)).map(\.title)
    }

    func testEachOrder() throws {
        try add("Öland", author: "B", book: "One", finished: "2024")
        try add("", author: "A", book: "Lone")
        let opened = try add("Zoo", book: "Two", finished: "2025-03-01")
        try library.noteOpening(of: opened)
        XCTAssertEqual(try titles(.opened), ["Zoo", "Öland", "Lone"])
        XCTAssertEqual(try titles(.title), ["Lone", "Öland", "Zoo"])
        XCTAssertEqual(try titles(.author), ["Lone", "Öland", "Zoo"], "without an author: last")
        XCTAssertEqual(try titles(.added), ["Zoo", "Lone", "Öland"])
        XCTAssertEqual(try titles(.finished), ["Zoo", "Öland", "Lone"])
    }

    func testLoneBookStandsForItsSeriesUntilItIsDeleted() throws {
        let id = try add("", author: "Somebody", book: "Lone")
        let entry = try XCTUnwrap(library.shelf(limit: -1).first)
        XCTAssertTrue(entry.isLoneBook)
        XCTAssertEqual([entry.title, entry.author], ["Lone", "Somebody"])
        let book = try XCTUnwrap(library.series(id)?.books.first)
        let undo = try library.delete(.book(book.id))
        XCTAssertEqual(try library.shelf(limit: -1), [])
        XCTAssertEqual(try library.seriesCount(), 0)
        XCTAssertNil(try library.series(id))
        try library.undo(undo)
        XCTAssertEqual(try library.series(id)?.books, [book])
    }

    func testFilterByReadingStatus() throws {
        try add("Said", book: "One", status: .stopped)
        try add("Dated", book: "Two", finished: "2024")
        try add("Unknown", book: "Three")
        let point = try add("Point", book: "Four")
        let book = try XCTUnwrap(library.series(point)?.books.first)
        try library.setReadUpTo(ReadingPosition(bookID: book.id), in: point)
        func found(_ status: ReadingStatus) throws -> Set<String> {
            let items = try library.shelf(limit: -1).map { ShelfItem(entry: $0, hasDraft: false) }
            return Set(items.withBooks(status).map(\.entry.title))
        }
        XCTAssertEqual(try found(.stopped), ["Said"])
        XCTAssertEqual(try found(.finished), ["Dated", "Point"])
        XCTAssertEqual(try found(.reading), [])
    }
}
