import Foundation
import LibraryTestSupport
import TestSupport
import XCTest

@testable import HawkNotesModel
@testable import HawkNotesPresentation

/// When is searched again, and what is kept meanwhile.
final class SearchFinderTests: XCTestCase {
    /// Searches that answer when a test says so.
    @MainActor
    private final class Searches {
        struct One {
            let request: SearchRequest
            let limit: Int
            let task: SearchTask
            let answer: @MainActor (SearchResults) -> Void
        }

        private(set) var all: [One] = []

        func search(
            _ request: SearchRequest,
            _ limit: Int,
            _ answer: @escaping @MainActor (SearchResults) -> Void
        ) -> SearchTask {
            let task = SearchTask()
            all.append(One(request: request, limit: limit, task: task, answer: answer))
            return task
        }

        /// Answers the newest search with so many notes.
        func answer(_ count: Int, isComplete: Bool, isIndexing: Bool = false) throws {
            let ids = (0..<count).map { _ in UUID() }
            try answer(ids, isComplete: isComplete, isIndexing: isIndexing)
        }

        /// Answers the newest search with notes that have these ids.
        func answer(
            _ ids: [UUID],
            isComplete: Bool,
            isIndexing: Bool = false,
            error: LibraryError? = nil
        ) throws {
            let search = try XCTUnwrap(all.last)
            var results = SearchResults(search.request)
            results.isIndexing = isIndexing
            results.error = error
            results.notes = ids.enumerated().map { number, id in
                let note = Note(
                    id: id,
                    subject: .book(UUID()),
                    text: "Note \(number)",
                    createdAt: Date(),
                    modifiedAt: Date(),
                    sequence: Int64(number)
                )
                return SearchHit(
                    .note(note),
                    title: "Book",
                    seriesID: UUID(),
                    seriesTitle: "Series"
                )
            }
            results.isComplete = isComplete
            search.answer(results)
        }
    }

    @MainActor
    private static func withFinder(
        _ body: @MainActor (SearchFinder, Searches, Library) throws -> Void
    ) throws {
        let library = try Library.inMemory(environment: .patient)
        let searches = Searches()
        let finder = SearchFinder(in: library) { searches.search($0, $1, $2) }
        defer { finder.close() }
        try body(finder, searches, library)
    }

    func testTheNewestTextIsSearchedForAndTheOneBeforeItCalledOff() throws {
        try onMainActor {
            try Self.withFinder { finder, searches, _ in
                finder.find(SearchRequest("a"))
                finder.find(SearchRequest("ab"))
                XCTAssertEqual(searches.all.map(\.request.text), ["a", "ab"])
                XCTAssertEqual(searches.all.map(\.task.isCancelled), [true, false])
                finder.find(SearchRequest("  "))
                XCTAssertTrue(searches.all[1].task.isCancelled)
                XCTAssertTrue(finder.isBlank)
                XCTAssertFalse(finder.isSettled)
                try searches.answer(2, isComplete: true)
                XCTAssertTrue(finder.isSettled, "all notes are listed")
                XCTAssertEqual(finder.results.notes.count, 2)
            }
        }
    }

    func testWhatWasFoundStaysUntilThereIsSomethingElse() throws {
        try onMainActor {
            try Self.withFinder { finder, searches, _ in
                finder.find(SearchRequest("a"))
                try searches.answer(3, isComplete: true)
                finder.find(SearchRequest("ab"))
                XCTAssertEqual(finder.results.notes.count, 3)
                try searches.answer(0, isComplete: false)
                XCTAssertEqual(finder.results.notes.count, 3, "it may find something yet")
                XCTAssertFalse(finder.isSettled)
                try searches.answer(2, isComplete: false)
                XCTAssertEqual(finder.results.notes.count, 2)
                try searches.answer(0, isComplete: true)
                XCTAssertTrue(finder.results.isEmpty && finder.isSettled)
            }
        }
    }

