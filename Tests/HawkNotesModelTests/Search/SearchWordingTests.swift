import Foundation
import GRDB
import LibraryTestSupport
import Synchronization
import XCTest

@testable import HawkNotesModel

/// What a reader has noted of a book is found by the words in which it is shown.
final class SearchWordingTests: SearchTestCase {
    private static let english = SearchWording(name: "English") { facts in
        (facts.status == .finished ? ["Finished"] : [])
            + (facts.language == "de" ? ["German"] : [])
            + (facts.rating.map { ["\(Double($0) / 2) stars"] } ?? [])
            + (facts.readings.isEmpty ? [] : ["read in May"])
    }
    private static let german = SearchWording(name: "German") { facts in
        facts.status == .finished ? ["Gelesen"] : []
    }

    /// A library with a book of which everything is noted, and one of which nothing is.
    private func makeRead() throws -> Library {
        let library = try makeLibrary()
        var book = Book(id: hawkBook, seriesID: series, title: "The Good Hawk", position: 0)
        book.language = "de"
        book.readingStatus = .finished
        book.rating = 9
        book.readings = [
            ReadingDates(startedOn: "2023-11", finishedOn: "2024-05-17"),
            ReadingDates(finishedOn: "2026"),
        ]
        try library.save(book)
        try library.save(Book(id: uuid(12), seriesID: series, title: "Ravens", position: 1))
        return library
    }

    @MainActor
    private func titles(_ text: String, _ search: LibrarySearch) throws -> [String] {
        try results(text, search).parts.map(\.title)
    }

    @MainActor
    private func expectFound(_ queries: [String], _ search: LibrarySearch) throws {
        for query in queries {
            XCTAssertEqual(try titles(query, search), ["The Good Hawk"], query)
        }
    }

    @MainActor
    func testWhatIsNotedIsFoundInTheReadersWordsAndAsItIsKept() async throws {
        let search = makeSearch(try makeRead(), Self.english)
        try expectFound(
            [
                "german", "finished", "4.5 stars", "may", "hawk finished german", "de ", "4.5",
                "2024-05-17", "2024-05", "2024", "2023-11", "2026",
            ],
            search
        )
        XCTAssertEqual(try titles("2024-06", search), [])
        XCTAssertEqual(try titles("3.5", search), [])
    }

    @MainActor
    func testWhatIsChangedIsFoundAsItIsNow() async throws {
        let library = try makeRead()
        let search = makeSearch(library, Self.english)
        try expectFound(["finished", "2026"], search)
        var book = try XCTUnwrap(try library.series(series)?.book(hawkBook))
        book.readingStatus = .reading
        book.readings = [ReadingDates(startedOn: "2031-02")]
        try library.save(book)
        XCTAssertEqual(try titles("finished", search), [])
        XCTAssertEqual(try titles("2026", search), [])
        try expectFound(["2031-02"], search)
    }

    /// Two books more, with four stars and with one.
    private func addRated(to library: Library) throws {
        for (number, rating) in [(12, 8), (13, 2)] {
            let title = number == 12 ? "Ravens" : "Rooks"
            var book = Book(id: uuid(number), seriesID: series, title: title, position: number)
            book.rating = rating
            try library.save(book)
        }
    }

    private static let stars: [(typed: String, titles: [String])] = [
        ("★★★★½", ["The Good Hawk"]), ("★★★★", ["Ravens"]), ("★", ["Rooks"]), ("★★", []),
        ("★★★", []), ("½", []), ("★★★★☆", ["Ravens"]), ("★★★★☆☆", []), ("★★★★★½", []),
        ("★★★★½½", []), ("⭐⭐⭐⭐", ["Ravens"]), ("⭐️⭐️⭐️⭐️½", ["The Good Hawk"]),
        ("\"★★★★\"", ["Ravens"]), ("★★★★ ", ["Ravens"]), ("★★★★ rav", ["Ravens"]),
        ("rav ★", []), ("★★★★½ finished german", ["The Good Hawk"]),
    ]

