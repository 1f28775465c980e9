import Foundation
import GRDB
import LibraryTestSupport
import XCTest

@testable import HawkNotesModel

/// A search without words lists notes by date, the newest first.
final class WordlessSearchTests: SearchTestCase {
    private let (hawk, other) = (uuid(11), uuid(12))
    private let (agatha, secret) = (uuid(21), uuid(22))

    /// Saved in another order than that of their dates, as an import does.
    @MainActor
    private func makeNotes() throws -> (Library, LibrarySearch) {
        let library = try makeLibrary()
        try library.saveSeries(uuid(2), title: "Other")
        try library.save(Book(id: hawk, seriesID: series, title: "Hawk", position: 0))
        try library.save(Book(id: other, seriesID: uuid(2), title: "Other", position: 0))
        try library.save(
            Character(id: agatha, seriesID: series, name: "Agatha", bookID: hawk, position: 0)
        )
        let days = [("third", 3), ("first", 1), ("fourth", 4), ("second", 2)]
        for (text, day) in days {
            try insert(text, day, on: text == "second" ? .character(agatha) : .book(hawk), library)
        }
        try insert("elsewhere", 5, on: .book(other), library)
        return (library, makeSearch(library))
    }

    private func insert(
        _ text: String,
        _ day: Int,
        on subject: NoteSubject,
        _ library: Library
    ) throws {
        try library.write("save the notes") { db in
            let date = Date(timeIntervalSince1970: Double(day) * 86_400)
            var record = NoteRecord(id: UUID(), subject: subject, text: text, createdAt: date)
            try db.insert(&record)
            return ((), [.noteAdded(record.id, on: subject)])
        }
    }

    @MainActor
    private func texts(
        _ text: String,
        in series: UUID? = nil,
        limit: Int = SearchResults.firstLimit,
        _ search: LibrarySearch,
        _ filter: (inout SearchFilters) -> Void = { _ in }
    ) throws -> [String] {
        var filters = SearchFilters()
        filter(&filters)
        let found = try results(SearchRequest(text, filters, in: series), limit: limit, search)
        return found.notes.compactMap { hit in
            if case .note(let note) = hit.content { note.text } else { nil }
        }
    }

    @MainActor
    func testAllNotesAreListedTheNewestFirst() async throws {
        let (library, search) = try makeNotes()
        let all = ["elsewhere", "fourth", "third", "second", "first"]
        XCTAssertEqual(try texts("", search), all)
        XCTAssertEqual(try texts("  ", search), all)
        XCTAssertEqual(try texts("book:", search), all, "a filter that is not there yet")
        XCTAssertEqual(try texts("", in: series, search), Array(all.dropFirst()))
        XCTAssertEqual(try texts("", in: uuid(2), search), ["elsewhere"])
        let found = try results("", search)
        XCTAssertTrue(found.isByDate)
        XCTAssertEqual(found.noteCount, .exactly(5))
        XCTAssertEqual(found.parts, [])
        XCTAssertFalse(try results("first", search).isByDate)
        XCTAssertEqual(try texts("", limit: 2, search), Array(all.prefix(2)))
        // Nothing of the trash.
        let note = try XCTUnwrap(library.notes(on: .book(other)).first)
        try library.deleteNote(note.id)
        XCTAssertEqual(try texts("", search), Array(all.dropFirst()))
        XCTAssertEqual(try results("", search).trash, [])
    }

