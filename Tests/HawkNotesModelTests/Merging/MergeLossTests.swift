import Foundation
import GRDB
import LibraryTestSupport
import TestSupport
import XCTest

@testable import HawkNotesModel

/// The values that a merge did not take: the report names each, and each can be used instead.
final class MergeLossTests: LibraryTestCase {
    private let environment = TestEnvironment()
    private let book = uuid(2)
    private let person = uuid(4)
    private var otherURL: URL { directory.appendingPathComponent("other.sqlite") }

    private func makeLibrary() throws -> Library {
        let library = try Library.open(at: databaseURL, environment: environment.library)
        try library.saveSeries(uuid(1), title: "Series")
        try library.saveSeries(uuid(9), title: "Another series")
        try library.save(Book(id: book, seriesID: uuid(1), title: "Book", position: 0))
        try library.save(Book(id: uuid(3), seriesID: uuid(1), title: "Later book", position: 1))
        try library.save(
            Character(id: person, seriesID: uuid(1), name: "Ann", bookID: book, position: 0)
        )
        return library
    }

    /// A copy of the library with changes of its own, a minute later.
    private func changeCopy(of library: Library, _ change: (Library) throws -> Void) throws {
        try? FileManager.default.removeItem(at: otherURL)
        let queue = try DatabaseQueue(path: otherURL.path)
        try library.store.writer.backup(to: queue)
        try queue.close()
        environment.advance(by: 60)
        let other = try Library.open(at: otherURL, environment: environment.library)
        try change(other)
        try other.close()
        environment.advance(by: 60)
    }

    @discardableResult
    private func merge(into library: Library) throws -> MergeOutcome {
        let copies = directory.appendingPathComponent("copies")
        let merge = try LibraryMerge(of: otherURL, in: copies, environment: environment.library)
        defer { try? merge.close() }
        let preview = try merge.preview(into: library)
        let outcome = try merge.run(into: library)
        XCTAssertEqual(preview.report.lossCount, outcome.report.lossCount)
        return outcome
    }

    private func losses(_ outcome: MergeOutcome, _ library: Library) throws -> [MergeLoss] {
        try library.mergeLosses(library.mergeLosses(of: XCTUnwrap(outcome.batch)))
    }

    private func change(_ library: Library, _ body: (inout Book) -> Void) throws {
        var found = try XCTUnwrap(library.series(uuid(1))?.book(book))
        body(&found)
        try library.save(found)
    }

    private func present(_ library: Library) throws -> Book {
        try XCTUnwrap(library.series(uuid(1))?.book(book) ?? library.series(uuid(9))?.book(book))
    }

    func testEveryValueOfABookIsNamedAndCanBeUsed() throws {
        let library = try makeLibrary()
        try changeCopy(of: library) { other in
            try change(other) {
                $0.title = "Their title"
                $0.author = "Their author"
                $0.rating = 6
                $0.readingStatus = .stopped
                $0.language = "de"
                $0.number = "1.5"
                $0.shelves = ["theirs", "both"]
                $0.readings = [ReadingDates(startedOn: "2020-05")]
                $0.published = PublicationDate(year: 1968, month: 3)
            }
        }
        try change(library) {
            $0.title = "My title"
            $0.author = "My author"
            $0.rating = 8
            $0.readingStatus = .finished
            $0.language = "en"
            $0.number = "2"
            $0.shelves = ["mine"]
            $0.readings = [ReadingDates(finishedOn: "2021-01-02")]
            $0.published = PublicationDate(year: 1970)
        }
        let outcome = try merge(into: library)
        XCTAssertEqual(outcome.report.lossCount, 9)
        let losses = try losses(outcome, library)
        XCTAssertEqual(losses.map(\.title), Array(repeating: "My title", count: 9))
        let named = Dictionary(uniqueKeysWithValues: losses.map { ($0.field, $0) })
        func expect(_ field: String, _ taken: [String], _ lost: [String], line: UInt = #line) {
            XCTAssertEqual(named[field]?.taken, taken, field, line: line)
            XCTAssertEqual(named[field]?.lost, lost, field, line: line)
            XCTAssertEqual(named[field]?.state, .offered, field, line: line)
        }
        expect("title", ["My title"], ["Their title"])
        expect("author", ["My author"], ["Their author"])
        expect("rating", ["8"], ["6"])
        expect("readingStatus", ["finished"], ["stopped"])
        expect("language", ["en"], ["de"])
        expect("number", ["2"], ["1.5"])
        expect("shelves", ["mine"], ["theirs\nboth"])
        expect("readings", ["/2021-01-02"], ["2020-05/"])
        expect("publishedYear", ["1970", ""], ["1968", "3"])
        environment.advance(by: 60)
        for loss in losses {
            let result = try library.use(loss.id)
            XCTAssertEqual(result.found, .offered)
            XCTAssertFalse(result.undo.isEmpty, loss.field)
        }
        let used = try present(library)
        XCTAssertEqual(used.title, "Their title")
        XCTAssertEqual(used.author, "Their author")
        XCTAssertEqual(used.rating, 6)
        XCTAssertEqual(used.readingStatus, .stopped)
        XCTAssertEqual(used.language, "de")
        XCTAssertEqual(used.number, "1.5")
        XCTAssertEqual(used.shelves, ["theirs", "both"])
        XCTAssertEqual(used.readings, [ReadingDates(startedOn: "2020-05")])
        XCTAssertEqual(used.published, PublicationDate(year: 1968, month: 3))
        XCTAssertEqual(try library.check(), LibraryFindings())
        try library.close()
    }

