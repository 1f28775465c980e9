import Foundation
import GRDB
import LibraryTestSupport
import TestSupport
import XCTest

@testable import HawkNotesModel

/// Rows of two libraries that were imported from the same source, or have the same ISBN.
final class LibraryPairingTests: LibraryTestCase {
    private let environment = TestEnvironment()

    /// The least id stays.
    private let (one, other): (UInt8, UInt8) = (1, 2)

    private func makeLibrary() throws -> Library {
        try Library.inMemory(environment: environment.library)
    }

    /// Imports a file, with ids from the given one.
    private func importFile(_ library: Library, _ first: UInt8, isbn: String? = nil) throws {
        var number: UInt8 = 0
        func id() -> UUID {
            number += 1
            return self.id(first, number)
        }
        _ = try library.importBatch(format: "test", name: "file") { importer in
            let details = SeriesDetails(id: id(), title: "Saga", author: nil)
            let series = try importer.add(details, source: isbn == nil ? "series" : nil)
            var book = Book(id: id(), seriesID: series, title: "Read", position: 0)
            book.isbn10 = isbn
            try importer.add(book, source: isbn == nil ? "book" : nil)
            guard isbn == nil else { return nil }
            let chapter = Chapter(id: id(), bookID: book.id, name: "One", position: 0)
            try importer.add(chapter, source: "chapter")
            let character = Character(id: id(), seriesID: series, name: "B", position: 0)
            try importer.add(character, source: "character")
            var note = ImportedNote(id: id(), on: .book(book.id), text: "a\nb\nc")
            note.place = NotePlace(chapterID: chapter.id, text: "p. 1")
            try importer.add(note, source: "note")
            return nil
        }
    }

    private func id(_ first: UInt8, _ number: UInt8) -> UUID {
        var bytes = uuid(Int(number)).uuid
        bytes.0 = first
        return UUID(uuid: bytes)
    }

    @discardableResult
    private func merge(
        _ other: Library,
        into library: Library,
        declining: Set<LibraryPair.ID> = []
    ) throws -> MergeOutcome {
        try merge(of: other).run(into: library, declining: declining)
    }

    private func merge(of other: Library) -> LibraryMerge {
        LibraryMerge(of: other.store.writer, name: "other")
    }

    private func makeTwo() throws -> (Library, Library) {
        let (mine, theirs) = (try makeLibrary(), try makeLibrary())
        try importFile(mine, other)
        environment.advance(by: 60)
        try importFile(theirs, one)
        environment.advance(by: 60)
        return (mine, theirs)
    }

    private func assertEachIsThereOnce(
        _ library: Library,
        notes: Int = 1,
        line: UInt = #line
    ) throws {
        let count = try library.read("look") { try $0.rowCount(of: "note") }
        XCTAssertEqual(count, notes, line: line)
        for table in ["series", "book", "chapter", "character"] {
            let count = try library.read("look") { try $0.rowCount(of: table) }
            XCTAssertEqual(count, 1, table, line: line)
        }
        let book = try XCTUnwrap(library.series(id(one, 1))?.books.first)
        XCTAssertEqual(book.id, id(one, 2), line: line)
        XCTAssertEqual(try library.note(id(one, 5))?.subject, .book(book.id), line: line)
        XCTAssertEqual(try library.note(id(one, 5))?.place?.chapterID, id(one, 3), line: line)
        XCTAssertEqual(try library.check(), LibraryFindings(), line: line)
    }

