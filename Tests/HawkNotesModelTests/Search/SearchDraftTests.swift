import Foundation
import LibraryTestSupport
import XCTest

@testable import HawkNotesModel

/// What is being written is found beside what was saved.
final class SearchDraftTests: SearchTestCase {
    private func draft(_ text: String, on subject: NoteSubject = .book(uuid(2))) -> SearchDraft {
        SearchDraft(id: text, text: text, subject: subject)
    }

    @MainActor
    private func found(
        _ typed: String,
        among drafts: [SearchDraft],
        in series: UUID? = nil,
        _ search: LibrarySearch
    ) throws -> [SearchHit] {
        environment.runMainQueue()
        search.waitForIndex()
        var last: SearchResults?
        let request = SearchRequest(typed, in: series)
        let task = search.search(request, drafts: drafts) { last = $0 }
        search.waitForSearches()
        environment.runMainQueue()
        withExtendedLifetime(task) {}
        let results = try XCTUnwrap(last)
        XCTAssertTrue(results.isComplete)
        XCTAssertEqual(results.drafts.isEmpty, results.isEmpty)
        return results.drafts
    }

    private func texts(_ hits: [SearchHit]) -> [String] {
        hits.compactMap { hit in
            if case .draft(let draft) = hit.content { draft.text } else { nil }
        }
    }

    private func makeLibraryWithPages() throws -> Library {
        let library = try makeLibrary()
        try library.saveSeries(uuid(9), title: "Another")
        try library.save(Book(id: uuid(2), seriesID: series, title: "The Good Hawk", position: 0))
        try library.save(
            Character(id: uuid(3), seriesID: series, name: "Jaime", bookID: uuid(2), position: 0)
        )
        try library.save(Book(id: uuid(4), seriesID: uuid(9), title: "Elsewhere", position: 0))
        return library
    }

    @MainActor
    func testADraftIsFoundByItsWordsWithThePageItIsOn() async throws {
        let search = makeSearch(try makeLibraryWithPages())
        let drafts = [
            draft("The Ówls of the wall"), draft("An owl", on: .character(uuid(3))), draft("Hawk"),
        ]
        let hits = try found("owl", among: drafts, search)
        XCTAssertEqual(texts(hits), ["The Ówls of the wall", "An owl"])
        XCTAssertEqual(hits.map(\.title), ["The Good Hawk", "Jaime"])
        XCTAssertEqual(hits.map(\.place), [nil, nil])
        XCTAssertEqual(texts(try found("wall owls ", among: drafts, search)).count, 1)
        XCTAssertEqual(texts(try found("\"owls wall\"", among: drafts, search)), [])
    }

    @MainActor
    func testOnlyThoseOfTheSeriesAreFoundAndOfPagesThatAreThere() async throws {
        let search = makeSearch(try makeLibraryWithPages())
        let drafts = [
            draft("Owl here"), draft("Owl there", on: .book(uuid(4))),
            draft("Owl nowhere", on: .book(uuid(77))),
        ]
        XCTAssertEqual(texts(try found("owl", among: drafts, in: series, search)), ["Owl here"])
        XCTAssertEqual(texts(try found("owl", among: drafts, search)), ["Owl here", "Owl there"])
    }

    @MainActor
    func testTheChangeOfANoteThatIsGoneIsNotFound() async throws {
        let library = try makeLibraryWithPages()
        let search = makeSearch(library)
        let note = try library.addNote("Another word", on: .book(uuid(2)))
        let subject = NoteSubject.book(uuid(2))
        let drafts = [
            SearchDraft(id: "1", text: "Owl kept", subject: subject, noteID: note.id),
            SearchDraft(id: "2", text: "Owl gone", subject: subject, noteID: uuid(88)),
        ]
        XCTAssertEqual(texts(try found("owl", among: drafts, search)), ["Owl kept"])
    }

    @MainActor
    func testFiltersHoldForThePageAndForNow() async throws {
        let search = makeSearch(try makeLibraryWithPages())
        let drafts = [
            draft("Owl here", on: .character(uuid(3))), draft("Owl there", on: .book(uuid(4))),
        ]
        for (typed, expected) in [
            ("owl book:good", ["Owl here"]), ("owl character:jaime", ["Owl here"]),
            ("owl book:else", ["Owl there"]), ("owl book:nothing", []),
            ("owl after:1990", ["Owl here", "Owl there"]), ("owl before:1990", []),
            ("owl tag:sea", []),
            ("owl before:3000", ["Owl here", "Owl there"]), ("owl after:3000", []),
        ] {
            XCTAssertEqual(texts(try found(typed, among: drafts, search)), expected, typed)
        }
    }

    @MainActor
    func testALongDraftIsLookedThroughToItsEnd() async throws {
        let search = makeSearch(try makeLibraryWithPages())
        let filling = String(repeating: "hawk fell down ", count: 20_000)
        let long = draft("first " + filling + "the very last " + filling)
        for (typed, isFound) in [
            ("last first ", true), ("\"the very last\"", true), ("\"down hawk\"", true),
            ("\"down the very\"", true), ("owl", false), ("\"last very\"", false),
            // No word is cut in two.
            ("haw ", false), ("own ", false),
        ] {
            XCTAssertEqual(try found(typed, among: [long], search).count, isFound ? 1 : 0, typed)
        }
    }
}