    func testAUsedValueIsAChangeThatCanBeUndoneAndSurvivesARestart() throws {
        var library = try makeLibrary()
        try changeCopy(of: library) { other in
            try change(other) { $0.rating = 6 }
            try other.addNote("news", on: .book(book))
        }
        try change(library) { $0.rating = 8 }
        let outcome = try merge(into: library)
        let loss = try XCTUnwrap(losses(outcome, library).first)
        let undo = try library.use(loss.id).undo
        XCTAssertEqual(try losses(outcome, library).map(\.state), [.used])
        XCTAssertEqual(try library.use(loss.id).found, .used)
        try library.close()
        library = try Library.open(at: databaseURL, environment: environment.library)
        XCTAssertEqual(try present(library).rating, 6)
        XCTAssertEqual(try losses(outcome, library).map(\.state), [.used])
        try library.undo(undo)
        XCTAssertEqual(try present(library).rating, 8)
        XCTAssertEqual(try losses(outcome, library).map(\.state), [.offered])
        // A later value of the reader's own stays.
        try change(library) { $0.rating = 2 }
        XCTAssertEqual(try losses(outcome, library).map(\.state), [.changed])
        let late = try library.use(loss.id)
        XCTAssertEqual(late.found, .changed)
        XCTAssertTrue(late.undo.isEmpty)
        XCTAssertEqual(try present(library).rating, 2)
        try library.delete(.book(book))
        XCTAssertEqual(try losses(outcome, library).map(\.state), [.gone])
        XCTAssertEqual(try library.use(loss.id).found, .gone)
        try library.emptyTrash()
        XCTAssertEqual(try losses(outcome, library), [], "nothing is left of it")
        assertThrows(.notFound) { try library.use(loss.id) }
        try library.close()
    }

    func testValuesOfNotesAndCharactersAreNamedAndCanBeUsed() throws {
        let library = try makeLibrary()
        try library.setFavorite(person, true)
        let note = try library.addNote("text", on: .book(book))
        try changeCopy(of: library) { other in
            try other.setPlace(NotePlace(text: "p. 1"), of: note.id)
            try other.setQuote(Quote("their quote"), of: note.id)
            try other.setTags(["theirs"], of: note.id)
            try other.moveNotes([note.id], to: .character(person))
            try other.setFavorite(person, false)
            try other.setFavorite(person, true)
            var ann = try XCTUnwrap(other.series(uuid(1))?.allCharacters.first)
            ann.summary = "Their summary"
            ann.aliases = ["Their Ann"]
            ann.bookID = uuid(3)
            try other.save(ann)
            try other.setReadUpTo(ReadingPosition(bookID: book), in: uuid(1))
            try other.addNote("news", on: .book(book))
        }
        try library.setPlace(NotePlace(text: "p. 2"), of: note.id)
        try library.setQuote(Quote("my quote"), of: note.id)
        try library.setTags(["mine"], of: note.id)
        try library.moveNotes([note.id], to: .book(uuid(3)))
        try library.setFavorite(person, false)
        var ann = try XCTUnwrap(library.series(uuid(1))?.allCharacters.first)
        ann.summary = "My summary"
        ann.aliases = ["My Ann"]
        ann.bookID = nil
        try library.save(ann)
        try library.setReadUpTo(ReadingPosition(bookID: uuid(3)), in: uuid(1))
        let outcome = try merge(into: library)
        let found = try losses(outcome, library)
        XCTAssertEqual(
            found.map { "\($0.kind) \($0.field): \($0.taken[0]), not \($0.lost[0])" }.sorted(),
            [
                "character aliases: My Ann, not Their Ann", "character bookID: , not Later book",
                "character favorite: , not 1", "character summary: My summary, not Their summary",
                "note chapterID: , not ", "note quote: my quote, not their quote",
                "note subjectID: Later book, not Ann", "note tags: mine, not theirs",
                "series readBookID: Later book, not Book",
            ]
        )
        environment.advance(by: 60)
        var undos: [LibraryUndo] = []
        for loss in found {
            let result = try library.use(loss.id)
            XCTAssertEqual(result.found, .offered, loss.field)
            undos.append(result.undo)
        }
        var used = try XCTUnwrap(library.note(note.id))
        XCTAssertEqual(used.place, NotePlace(text: "p. 1"))
        XCTAssertEqual(used.quote, Quote("their quote"))
        XCTAssertEqual(used.tags, ["theirs"])
        XCTAssertEqual(used.subject, .character(person))
        ann = try XCTUnwrap(library.series(uuid(1))?.allCharacters.first)
        XCTAssertEqual(ann.summary, "Their summary")
        XCTAssertEqual(ann.aliases, ["Their Ann"])
        XCTAssertEqual(ann.bookID, uuid(3))
        XCTAssertEqual(try library.favorites(), [person])
        XCTAssertEqual(try library.series(uuid(1))?.readUpTo, ReadingPosition(bookID: book))
        XCTAssertEqual(Set(try losses(outcome, library).map(\.state)), [.used])
        for undo in undos.reversed() { try library.undo(undo) }
        used = try XCTUnwrap(library.note(note.id))
        XCTAssertEqual(used.place, NotePlace(text: "p. 2"))
        XCTAssertEqual(used.subject, .book(uuid(3)))
        XCTAssertEqual(try library.favorites(), [])
        XCTAssertEqual(Set(try losses(outcome, library).map(\.state)), [.offered])
        try library.close()
    }

