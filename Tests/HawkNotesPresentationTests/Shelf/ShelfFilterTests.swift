import Foundation
import HawkNotesModel
import LibraryTestSupport
import XCTest

@testable import HawkNotesPresentation

/// Series are found by words of their titles, author and books.
final class ShelfFilterTests: XCTestCase {
    private func finds(_ text: String) throws -> Bool {
        let library = try Library.inMemory()
        let series = UUID()
        try library.saveSeries(series, title: "Shadow Skye", author: "Élodie Berg")
        for (position, title) in ["The Good Hawk", "The Broken Raven"].enumerated() {
            try library.save(Book(id: UUID(), seriesID: series, title: title, position: position))
        }
        let entry = try XCTUnwrap(library.shelf(limit: 1).first)
        return ShelfFilter(text).finds(ShelfItem(entry: entry, hasDraft: false))
    }

    func testEveryWordMustStandSomewhere() {
        XCTAssertTrue(try finds("raven SHADOW elodie"))
        XCTAssertFalse(try finds("raven owl"))
        XCTAssertFalse(try finds("owl"))
    }

    func testWithoutAWordAllAreFound() {
        XCTAssertTrue(try finds(" "))
        XCTAssertTrue(ShelfFilter(" ").isEmpty)
        XCTAssertFalse(ShelfFilter("owl").isEmpty)
    }
}