    func testMoreIsAskedForNearTheEnd() throws {
        try onMainActor {
            try Self.withFinder { finder, searches, _ in
                let first = SearchResults.firstLimit
                finder.find(SearchRequest("a"))
                finder.need(notesBelow: first)
                XCTAssertEqual(searches.all.count, 1, "nothing is known yet")
                try searches.answer(first, isComplete: true)
                finder.need(notesBelow: 5)
                XCTAssertEqual(searches.all.count, 1)
                finder.need(notesBelow: first - 5)
                XCTAssertEqual(searches.all.last?.limit, first + SearchFinder.step)
                try searches.answer(10, isComplete: false)
                XCTAssertEqual(
                    finder.results.notes.count,
                    first,
                    "those must not go that are there"
                )
                try searches.answer(first + 9, isComplete: true)
                finder.need(notesBelow: first + 9)
                XCTAssertEqual(searches.all.count, 2, "there are no more")
            }
        }
    }

    func testWhatIsSelectedAndWhatStandsAboveItDoesNotMove() throws {
        try onMainActor {
            try Self.withFinder { finder, searches, _ in
                let ids = (0..<5).map { _ in UUID() }
                @MainActor func found() -> [Int?] {
                    finder.results.notes.map { hit in ids.firstIndex { .note($0) == hit.id } }
                }
                finder.find(SearchRequest("a"))
                try searches.answer(Array(ids[0..<4]), isComplete: false)
                finder.selected = { .note(ids[1]) }
                // Better ones have come, and the first is not among the best any more.
                try searches.answer([ids[4], ids[3], ids[1], ids[2]], isComplete: true)
                XCTAssertEqual(found(), [0, 1, 4, 3, 2])
                finder.find(SearchRequest("ab"))
                try searches.answer([ids[3], ids[1]], isComplete: true)
                XCTAssertEqual(found(), [3, 1], "that is another search")
            }
        }
    }

    func testWhatWasFoundStaysWhenItCannotBeLookedForAgain() throws {
        try onMainActor {
            try Self.withFinder { finder, searches, _ in
                let count = SearchResults.firstLimit
                finder.find(SearchRequest("a"))
                try searches.answer(count, isComplete: true)
                finder.need(notesBelow: count)
                let error = LibraryError(.damaged, "The library is damaged.")
                try searches.answer([], isComplete: true, error: error)
                XCTAssertEqual(finder.results.notes.count, count)
                XCTAssertEqual(finder.results.error?.code, .damaged)
            }
        }
    }

    func testWhatIsIndexedLaterIsTold() throws {
        try onMainActor {
            try Self.withFinder { finder, searches, _ in
                finder.find(SearchRequest("a"))
                try searches.answer(0, isComplete: false, isIndexing: true)
                XCTAssertTrue(finder.isSettled && finder.results.isIndexing)
                try searches.answer(2, isComplete: false, isIndexing: true)
                XCTAssertEqual(finder.results.notes.count, 2)
                try searches.answer(1, isComplete: false)
                XCTAssertEqual(finder.results.notes.count, 2, "those must not go that are there")
                try searches.answer(3, isComplete: true)
                XCTAssertEqual(finder.results.notes.count, 3)
                XCTAssertEqual(searches.all.count, 1)
            }
        }
    }

    func testItLooksAgainWhenTheLibraryHasChanged() throws {
        try onMainActor {
            try Self.withFinder { finder, searches, library in
                try library.importSeries(from: SourceTree.seriesFile)
                let book = try library.series().books[0]
                // Told after the finder.
                var told: [LibraryChange] = []
                let observation = library.observeChanges { told += $0 }
                defer { observation.cancel() }
                finder.find(SearchRequest("a"))
                let note = try library.addNote("first", on: .book(book.id))
                XCTAssertTrue(
                    runMainQueue { told.contains(.noteAdded(note.id, on: note.subject)) }
                )
                XCTAssertEqual(searches.all.count, 1, "the one that is under way goes on")
                try searches.answer(1, isComplete: true)
                XCTAssertEqual(searches.all.count, 2)
                try searches.answer(1, isComplete: true)
                XCTAssertEqual(searches.all.count, 2)
                try library.addNote("second", on: .book(book.id))
                XCTAssertTrue(runMainQueue { searches.all.count == 3 })
                XCTAssertEqual(searches.all.last?.request, SearchRequest("a"))
            }
        }
    }
}