    func testADamagedValueIsLeftOut() throws {
        let library = try makeLibrary()
        try changeCopy(of: library) { other in
            try change(other) {
                $0.title = "Their title"
                $0.author = "Their author"
            }
        }
        try change(library) {
            $0.title = "My title"
            $0.author = "My author"
        }
        let outcome = try merge(into: library)
        let ids = try library.mergeLosses(of: XCTUnwrap(outcome.batch))
        for (id, damaged) in zip(ids, ["{\"title\":\"T\",\"lost\":[],\"taken\":[]}", "{"]) {
            try library.store.writer.write { db in
                try db.execute(
                    sql: "UPDATE importedChange SET earlier = ? WHERE number = ?",
                    arguments: [Data(damaged.utf8), id]
                )
            }
            XCTAssertThrowsError(try library.use(id))
        }
        XCTAssertEqual(ids.count, 2)
        XCTAssertEqual(try library.mergeLosses(ids), [])
    }

    func testABookThatWasMovedElsewhereCanBeMovedThere() throws {
        let library = try makeLibrary()
        try library.saveSeries(uuid(8), title: "Third series")
        try changeCopy(of: library) { other in
            try other.changeSeries { _ = try $0.moveBook(book, to: .series(uuid(9))) }
            try other.addNote("news", on: .book(book))
        }
        try library.changeSeries { _ = try $0.moveBook(book, to: .series(uuid(8))) }
        let outcome = try merge(into: library)
        let loss = try XCTUnwrap(losses(outcome, library).first { $0.field == "seriesID" })
        XCTAssertEqual([loss.taken, loss.lost], [["Third series"], ["Another series"]])
        let undo = try library.use(loss.id).undo
        XCTAssertEqual(try library.series(uuid(9))?.books.map(\.id), [book])
        try library.undo(undo)
        XCTAssertEqual(try library.series(uuid(8))?.books.map(\.id), [book])
        // A series that is gone is no longer offered.
        try library.delete(.series(uuid(9)))
        XCTAssertEqual(try library.mergeLosses([loss.id]).map(\.state), [.gone])
        XCTAssertTrue(try library.use(loss.id).undo.isEmpty)
        XCTAssertEqual(try library.series(uuid(8))?.books.map(\.id), [book])
        try library.close()
    }

    func testEachValueIsNamedOnceAndNoneOfAMergeThatWasUndone() throws {
        let library = try makeLibrary()
        try changeCopy(of: library) { other in
            try change(other) { $0.rating = 6 }
            try other.addNote("news", on: .book(book))
        }
        try change(library) { $0.rating = 8 }
        let first = try merge(into: library)
        XCTAssertEqual(try losses(first, library).count, 1)
        let other = try Library.open(at: otherURL, environment: environment.library)
        try other.addNote("more news", on: .book(book))
        try other.close()
        let copies = directory.appendingPathComponent("copies")
        let merge = try LibraryMerge(of: otherURL, in: copies, environment: environment.library)
        let second = try merge.run(into: library)
        try merge.close()
        XCTAssertEqual(try losses(second, library), [])
        XCTAssertEqual(second.report.lossCount, 0)
        let batches = try [first, second].map { try XCTUnwrap($0.batch) }
        XCTAssertEqual(
            try library.mergeLossCounts(of: batches),
            [batches[0]: 1, batches[1]: 0]
        )
        try library.undoImport(batches[0])
        XCTAssertEqual(try library.mergeLosses(of: batches[0]), [])
        XCTAssertEqual(try present(library).rating, 8)
        try library.close()
    }

