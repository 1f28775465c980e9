import Foundation
import GRDB
import LibraryTestSupport
import XCTest

@testable import HawkNotesModel

/// An index is compared with its library when something may have changed, and only then.
final class SearchIndexStartTests: SearchTestCase {
    /// The program ends, and starts again.
    @MainActor
    private func restart(
        _ library: Library,
        _ search: LibrarySearch,
        meanwhile: () throws -> Void = {}
    ) throws -> (Library, LibrarySearch) {
        try library.close()
        search.close()
        search.waitForIndex()
        try meanwhile()
        let again = try Library.open(at: databaseURL, environment: environment.library)
        return (again, makeSearch(again))
    }

    @MainActor
    func testWhatAnotherProgramHasWrittenMeanwhileIsFound() async throws {
        var (library, search) = try makeHawks()
        XCTAssertEqual(try notes("heron", search), [])
        (library, search) = try restart(library, search) {
            let other = try DatabaseQueue(path: databaseURL.path)
            try other.write { db in
                try db.execute(
                    sql: """
                        UPDATE note SET text = 'a heron', textChecksum = NULL
                        WHERE text LIKE '%flies%'
                        """
                )
            }
            try other.close()
        }
        XCTAssertEqual(try notes("heron", search), ["a heron"])
        XCTAssertEqual(try notes("flies", search), [])
        try library.close()
    }

    @MainActor
    func testNothingIsComparedAfterAQuietEnd() async throws {
        var (library, search) = try makeHawks()
        XCTAssertEqual(try notes("hawk", search).count, 2)
        XCTAssertGreaterThan(search.indexer.comparisonCount, 0)
        try add(["a hawk that was saved just before"], on: .book(hawkBook), to: library)
        environment.runMainQueue()
        search.waitForIndex()
        (library, search) = try restart(library, search)
        XCTAssertEqual(try notes("hawk", search).count, 3)
        XCTAssertEqual(search.indexer.comparisonCount, 0)
        try library.close()
    }

    @MainActor
    func testNothingIsComparedAfterAKillWhenItWasQuietBefore() async throws {
        let (library, search) = try makeHawks()
        XCTAssertEqual(try notes("hawk", search).count, 2)
        rest(search)
        // Neither the library nor the index is closed.
        let again = try Library.open(at: databaseURL, environment: environment.library)
        let found = makeSearch(again)
        XCTAssertEqual(try notes("hawk", found).count, 2)
        XCTAssertEqual(found.indexer.comparisonCount, 0)
        withExtendedLifetime(library) {}
    }

    /// SQLite ends a piece of the index before each note that is older than the last one, and when much has
    /// been gathered: with very many notes it would do little else but put pieces together.
    @MainActor
    func testManyNotesMakeOnePieceOfTheIndex() async throws {
        let (library, search) = try makeHawks()
        let texts = (0..<1500).map { number in
            "heron " + (0..<40).map { "w\(number * 40 + $0)" }.joined(separator: " ")
        }
        try add(texts, on: .book(hawkBook), to: library)
        let index = try makeOtherIndex()
        try index.compare(.note, with: library) { differing in
            XCTAssertEqual(differing.count, 1502)
            try index.update(.note, differing, from: library)
            return true
        }
        XCTAssertEqual(try pieces(of: "noteIndex", index), 1)
        XCTAssertEqual(try differing(index, library), [])
        try index.close()
        search.close()
        try library.close()
    }

    /// Entries are made slice by slice, beside those that are written.
    @MainActor
    func testWhatHasChangedAmongManyNotesIsTakenInAtOnce() async throws {
        let (library, search) = try makeHawks()
        try add((0..<1000).map { "heron \($0)" }, on: .book(hawkBook), to: library)
        let index = try makeOtherIndex()
        try index.update(.note, differing(index, library), from: library)
        let notes = try library.allNotes()
        for number in stride(from: 10, to: 1000, by: 100) {
            try library.updateNote(notes[number].id, text: "ibis \(number)")
        }
        try library.deleteNotes(stride(from: 20, to: 1000, by: 100).map { notes[$0].id })
        XCTAssertEqual(try differing(index, library).count, 20)
        try index.update(.note, notes.map(\.sequence), from: library)
        XCTAssertEqual(try differing(index, library), [])
        for (word, count) in [("heron", 980), ("ibis", 10)] {
            var found: [Int64] = []
            try index.find(.note, NoteSearch(match: word, limit: 2000)) { found.append($0) }
            XCTAssertEqual(found.count, count, word)
            XCTAssertEqual(found, found.sorted(by: >), word)
        }
        try index.close()
        search.close()
        try library.close()
    }

