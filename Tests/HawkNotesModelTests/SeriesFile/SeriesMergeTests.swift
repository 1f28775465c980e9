import Foundation
import LibraryTestSupport
import XCTest

@testable import HawkNotesModel

/// What the reader makes of a bundled series, and a new edition of it.
final class SeriesMergeTests: LibraryTestCase {
    private func makeLibrary() throws -> Library {
        let library = try Library.inMemory()
        try library.importSeries(from: try write(TestSeries()))
        return library
    }

    /// An edition in which everything reads otherwise.
    private func nextEdition(_ change: (inout TestSeries) -> Void = { _ in }) throws -> URL {
        var file = TestSeries()
        file.set("revision", to: 2)
        file.set("title", to: "New series")
        file.set("author", to: "New author")
        for book in 0..<2 {
            file.set("books[\(book)].title", to: "New title")
            file.set("books[\(book)].overview", to: "New overview")
            file.set("books[\(book)].published", to: "2022-02")
            file.set("books[\(book)].accent", to: ["light": "#000000", "dark": "#ffffff"])
            file.set("books[\(book)].characters[0].name", to: "New name")
            file.set("books[\(book)].characters[0].synopsis", to: "New synopsis")
        }
        change(&file)
        return try write(file, as: "next.json")
    }

    func testFieldsThatTheReaderChangedStayAndTheOthersFollow() throws {
        let library = try makeLibrary()
        let series = try library.series()
        var book = series.books[0]
        book.overview = "Mine"
        book.published = PublicationDate(year: 1990, month: 1)
        book.tagline = nil
        try library.save(book)
        var hawk = try XCTUnwrap(series.character(TestSeries.hawk))
        hawk.name = "My name"
        try library.save(hawk)
        try library.saveSeries(series.id, title: series.title, author: "Me")

        XCTAssertEqual(try library.importSeries(from: nextEdition()), .imported(revision: 2))
        let merged = try library.series()
        XCTAssertEqual(merged.title, "New series")
        XCTAssertEqual(merged.author, "Me")
        XCTAssertEqual(merged.revision, 2)
        let first = merged.books[0]
        XCTAssertEqual(first.title, "New title")
        XCTAssertEqual(first.overview, "Mine")
        XCTAssertEqual(first.published, PublicationDate(year: 1990, month: 1), "the whole date")
        XCTAssertNil(first.tagline, "what was taken out is changed, too")
        XCTAssertEqual(first.accent?.dark.description, "#ffffff")
        XCTAssertEqual(first.origin, .bundled)
        XCTAssertEqual(merged.books[1].overview, "New overview")
        XCTAssertEqual(merged.character(TestSeries.hawk)?.name, "My name")
        XCTAssertEqual(merged.character(TestSeries.hawk)?.synopsis, "New synopsis")
        XCTAssertEqual(merged.character(TestSeries.rider)?.name, "New name")

        // The reader's own values stay in the edition after that as well.
        try library.importSeries(from: try write(TestSeries()))
        XCTAssertEqual(try library.series().books[0].overview, "Mine")
        XCTAssertEqual(try library.series().books[0].title, "Title")
    }

    func testLanguageArrivesInLibrariesOfOlderEditions() throws {
        let library = try makeLibrary()
        var second = try library.series().books[1]
        second.language = "de"
        try library.save(second)
        let url = try nextEdition { file in
            for book in 0..<2 { file.set("books[\(book)].language", to: "en") }
        }
        try library.importSeries(from: url)
        XCTAssertEqual(try library.series().books.map(\.language), ["en", "de"])

        second.language = nil
        try library.save(second)
        try library.importSeries(from: try nextEdition { $0.set("books[1].language", to: "fr") })
        XCTAssertEqual(
            try library.series().books.map(\.language),
            ["en", nil],
            "an edition without a language clears nothing, and a language that was cleared stays so"
        )
    }