    @MainActor
    func testBooksAreFoundByTheirStars() async throws {
        let library = try makeRead()
        try addRated(to: library)
        let search = makeSearch(library, Self.english)
        for (typed, titles) in Self.stars {
            XCTAssertEqual(try self.titles(typed, search), titles, typed)
        }
        var hawk = try XCTUnwrap(try library.series(series)?.book(hawkBook))
        hawk.rating = 2
        try library.save(hawk)
        XCTAssertEqual(Set(try titles("★", search)), ["The Good Hawk", "Rooks"])
        XCTAssertEqual(try titles("★★★★½", search), [])
    }

    @MainActor
    func testBooksAreFoundByTheirStarsWithoutAnIndex() async throws {
        let library = try makeRead()
        try addRated(to: library)
        let folder = directory.appendingPathComponent("folder/below")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let search = LibrarySearch(library, index: folder, wording: Self.english)
        for (typed, titles) in Self.stars {
            XCTAssertEqual(try self.titles(typed, search), titles, typed)
        }
    }

    /// Notes have no rating: what is typed or pasted beside stars is looked for.
    @MainActor
    func testStarsFindNoNotesAndHideNone() async throws {
        let library = try makeRead()
        try add(["★★★ The hawk flies", "Of ravens"], on: .book(hawkBook), to: library)
        let folder = directory.appendingPathComponent("folder/below")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for search in [
            makeSearch(library, Self.english),
            LibrarySearch(library, index: folder, wording: Self.english),
        ] {
            let lone = try results("★★★", search)
            XCTAssertTrue(lone.isEmpty)
            XCTAssertTrue(lone.isComplete)
            XCTAssertEqual(lone.noteCount, .exactly(0))
            XCTAssertEqual(try results("★★★ hawk flies", search).notes.count, 1)
        }
    }

    /// It is shown of a book that the reader has not come to yet.
    @MainActor
    func testItIsFoundOfALaterBook() async throws {
        let library = try makeRead()
        let search = makeSearch(library, Self.english)
        var later = try XCTUnwrap(try library.series(series)?.book(uuid(12)))
        (later.overview, later.rating) = ("Everyone is betrayed.", 6)
        try library.save(later)
        try library.setReadUpTo(ReadingPosition(bookID: hawkBook), in: series)
        XCTAssertEqual(try titles("3.0 stars", search), ["Ravens"])
        XCTAssertEqual(try titles("betrayed", search), [])
    }

    @MainActor
    func testItIsFoundWhereThereIsNoIndex() async throws {
        let library = try makeRead()
        // A folder cannot be opened as an index.
        let folder = directory.appendingPathComponent("folder/below")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let search = LibrarySearch(library, index: folder, wording: Self.english)
        try expectFound(["german finished", "2024-05"], search)
    }

    /// The name has every word of a language, which the start of the program must not wait for.
    @MainActor
    func testTheNameIsMadeOnceAndOnlyWhenTheIndexIsOpened() async throws {
        let count = Atomic(0)
        @Sendable func name() -> String {
            count.add(1, ordering: .relaxed)
            return "English"
        }
        let search = makeSearch(
            try makeRead(),
            SearchWording(name: name()) { facts in
                facts.status == .finished ? ["Finished"] : []
            }
        )
        XCTAssertEqual(count.load(ordering: .relaxed), 0)
        try expectFound(["finished"], search)
        rest(search)
        XCTAssertEqual(count.load(ordering: .relaxed), 1)
        search.close()
    }

    @MainActor
    func testInAnotherLanguageTheIndexHasItsWords() async throws {
        let library = try makeRead()
        let first = makeSearch(library, Self.english)
        try expectFound(["finished"], first)
        rest(first)
        first.close()
        first.waitForIndex()

        let again = makeSearch(library, Self.english)
        try expectFound(["finished"], again)
        XCTAssertEqual(again.indexer.comparisonCount, 0, "nothing has changed")
        again.close()
        again.waitForIndex()

        let german = makeSearch(library, Self.german)
        try expectFound(["gelesen", "2024-05-17"], german)
        XCTAssertEqual(try titles("finished", german), [])
    }
}
