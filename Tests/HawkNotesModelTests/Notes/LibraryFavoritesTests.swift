import Foundation
import XCTest

@testable import HawkNotesModel

final class LibraryFavoritesTests: LibraryTestCase {
    func testMarkingIsIdempotentAndToggleReturnsTheNewState() throws {
        let library = try Library.inMemory()
        try library.importSeries(from: try write(TestSeries()))
        XCTAssertEqual(try library.favorites(), [])

        try library.setFavorite(TestSeries.hawk, true)
        try library.setFavorite(TestSeries.hawk, true)
        XCTAssertEqual(try library.favorites(), [TestSeries.hawk])

        XCTAssertTrue(try library.toggleFavorite(TestSeries.rider))
        XCTAssertFalse(try library.toggleFavorite(TestSeries.hawk))
        XCTAssertEqual(try library.favorites(), [TestSeries.rider])

        try library.setFavorite(TestSeries.rider, false)
        try library.setFavorite(TestSeries.rider, false)
        XCTAssertEqual(try library.favorites(), [])
    }
}
