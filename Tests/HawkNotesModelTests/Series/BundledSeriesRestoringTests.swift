import Foundation
import HawkNotesModel
import LibraryTestSupport
import TestSupport
import XCTest

/// The series that ships with the program, and how it comes back.
final class BundledSeriesRestoringTests: XCTestCase {
    private var library: Library!

    override func setUpWithError() throws {
        library = try Library.inMemory()
    }

    private func importBundled() throws -> Series {
        try library.importSeries(from: SourceTree.seriesFile)
        return try library.series()
    }

    func testALibraryThatNeverHadItHasNothingToBringBack() throws {
        XCTAssertNil(try library.restoreBundledSeries())
    }

    func testADeletedOneComesBackAsItWas() throws {
        let series = try importBundled()
        let note = try library.addNote("kept", on: .book(series.books[0].id))
        try library.delete(.book(series.books[2].id))
        try library.delete(.series(series.id))
        XCTAssertEqual(try library.seriesCount(), 0)
        XCTAssertEqual(try library.restoreBundledSeries(), series.id)
        // What the reader has thrown out of it stays away.
        XCTAssertEqual(try library.series().books.map(\.id), series.books.prefix(2).map(\.id))
        XCTAssertEqual(try library.notes(on: .book(series.books[0].id)).map(\.id), [note.id])
    }

    func testOneThatWasDeletedForGoodComesBack() throws {
        let series = try importBundled()
        try library.delete(.series(series.id))
        try library.emptyTrash()
        XCTAssertEqual(try library.restoreBundledSeries(), series.id)
        XCTAssertEqual(try library.series().books.map(\.id), series.books.map(\.id))
    }

    func testOneWithoutABookComesBackWithItsBooks() throws {
        let series = try importBundled()
        for book in series.books { try library.delete(.book(book.id)) }
        XCTAssertEqual(try library.restoreBundledSeries(), series.id)
        XCTAssertEqual(try library.series().books.map(\.id), series.books.map(\.id))
    }

    func testAReadersOwnBooksAreNotTouched() throws {
        let series = try importBundled()
        let own = UUID()
        try library.saveSeries(own, title: "Mine")
        try library.delete(.series(own))
        try library.delete(.series(series.id))
        XCTAssertEqual(try library.restoreBundledSeries(), series.id)
        XCTAssertEqual(try library.shelf(limit: 9).map(\.id), [series.id])
    }
}