    func testWhatImportsHaveFilledInStays() throws {
        let library = try makeLibrary()
        try library.write("fill in", waitsForDisk: false) { db in
            try db.execute(
                sql: "UPDATE book SET number = '7', language = 'gd', coverID = ? WHERE id = ?",
                arguments: [uuid(61), TestSeries.bookOne]
            )
            return ((), [])
        }
        try library.importSeries(
            from: try nextEdition { $0.set("books[0].language", to: "en") }
        )
        let book = try XCTUnwrap(try library.series().book(TestSeries.bookOne))
        XCTAssertEqual(book.title, "New title")
        XCTAssertEqual(book.number, "7")
        XCTAssertEqual(book.language, "gd")
        XCTAssertEqual(book.coverID, uuid(61))
    }

    func testWhatTheReaderDeletedStaysDeleted() throws {
        let library = try makeLibrary()
        try library.delete(.character(TestSeries.angler))
        try library.delete(.relation(uuid(31)))
        try library.delete(.book(TestSeries.bookTwo))
        let before = try library.series()
        XCTAssertEqual(before.allCharacters.map(\.id), [TestSeries.hawk])

        try library.importSeries(from: nextEdition())
        var merged = try library.series()
        XCTAssertEqual(merged.books.map(\.id), [TestSeries.bookOne])
        XCTAssertEqual(merged.allCharacters.map(\.id), [TestSeries.hawk])
        XCTAssertEqual(merged.relations.map(\.id), [uuid(32)])

        // Also where an edition has left it out between the two.
        let without = try nextEdition { file in
            file.set("books[0].characters[1]", to: nil)
            file.set("relations", to: [])
        }
        try library.importSeries(from: without)
        try library.importSeries(from: nextEdition())
        merged = try library.series()
        XCTAssertEqual(merged.allCharacters.map(\.id), [TestSeries.hawk])
        XCTAssertEqual(merged.relations.map(\.id), [uuid(32)])

        // What is brought back is that of the present edition.
        try library.restore(.book(TestSeries.bookTwo))
        XCTAssertEqual(try library.series().books[1].title, "New title")
        XCTAssertEqual(try library.series().character(TestSeries.rider)?.name, "New name")
    }

    func testDeletedSeriesStaysDeletedUntilItIsBroughtBack() throws {
        let library = try makeLibrary()
        try library.delete(.series(uuid(1)))
        try library.importSeries(from: nextEdition())
        XCTAssertEqual(try library.allSeries(), [])
        assertThrows(.noSeries) { try library.series() }
        try library.restore(.series(uuid(1)))
        XCTAssertEqual(try library.series().title, "New series")
    }

    func testWhatTheReaderAddedToABundledSeriesStays() throws {
        let library = try makeLibrary()
        let book = Book(id: uuid(111), seriesID: uuid(1), title: "My book", position: 2)
        let friend = Character(
            id: uuid(121),
            seriesID: uuid(1),
            name: "My character",
            bookID: TestSeries.bookTwo,
            position: 1
        )
        let relation = Relation(id: uuid(131), first: friend.id, second: TestSeries.angler)
        try library.save(book)
        try library.save(friend)
        try library.save(relation)

        // An edition without the book and the character that they hang on.
        let edition = try nextEdition { file in
            file.set("books[1]", to: nil)
            file.set("books[0].characters[1]", to: nil)
            file.set("relations", to: [])
        }
        try library.importSeries(from: edition)
        let merged = try library.series()
        XCTAssertEqual(
            merged.books.map(\.id),
            [TestSeries.bookOne, TestSeries.bookTwo, book.id]
        )
        XCTAssertEqual(merged.books.last, book)
        XCTAssertEqual(merged.character(friend.id), friend)
        XCTAssertEqual(merged.related(to: friend.id).map(\.id), [TestSeries.angler])
        XCTAssertNil(merged.character(TestSeries.rider), "nothing of the reader's is in it")
    }

    func testWhatTheReaderChangedStaysInAnEditionWithoutIt() throws {
        let library = try makeLibrary()
        var rider = try XCTUnwrap(try library.series().character(TestSeries.rider))
        rider.synopsis = "Mine"
        try library.save(rider)
        let edition = try nextEdition { file in
            file.set("books[1]", to: nil)
            file.set("relations", to: [])
        }
        try library.importSeries(from: edition)
        XCTAssertEqual(try library.series().character(TestSeries.rider)?.synopsis, "Mine")
        XCTAssertEqual(try library.series().books.count, 2, "its book is still there")
    }
}
