import Foundation
import LibraryTestSupport
import XCTest

@testable import HawkNotesModel

/// What the reader makes of series, and taking it back.
final class SeriesEditingTests: LibraryTestCase {
    private func makeLibrary() throws -> Library {
        let library = try Library.inMemory(environment: TestEnvironment().library)
        try library.importSeries(from: try write(TestSeries()))
        return library
    }

    private func book(_ library: Library) throws -> Book {
        try XCTUnwrap(try library.series().book(TestSeries.bookOne))
    }

    private func whole(_ book: Book) -> Book {
        var book = book
        book.title = "My title"
        book.author = "Me"
        book.published = PublicationDate(year: 1999)
        book.tagline = "My tagline"
        book.overview = "My overview"
        book.isbn10 = "9781536207151"
        book.amazonURL = URL(string: "https://example.org/")
        book.coverFile = nil
        book.accent = nil
        book.tint = nil
        book.position = 7
        book.number = "1.5"
        book.linkName = "My shop"
        book.coverID = uuid(61)
        return book
    }

    func testEveryFieldOfEachKindIsSavedTakenBackAndDoneAgain() throws {
        let library = try makeLibrary()
        let series = try library.series()
        let chapter = Chapter(id: uuid(51), bookID: TestSeries.bookOne, name: "1", position: 0)
        try library.save(chapter)
        var character = try XCTUnwrap(series.character(TestSeries.hawk))
        character.name = "My name"
        character.aliases = ["One", "Two"]
        character.summary = nil
        character.synopsis = "Mine"
        character.avatarFile = nil
        character.avatarID = uuid(62)
        character.bookID = TestSeries.bookTwo
        character.chapterID = chapter.id
        character.position = 9
        var newChapter = chapter
        newChapter.name = "Other"
        newChapter.position = 3
        let old = series.relations[0]
        let relation = Relation(
            id: old.id,
            origin: .bundled,
            first: old.second,
            second: old.first,
            word: "sister of",
            bookID: TestSeries.bookOne,
            chapterID: chapter.id
        )
        let details = SeriesDetails(id: series.id, title: "My series", author: nil)

        let before = try library.series()
        let undos = [
            try library.save(whole(try book(library))),
            try library.save(character),
            try library.save(newChapter),
            try library.save(relation),
            try library.saveSeries(details.id, title: details.title, author: details.author),
        ]
        let after = try library.series()
        XCTAssertEqual(after.book(TestSeries.bookOne), whole(try book(library)))
        XCTAssertEqual(after.character(TestSeries.hawk), character)
        XCTAssertEqual(after.chapters, [newChapter])
        XCTAssertEqual(after.relations[0], relation)
        XCTAssertEqual(after.details, details)

        let redo = try undos.reversed().map { try library.undo($0) }
        XCTAssertEqual(try library.series(), before)
        for undo in redo.reversed() { try library.undo(undo) }
        XCTAssertEqual(try library.series(), after)
    }

    func testUndoingLeavesWhatSomebodyHasDoneSince() throws {
        let library = try makeLibrary()
        let base = try book(library)
        var mine = base
        mine.title = "Mine"
        mine.overview = "Mine"
        let undo = try library.save(mine)
        var later = mine
        later.overview = "Later"
        try library.save(later)
        try library.undo(undo)
        var expected = base
        expected.overview = "Later"
        XCTAssertEqual(try book(library), expected)
    }

    func testWhatWasMadeGoesToTheTrashWhenItIsTakenBack() throws {
        let library = try makeLibrary()
        let book = Book(id: uuid(111), seriesID: uuid(1), title: "New", position: 2)
        let undo = try library.save(book)
        try library.addNote("on it", on: .book(book.id))
        let redo = try library.undo(undo)
        XCTAssertNil(try library.series().book(book.id))
        XCTAssertEqual(try library.trash(limit: 9).map(\.id), [book.id])
        try library.undo(redo)
        XCTAssertEqual(try library.series().book(book.id), book)
    }

    func testOrderIsChangedByMovingOneBeforeAnother() throws {
        let library = try makeLibrary()
        for index in 0..<4 {
            let id = uuid(150 + index)
            try library.save(
                Chapter(id: id, bookID: TestSeries.bookOne, name: "\(index)", position: index)
            )
        }
        func names() throws -> [String] {
            try library.series().chapters(of: TestSeries.bookOne).map(\.name)
        }
        let undo = try library.move(.chapter(uuid(153)), before: uuid(151))
        XCTAssertEqual(try names(), ["0", "3", "1", "2"])
        try library.move(.chapter(uuid(150)), before: nil)
        XCTAssertEqual(try names(), ["3", "1", "2", "0"])
        try library.move(.chapter(uuid(150)), before: uuid(150))
        XCTAssertEqual(try names(), ["3", "1", "2", "0"])
        _ = undo
        try library.move(.book(TestSeries.bookTwo), before: TestSeries.bookOne)
        XCTAssertEqual(
            try library.series().books.map(\.id),
            [TestSeries.bookTwo, TestSeries.bookOne]
        )
        try library.move(.character(TestSeries.angler), before: TestSeries.hawk)
        XCTAssertEqual(
            try library.series().characters(in: TestSeries.bookOne).map(\.id),
            [TestSeries.angler, TestSeries.hawk]
        )
        let swap = try library.move(.relation(uuid(32)), before: uuid(31))
        XCTAssertEqual(try library.series().relations.map(\.id), [uuid(32), uuid(31)])
        try library.undo(swap)
        XCTAssertEqual(try library.series().relations.map(\.id), [uuid(31), uuid(32)])
        assertThrows(.notFound) { try library.move(.book(uuid(99)), before: nil) }
    }

    func testReadingPositionAndShelf() throws {
        let environment = TestEnvironment()
        let library = try Library.inMemory(environment: environment.library)
        try library.importSeries(from: try write(TestSeries()))
        try library.saveSeries(uuid(2), title: "Mine")
        try library.addNote("one", on: .character(TestSeries.hawk))
        try library.addNote("two", on: .book(TestSeries.bookTwo))
        XCTAssertEqual(try library.shelf(limit: 9).map(\.id), [uuid(1), uuid(2)])
        try library.noteOpening(of: uuid(2))
        environment.advance(by: 1)
        let shelf = try library.shelf(limit: 9)
        XCTAssertEqual(shelf.map(\.id), [uuid(2), uuid(1)])
        XCTAssertEqual(shelf.map(\.bookCount), [0, 2])
        XCTAssertEqual(shelf.map(\.noteCount), [0, 2])
        XCTAssertEqual(shelf[0].openedAt?.timeIntervalSince1970, 1_700_000_000)
        XCTAssertEqual(try library.shelf(offset: 1, limit: 1).map(\.id), [uuid(1)])
        try library.delete(.book(TestSeries.bookTwo))
        XCTAssertEqual(try library.shelf(limit: 9)[1].noteCount, 1)
        XCTAssertEqual(try library.seriesCount(), 2)

        let position = ReadingPosition(bookID: TestSeries.bookOne, chapterID: uuid(51))
        let undo = try library.setReadUpTo(position, in: uuid(1))
        XCTAssertEqual(try library.series().readUpTo, position)
        try library.undo(undo)
        XCTAssertNil(try library.series().readUpTo)
        assertThrows(.notFound) { try library.setReadUpTo(nil, in: uuid(9)) }
    }
}
