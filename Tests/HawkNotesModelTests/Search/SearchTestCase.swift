import Foundation
import LibraryTestSupport
import TestSupport
import XCTest

@testable import HawkNotesModel

/// A library with an index beside it.
class SearchTestCase: LibraryTestCase {
    let environment = TestEnvironment()
    let series = uuid(1)
    var indexURL: URL { directory.appendingPathComponent("cache/search.sqlite") }

    func makeLibrary() throws -> Library {
        let library = try Library.open(at: databaseURL, environment: environment.library)
        try library.saveSeries(series, title: "Series")
        return library
    }

    @MainActor
    func makeSearch(_ library: Library, _ wording: SearchWording = .none) -> LibrarySearch {
        LibrarySearch(library, index: indexURL, dates: SearchDates(), wording: wording)
    }

    /// Copies the library and the index that an earlier version has left.
    func useFrozenIndex(_ name: String) throws {
        let folder = SourceTree.root
            .appendingPathComponent("Tests/HawkNotesModelTests/Fixtures/\(name)")
        try FileManager.default.createDirectory(
            at: indexURL.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        for url in [databaseURL, indexURL] {
            let frozen = folder.appendingPathComponent(url.lastPathComponent)
            try FileManager.default.copyItem(at: frozen, to: url)
        }
    }

    /// The book that `makeHawks` makes.
    var hawkBook: UUID { uuid(11) }

    /// A library with a book that has two notes, and its search.
    @MainActor
    func makeHawks() throws -> (Library, LibrarySearch) {
        let library = try makeLibrary()
        try library.save(Book(id: hawkBook, seriesID: series, title: "Book", position: 0))
        try add(["The hawk flies", "Hawks and ravens"], on: .book(hawkBook), to: library)
        return (library, makeSearch(library))
    }

    /// Lets so much time pass that the library's log is folded in, and the index is said to agree with it.
    @MainActor
    func rest(_ search: LibrarySearch) {
        for _ in 0..<3 { environment.pass(10) }
        search.waitForIndex()
    }

    /// All that is told of a search, once the index has caught up.
    @MainActor
    func results(
        _ text: String,
        in series: UUID? = nil,
        limit: Int = SearchResults.firstLimit,
        _ search: LibrarySearch
    ) throws -> SearchResults {
        try results(SearchRequest(text, in: series), limit: limit, search)
    }

    @MainActor
    func results(
        _ request: SearchRequest,
        limit: Int = SearchResults.firstLimit,
        _ search: LibrarySearch
    ) throws -> SearchResults {
        environment.runMainQueue()
        search.waitForIndex()
        var told: [SearchResults] = []
        let task = search.search(request, limit: limit) { told.append($0) }
        search.waitForSearches()
        environment.runMainQueue()
        withExtendedLifetime(task) {}
        for (earlier, later) in zip(told, told.dropFirst()).dropLast() {
            XCTAssertEqual(Array(later.notes.prefix(earlier.notes.count)), earlier.notes)
        }
        let last = try XCTUnwrap(told.last)
        XCTAssertTrue(last.isComplete)
        XCTAssertNil(last.error)
        return last
    }

    @MainActor
    func notes(_ text: String, in series: UUID? = nil, _ search: LibrarySearch) throws -> [String] {
        try results(text, in: series, search).notes.map { hit in
            guard case .note(let note) = hit.content else { return "" }
            return note.text
        }
    }

    /// Adds many notes at once, as an import does.
    func add(_ texts: [String], on subject: NoteSubject, to library: Library) throws {
        try library.write("save the notes") { db in
            var changes: [LibraryChange] = []
            for text in texts {
                let now = environment.library.now()
                var record = NoteRecord(id: UUID(), subject: subject, text: text, createdAt: now)
                try db.insert(&record)
                changes.append(.noteAdded(record.id, on: subject))
            }
            return ((), changes)
        }
    }
}
