import Foundation
import HawkNotesModel
import LibraryTestSupport
import XCTest

/// Several changes of series in one transaction.
final class SeriesChangesTests: XCTestCase {
    private let series = UUID()

    private func library(books titles: String...) throws -> (library: Library, ids: [UUID]) {
        let library = try Library.inMemory()
        try library.saveSeries(series, title: "Series")
        let ids = titles.map { _ in UUID() }
        for (place, id) in ids.enumerated() {
            try library.save(
                Book(id: id, seriesID: series, title: titles[place], position: place)
            )
        }
        return (library, ids)
    }

    private func titles(_ library: Library) throws -> [String] {
        try XCTUnwrap(library.series(series)).books.map(\.title)
    }

    func testAllChangesAreMadeOrNone() throws {
        let (library, ids) = try library(books: "A")
        XCTAssertThrowsError(
            try library.changeSeries { changes in
                try changes.save(SeriesDetails(id: series, title: "Other"))
                try changes.delete(.book(ids[0]))
                try changes.save(Book(id: UUID(), seriesID: series, title: " ", position: 1))
            }
        ) { XCTAssertEqual(($0 as? LibraryError)?.code, .emptyTitle) }
        XCTAssertEqual(try library.series(series)?.title, "Series")
        XCTAssertEqual(try titles(library), ["A"])
    }

    func testWhatIsReadIsWhatWasJustChanged() throws {
        let (library, ids) = try library(books: "A")
        let (title, undo) = try library.changeSeries { changes -> String? in
            try changes.save(Book(id: ids[0], seriesID: series, title: "B", position: 0))
            return try changes.series(series)?.book(ids[0])?.title
        }
        XCTAssertEqual(title, "B")
        XCTAssertEqual(try titles(library), ["B"])
        try library.undo(undo)
        XCTAssertEqual(try titles(library), ["A"])
    }

    func testArrangingLeavesOthersWhereTheyAre() throws {
        let (library, ids) = try library(books: "A", "B", "C", "D")
        let (_, undo) = try library.changeSeries { try $0.arrange(books: [ids[3], ids[0]]) }
        XCTAssertEqual(try titles(library), ["D", "B", "C", "A"])
        try library.undo(undo)
        XCTAssertEqual(try titles(library), ["A", "B", "C", "D"])
        let (_, nothing) = try library.changeSeries { try $0.arrange(books: ids) }
        XCTAssertTrue(nothing.isEmpty)
    }

    func testSeveralOfTheSamePositionGetOneEach() throws {
        let (library, ids) = try library(books: "A", "B")
        for (id, title) in zip(ids, ["A", "B"]) {
            try library.save(Book(id: id, seriesID: series, title: title, position: 0))
        }
        _ = try library.changeSeries { try $0.arrange(books: ids.reversed()) }
        XCTAssertEqual(try titles(library), ["B", "A"])
    }
}