    /// The library is the one that cannot be read: the index is as good as before.
    @MainActor
    func testALibraryThatCannotBeReadIsNoErrorOfTheIndex() async throws {
        let (library, search) = try makeHawks()
        search.close()
        let index = try makeOtherIndex()
        let notes = try library.allNotes().map(\.sequence)
        try library.close()
        XCTAssertThrowsError(try index.update(.note, notes, from: library)) {
            XCTAssertTrue($0 is LibraryError, "\($0)")
        }
        try index.close()
    }

    @MainActor
    func testManySeriesMakeOnePieceOfTheIndex() async throws {
        let (library, search) = try makeHawks()
        let series = Set((0..<30).map { uuid(100 + $0) })
        for (number, id) in series.enumerated() {
            try library.saveSeries(id, title: "Series \(number)")
            try library.save(Book(id: UUID(), seriesID: id, title: "Heron \(number)", position: 0))
        }
        let index = try makeOtherIndex()
        for _ in 0..<2 {
            try index.updateParts(of: series, from: library, wording: .none)
            let found = try index.findParts(called: "heron", kind: "book", limit: 100)
            XCTAssertEqual(found.count, 30)
        }
        XCTAssertLessThanOrEqual(try XCTUnwrap(pieces(of: "partIndex", index)), 2)
        XCTAssertEqual(try index.findParts(called: "book", kind: "book", limit: 100).count, 0)
        try index.close()
        search.close()
        try library.close()
    }

    private func makeOtherIndex() throws -> SearchIndex {
        try SearchIndex(at: directory.appendingPathComponent("other.sqlite"))
    }

    private func pieces(of table: String, _ index: SearchIndex) throws -> Int? {
        try index.writer.read {
            try Int.fetchOne($0, sql: "SELECT count(DISTINCT segid) FROM \(table)_idx")
        }
    }

    private func differing(_ index: SearchIndex, _ library: Library) throws -> [Int64] {
        var result: [Int64] = []
        try index.compare(.note, with: library) { differing in
            result += differing
            return true
        }
        return result
    }

    /// What cannot be read for a moment is taken in later.
    @MainActor
    func testWhatCannotBeReadWhenItIsToldIsFoundLater() async throws {
        let (library, search) = try makeHawks()
        XCTAssertEqual(try notes("heron", search), [])
        let other = try DatabaseQueue(path: databaseURL.path)
        try add(["a heron"], on: .book(hawkBook), to: library)
        try await other.write { try $0.renameTable("note", to: "away") }
        environment.runMainQueue()
        search.waitForIndex()
        try await other.write { try $0.renameTable("away", to: "note") }
        XCTAssertEqual(try notes("heron", search), ["a heron"])
        try other.close()
        try library.close()
    }

    /// The background may be about to open the index when somebody searches for the first time.
    @MainActor
    func testASearchWaitsForWhoOpensTheIndex() async throws {
        let (library, first) = try makeHawks()
        first.close()
        first.waitForIndex()
        for round in 0..<100 {
            try SearchIndex.remove(indexURL)
            let search = makeSearch(library)
            environment.pass(1)
            var told: SearchResults?
            let task = search.search(SearchRequest("Book")) { told = $0 }
            while told?.isComplete != true {
                search.waitForSearches()
                search.waitForIndex()
                environment.runMainQueue()
            }
            withExtendedLifetime(task) {}
            search.close()
            search.waitForIndex()
            XCTAssertEqual(told?.parts.count, 1, "round \(round)")
            if told?.parts.count != 1 { break }
        }
        try library.close()
    }

    /// A search that takes in what waits may notice alone that a note is gone for good.
    @MainActor
    func testNoSearchWaitsForAComparisonThatNobodyMakes() async throws {
        let (library, search) = try makeHawks()
        XCTAssertEqual(try notes("hawk", search).count, 2)
        for round in 0..<300 {
            search.indexer.note([.noteRemoved(UUID(), on: .book(hawkBook))])
            var told: SearchResults?
            let task = search.search(SearchRequest("hawk")) { told = $0 }
            for _ in 0..<3 {
                search.waitForSearches()
                search.waitForIndex()
            }
            search.waitForSearches()
            environment.runMainQueue()
            withExtendedLifetime(task) {}
            XCTAssertEqual(told?.isComplete, true, "round \(round)")
            if told?.isComplete != true { break }
        }
        try library.close()
    }
}