    @MainActor
    func testFiltersWorkWithoutWordsTypedOrChosen() async throws {
        let (library, search) = try makeNotes()
        XCTAssertEqual(try texts("book:hawk", search), ["fourth", "third", "second", "first"])
        XCTAssertEqual(
            try texts("", search) { $0.book = hawk },
            ["fourth", "third", "second", "first"]
        )
        XCTAssertEqual(try texts("character:agatha", search), ["second"])
        XCTAssertEqual(try texts("", search) { $0.character = agatha }, ["second"])
        XCTAssertEqual(try texts("after:1970-01-04", search), ["elsewhere", "fourth", "third"])
        XCTAssertEqual(
            try texts("", search) { $0.after = "1970-01-04" },
            ["elsewhere", "fourth", "third"]
        )
        XCTAssertEqual(
            try texts("before:1970-01-05", search) { filters in
                filters.after = "1970-01-04"
                filters.book = hawk
            },
            ["third"]
        )
        XCTAssertEqual(try texts("th", search) { $0.before = "1970-01-05" }, ["third"])
        let first = try XCTUnwrap(library.notes(on: .book(hawk)).first { $0.text == "first" })
        try library.setTags(["Été"], of: first.id)
        XCTAssertEqual(try texts("", search) { $0.tag = "ete" }, ["first"])
        XCTAssertEqual(try texts("", search) { $0.isQuoted = true }, [])
        try library.setQuote(Quote("The lantern"), of: first.id)
        XCTAssertEqual(try texts("", search) { $0.isQuoted = true }, ["first"])
        XCTAssertEqual(try texts("has:quotation", search), ["first"])
        XCTAssertEqual(try texts("th has:quotation", search), [])
        try library.setQuote(nil, of: first.id)
        XCTAssertEqual(try texts("", search) { $0.isQuoted = true }, [])
    }

    @MainActor
    func testHiddenSpoilersAreNotListed() async throws {
        let (library, search) = try makeNotes()
        let later = Book(id: uuid(13), seriesID: series, title: "Later", position: 1)
        try library.save(later)
        try library.save(
            Character(id: secret, seriesID: series, name: "Secret", bookID: later.id, position: 1)
        )
        let mention = "a word on \(Mention.link(to: secret, name: "Secret"))"
        try insert(mention, 6, on: .book(hawk), library)
        try insert("later", 7, on: .book(later.id), library)
        try insert("hers", 8, on: .character(secret), library)
        let shown = [mention, "fourth", "third", "second", "first"]
        XCTAssertEqual(try texts("", in: series, search), ["hers", "later"] + shown)
        try library.setReadUpTo(ReadingPosition(bookID: hawk), in: series)
        XCTAssertEqual(try texts("", in: series, search), shown)
        XCTAssertEqual(try results("", in: series, search).noteCount, .exactly(5))
        XCTAssertEqual(try texts("", search) { $0.character = secret }, [])
        XCTAssertEqual(try texts("", search) { $0.book = later.id }, [])
    }

    /// What is read does not depend on how many notes there are.
    @MainActor
    func testManyNotesAreNotReadAtOnce() async throws {
        let (library, search) = try makeNotes()
        try add((0..<3000).map { "many \($0)" }, on: .book(hawk), to: library)
        XCTAssertEqual(try texts("", search).count, SearchResults.firstLimit)
        XCTAssertEqual(try results("", search).noteCount, .moreThan(SearchCount.limit))
        let index = try XCTUnwrap(search.indexer.index)
        let plan = try index.reader.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    EXPLAIN QUERY PLAN SELECT sequence, subjectID FROM note
                    WHERE (createdAt, sequence) < (1, 1) ORDER BY createdAt DESC, sequence DESC
                    """
            ).map(\.description).joined()
        }
        XCTAssertTrue(plan.contains("noteByDate"), plan)
        XCTAssertFalse(plan.contains("TEMP B-TREE"), plan)
    }

    /// The index of an earlier version marks no quotations and has no dates in order.
    @MainActor
    func testAnIndexOfAnEarlierVersionIsBroughtUpToDate() async throws {
        try useFrozenIndex("search-5")
        let library = try Library.open(at: databaseURL, environment: environment.library)
        let search = makeSearch(library)
        XCTAssertEqual(try notes("owl", search), ["Quoting an owl", "An owl"])
        XCTAssertEqual(try texts("", search) { $0.isQuoted = true }, ["Quoting an owl"])
        XCTAssertEqual(try texts("", search), ["Quoting an owl", "A hawk", "An owl"])
        try library.close()
    }
}