    /// All that this library has counts, and nothing of the other one is new.
    func testAMergeThatChangesNothingNamesValuesOnce() throws {
        let library = try makeLibrary()
        try changeCopy(of: library) { other in try change(other) { $0.rating = 6 } }
        try change(library) { $0.rating = 8 }
        let outcome = try merge(into: library)
        XCTAssertTrue(outcome.report.isEmpty)
        XCTAssertEqual(outcome.report.lossCount, 1)
        let loss = try XCTUnwrap(losses(outcome, library).first)
        XCTAssertEqual([loss.taken, loss.lost], [["8"], ["6"]])
        XCTAssertEqual(try present(library).rating, 8)
        let second = try merge(into: library)
        XCTAssertNil(second.batch)
        XCTAssertEqual(second.report.lossCount, 0)
        XCTAssertEqual(try library.undoImport(XCTUnwrap(outcome.batch)).keptCount, 0)
        XCTAssertEqual(try present(library).rating, 8)
        XCTAssertEqual(try merge(into: library).report.lossCount, 1, "named again after the undo")
        XCTAssertEqual(try library.check(), LibraryFindings())
        try library.close()
    }

    /// Without a stamp, a value of the same thing is what the other one was before its change; of
    /// two things that were found to be the same, it is the other library's.
    func testValuesFromBeforeStampsAreNamedOfThingsOfTwoOrigins() throws {
        for isSameThing in [true, false] {
            let library = try Library.open(
                at: directory.appendingPathComponent("\(isSameThing).sqlite"),
                environment: environment.library
            )
            try? FileManager.default.removeItem(at: otherURL)
            let other = try Library.open(at: otherURL, environment: environment.library)
            for (library, number) in [(library, 1), (other, isSameThing ? 1 : 5)] {
                let series = uuid(number)
                try library.saveSeries(series, title: "Series")
                var book = Book(
                    id: uuid(number + 1),
                    seriesID: series,
                    title: "Book",
                    isbn10: "0441013597",
                    position: 0,
                    rating: 6
                )
                try library.save(book)
                book.rating = 8
                if library !== other { try library.save(book) }
            }
            try other.write("forget stamps") { db in
                try db.execute(sql: "DELETE FROM fieldStamp WHERE kind = 'book'")
                return ((), [])
            }
            try other.close()
            let outcome = try merge(into: library)
            let losses = try outcome.batch.map {
                try library.mergeLosses(library.mergeLosses(of: $0))
            }
            let ratings = (losses ?? []).filter { $0.field == "rating" }
            XCTAssertEqual(ratings.map(\.lost), isSameThing ? [] : [["6"]])
            try library.close()
        }
    }

    /// Nothing is lost where one of the libraries has no value.
    func testAValueThatOneOfTheLibrariesDoesNotHaveIsNotNamed() throws {
        let library = try makeLibrary()
        try changeCopy(of: library) { other in
            try change(other) { $0.rating = 6 }
            try other.addNote("news", on: .book(book))
        }
        try change(library) { $0.language = "en" }
        let outcome = try merge(into: library)
        XCTAssertEqual(try losses(outcome, library), [])
        XCTAssertEqual(outcome.report.lossCount, 0)
        XCTAssertEqual(try present(library).rating, 6)
        try library.close()
    }

    func testOnlyTheFirstValuesAreInTheReportAndAllAreRecorded() throws {
        let library = try makeLibrary()
        let notes = try (0..<200).map { try library.addNote("note \($0)", on: .book(book)).id }
        try changeCopy(of: library) { other in
            for id in notes { try other.setTags(["theirs"], of: id) }
            try other.addNote("news", on: .book(book))
        }
        for id in notes { try library.setTags(["mine"], of: id) }
        let outcome = try merge(into: library)
        XCTAssertEqual(outcome.report.lossCount, 200)
        XCTAssertLessThan(outcome.report.losses.count, 10)
        let batch = try XCTUnwrap(library.importBatches().first)
        let stored = try XCTUnwrap(batch.report)
        XCTAssertLessThan(stored.utf8.count, 1_000)
        XCTAssertEqual(MergeReport(stored: stored)?.lossCount, 200)
        XCTAssertEqual(try library.mergeLosses(of: batch.id).count, 200)
        try library.close()
    }
}