    func testTwoLibrariesWithTheSameFileHaveEverythingOnce() throws {
        let (mine, theirs) = try makeTwo()
        try mine.setFavorite(id(other, 4), true)
        try mine.updateNote(id(other, 5), text: "a\nb\nc\nmine")
        try theirs.updateNote(id(one, 5), text: "theirs\na\nb\nc")
        let mention = Mention.link(to: id(other, 4), name: "B")
        try mine.addNote(mention, on: .book(id(other, 2)), id: uuid(77))
        let preview = try merge(of: theirs).preview(into: mine)
        XCTAssertEqual(preview.pairs.map(\.title), ["Saga"])
        XCTAssertEqual(preview.contentCount, 4)
        XCTAssertNil(preview.report.added["note"])
        for (library, second) in [(theirs, mine), (mine, theirs)] {
            try merge(second, into: library)
            XCTAssertEqual(try library.note(id(one, 5))?.text, "theirs\na\nb\nc\nmine")
            XCTAssertEqual(try library.note(uuid(77))?.subject, .book(id(one, 2)))
            XCTAssertEqual(try library.favorites(), [id(one, 4)])
            // Links by either id find the row.
            for first in [one, other] {
                let series = id(one, 1)
                XCTAssertEqual(try library.locate(.series(id(first, 1)))?.seriesID, series)
                XCTAssertEqual(try library.locate(.book(id(first, 2)))?.place, .book(id(one, 2)))
                XCTAssertEqual(
                    try library.locate(.character(id(first, 4)))?.place,
                    .character(id(one, 4))
                )
                XCTAssertEqual(try library.locate(.note(id(first, 5)))?.place, .book(id(one, 2)))
            }
            let mentions = try library.notes(mentioning: id(one, 4), in: 0..<9)
            XCTAssertEqual(mentions.notes.map(\.id), [uuid(77)])
            try assertEachIsThereOnce(library, notes: 2)
        }
    }

    func testTheOtherLibraryGoesOnWithItsOwnIDs() throws {
        let (mine, theirs) = try makeTwo()
        try merge(mine, into: theirs)
        try assertEachIsThereOnce(theirs)
        try mine.updateNote(id(other, 5), text: "a\nb\nc\nlater")
        try mine.addNote("new", on: .book(id(other, 2)), id: uuid(78))
        XCTAssertEqual(try merge(of: mine).preview(into: theirs).pairs, [])
        try merge(mine, into: theirs)
        XCTAssertEqual(try theirs.note(id(one, 5))?.text, "a\nb\nc\nlater")
        XCTAssertEqual(try theirs.note(uuid(78))?.subject, .book(id(one, 2)))
        try theirs.deleteNote(uuid(78))
        try assertEachIsThereOnce(theirs)
        // And the other way round, by the aliases that the other has.
        try merge(theirs, into: mine)
        XCTAssertEqual(try mine.note(id(one, 5))?.text, "a\nb\nc\nlater")
    }

    func testUndoingTheMergeGivesTheRowsTheirIDsAgain() throws {
        let (mine, theirs) = try makeTwo()
        try mine.updateNote(id(other, 5), text: "a\nb\nc\nmine")
        try theirs.updateNote(id(one, 5), text: "theirs\na\nb\nc")
        let batch = try XCTUnwrap(try merge(theirs, into: mine).batch)
        try assertEachIsThereOnce(mine)
        let undone = try mine.undoImport(batch)
        XCTAssertEqual(try mine.series(id(other, 1))?.books.map(\.id), [id(other, 2)])
        let note = try XCTUnwrap(try mine.note(id(other, 5)))
        XCTAssertEqual(note.text, "a\nb\nc\nmine")
        XCTAssertEqual(note.place?.chapterID, id(other, 3))
        // What was opened or begun meanwhile leads to the rows.
        for place in [Place.series(id(one, 1)), .book(id(one, 2)), .note(id(one, 5))] {
            XCTAssertEqual(try mine.locate(place)?.seriesID, id(other, 1))
        }
        let meanwhile = try mine.addNote("begun meanwhile", on: .book(id(one, 2)))
        XCTAssertEqual(meanwhile.subject, .book(id(other, 2)))
        try mine.deleteNote(meanwhile.id)
        XCTAssertEqual(try mine.read("look") { try $0.rowCount(of: "idAlias") }, 0)
        XCTAssertEqual(try mine.check(), LibraryFindings())
        try mine.undo(undone.undo)
        XCTAssertEqual(try mine.note(id(one, 5))?.text, "theirs\na\nb\nc\nmine")
        try assertEachIsThereOnce(mine)
        try mine.undoImport(batch)
        XCTAssertNotNil(try merge(theirs, into: mine).batch)
        try assertEachIsThereOnce(mine)
    }

    func testADeclinedPairIsRememberedOnBothSides() throws {
        let (mine, theirs) = try makeTwo()
        let merge = merge(of: theirs)
        let pairs = try merge.preview(into: mine).pairs
        _ = try merge.run(into: mine, declining: Set(pairs.map(\.id)))
        for table in ["series", "book", "chapter", "character", "note"] {
            XCTAssertEqual(try mine.read("look") { try $0.rowCount(of: table) }, 2, table)
        }
        XCTAssertEqual(try self.merge(of: theirs).preview(into: mine).pairs, [])
        XCTAssertNil(try self.merge(theirs, into: mine).batch)
        try self.merge(mine, into: theirs)
        XCTAssertEqual(try theirs.read("look") { try $0.rowCount(of: "book") }, 2)
        XCTAssertEqual(try self.merge(of: mine).preview(into: theirs).pairs, [])
    }

    func testADeclinedPairHoldsBeforeTheLibrariesHaveBothRows() throws {
        let (mine, theirs) = try makeTwo()
        let third = try makeLibrary()
        let pairs = try merge(of: theirs).preview(into: mine).pairs
        try merge(third, into: mine, declining: Set(pairs.map(\.id)))
        XCTAssertEqual(try merge(of: theirs).preview(into: mine).pairs, [])
        XCTAssertEqual(try merge(of: mine).preview(into: theirs).pairs, [])
    }

    func testBooksWithTheSameISBNAreTheSame() throws {
        let (mine, theirs) = (try makeLibrary(), try makeLibrary())
        try importFile(mine, other, isbn: "0-441-01359-7")
        try importFile(theirs, one, isbn: "9780441013593")
        try mine.addNote("mine", on: .book(id(other, 2)))
        try theirs.addNote("theirs", on: .book(id(one, 2)))
        let pairs = try merge(of: theirs).preview(into: mine).pairs
        XCTAssertEqual(pairs.map(\.isbn), ["0-441-01359-7"])
        try merge(theirs, into: mine)
        XCTAssertEqual(try mine.read("look") { try $0.rowCount(of: "book") }, 1)
        XCTAssertEqual(
            try mine.notes(on: .book(id(one, 2))).map(\.text).sorted(),
            ["mine", "theirs"]
        )
    }

    /// Of two books with one ISBN in a library, neither is known to be the other library's.
    func testBooksOfWhichOneLibraryHasTwoStayApart() throws {
        let (mine, theirs) = (try makeLibrary(), try makeLibrary())
        try importFile(mine, other, isbn: "0441013597")
        try importFile(mine, 3, isbn: "0441013597")
        try importFile(theirs, one, isbn: "0441013597")
        XCTAssertEqual(try merge(of: theirs).preview(into: mine).pairs, [])
    }

    /// Books without a series that the other library has in one: each is there once, and can be in
    /// the series.
    func testLoneBooksAreTheSameAsThoseOfANamedSeries() throws {
        let numbers = ["0441013597", "0345391802", "0261103571"]
        for isLoneHere in [true, false] {
            for first in [one, 3] {
                let (lone, named) = (try makeLibrary(), try makeLibrary())
                for (index, isbn) in numbers.enumerated() {
                    try lone.changeSeries { changes in
                        let series = id(first, UInt8(10 + index))
                        try changes.makeSeriesOfLoneBook(series)
                        try changes.save(
                            Book(
                                id: id(first, UInt8(20 + index)),
                                seriesID: series,
                                title: "Book \(index)",
                                isbn10: isbn,
                                position: 0
                            )
                        )
                    }
                    try lone.addNote("alone", on: .book(id(first, UInt8(20 + index))))
                }
                let saga = id(other, 1)
                try named.saveSeries(saga, title: "Saga")
                for (index, isbn) in numbers.enumerated() {
                    let book = id(other, UInt8(30 + index))
                    try named.save(
                        Book(
                            id: book,
                            seriesID: saga,
                            title: "Book \(index)",
                            isbn10: isbn,
                            position: index
                        )
                    )
                    try named.addNote("in the series", on: .book(book))
                }
                let (mine, theirs) = isLoneHere ? (lone, named) : (named, lone)
                let preview = try merge(of: theirs).preview(into: mine)
                XCTAssertEqual(preview.pairs.map(\.kind), [.book, .book, .book])
                let outcome = try merge(theirs, into: mine)
                let name = "lone here: \(isLoneHere), \(first)"
                func books(_ title: String?) throws -> [Book] {
                    try mine.shelf(limit: 9).filter { title == nil || $0.title == title }
                        .flatMap { try mine.series($0.id)?.books ?? [] }
                }
                let all = try books(nil)
                XCTAssertEqual(all.map(\.title).sorted(), ["Book 0", "Book 1", "Book 2"], name)
                for book in all {
                    let notes = try mine.notes(on: .book(book.id)).map(\.text)
                    XCTAssertEqual(notes.sorted(), ["alone", "in the series"], name)
                }
                // One is in the named series, with which its own became one; of the others, the
                // series counts that any other value would: the report offers the named one.
                XCTAssertTrue(try books("Saga").contains { $0.title == "Book 0" }, name)
                let batch = try XCTUnwrap(outcome.batch)
                for loss in try mine.mergeLosses(mine.mergeLosses(of: batch))
                where loss.field == "seriesID" && loss.lost == ["Saga"] {
                    XCTAssertEqual(try mine.use(loss.id).found, .offered, name)
                }
                XCTAssertEqual(try mine.shelf(limit: 9).map(\.title), ["Saga"], name)
                XCTAssertEqual(
                    try books("Saga").map(\.title).sorted(),
                    ["Book 0", "Book 1", "Book 2"],
                    name
                )
                XCTAssertEqual(try mine.check(), LibraryFindings(), name)
            }
        }
    }

    /// What one library has deleted hides nothing of the other's.
    func testWhatWasDeletedOnOneSideIsKeptOnTheOther() throws {
        for isPurged in [false, true] {
            let (mine, theirs) = try makeTwo()
            try mine.delete(.book(id(other, 2)))
            if isPurged { try mine.emptyTrash() }
            try merge(theirs, into: mine)
            XCTAssertEqual(try mine.series(id(one, 1))?.books.map(\.id), [id(one, 2)])
            XCTAssertEqual(try mine.notes(on: .book(id(one, 2))).map(\.text), ["a\nb\nc"])
        }
    }

    func testJoinedPartsLeadToWhatTheirRemainingPartIsTheSameAs() throws {
        let (mine, theirs) = try makeTwo()
        let series = id(other, 1)
        try mine.save(Book(id: uuid(90), seriesID: series, title: "Twin", position: 1))
        try mine.addNote("on the twin", on: .book(uuid(90)))
        try mine.join(.book(uuid(90)), into: id(other, 2))
        try merge(theirs, into: mine)
        XCTAssertEqual(try mine.locate(.book(uuid(90)))?.place, .book(id(one, 2)))
        let items = try mine.trash(limit: 9).filter { $0.title == "Twin" }
        try mine.restore(items)
        XCTAssertEqual(try mine.notes(on: .book(uuid(90))).map(\.text), ["on the twin"])
        XCTAssertEqual(try mine.notes(on: .book(id(one, 2))).map(\.text), ["a\nb\nc"])
    }

    func testRelationsGoBackToAJoinedPartAfterAMerge() throws {
        let (mine, theirs) = try makeTwo()
        let (series, kept) = (id(other, 1), id(other, 4))
        for (number, name) in [(91, "Twin"), (92, "Friend")] {
            let position = number - 90
            try mine.save(
                Character(id: uuid(number), seriesID: series, name: name, position: position)
            )
        }
        try mine.save(Relation(id: uuid(93), first: uuid(91), second: uuid(92), word: "of"))
        try mine.join(.character(uuid(91)), into: kept)
        try merge(theirs, into: mine)
        func ends() throws -> Set<UUID> {
            let relation = try XCTUnwrap(try mine.series(id(one, 1))?.relations.first)
            return [relation.first, relation.second]
        }
        XCTAssertEqual(try ends(), [id(one, 4), uuid(92)])
        try mine.restore(try mine.trash(limit: 9).filter { $0.title == "Twin" })
        XCTAssertEqual(try ends(), [uuid(91), uuid(92)])
    }

    /// By the index of another column, each row would be compared with all of an import.
    func testRowsAreLookedUpByWhatTheyAreAbout() throws {
        let library = try makeLibrary()
        let indexes: [(RecordTable, String)] = [
            (.importedItem, "importedItemByItem (itemID=?)"),
            (.importedChange, "importedChangeByItem (itemID=?)"),
            (.noteVersion, "noteVersionByNote (noteID=?)"),
        ]
        for (table, index) in indexes {
            let plan = try library.read("look") { db in
                let insertion = RowInsertion(table, table.fields[0].columns)
                let count = insertion.sql.count { $0 == "?" }
                return try Row.fetchAll(
                    db,
                    sql: "EXPLAIN QUERY PLAN \(insertion.sql)",
                    arguments: StatementArguments([DatabaseValue](repeating: .null, count: count))
                ).map { $0["detail"] as String }
            }
            XCTAssertTrue(plan.contains { $0.hasSuffix(index) }, "\(plan)")
        }
    }
}
