import Foundation
import XCTest

@testable import HawkNotesModel

/// Two windows that edit the same, and taking back what was done.
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

    func testEditsOfDifferentFieldsAreBothSaved() throws {
        let library = try makeLibrary()
        let base = try book(library)
        var one = base
        one.title = "One"
        one.published = PublicationDate(year: 1990)
        var other = base
        other.overview = "Other"
        guard case .saved = try library.edit(one, base: base) else { return XCTFail("a conflict") }
        guard case .saved = try library.edit(other, base: base) else {
            return XCTFail("a conflict")
        }
        var expected = one
        expected.overview = "Other"
        XCTAssertEqual(try book(library), expected)
    }

    func testEditsOfTheSameFieldAreAConflictAndNothingIsLost() throws {
        let library = try makeLibrary()
        let base = try book(library)
        var theirs = base
        theirs.title = "Theirs"
        theirs.tagline = "The same"
        theirs.published = PublicationDate(year: 1990, month: 1)
        var yours = base
        yours.title = "Yours"
        yours.tagline = "The same"
        yours.published = PublicationDate(year: 2020, month: 2)
        yours.overview = "Yours alone"
        _ = try library.edit(theirs, base: base)
        let outcome = try library.edit(yours, base: base)
        let conflict = EditConflict(
            base: base,
            yours: yours,
            theirs: theirs,
            fields: [.title, .published]
        )
        XCTAssertEqual(outcome, .conflict(conflict))
        XCTAssertEqual(try book(library), theirs, "nothing of it is saved")

        var chosen = yours
        chosen.title = theirs.title
        guard case .saved = try library.edit(chosen, base: conflict.theirs) else {
            return XCTFail("a conflict again")
        }
        XCTAssertEqual(try book(library), chosen)
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
        let outcomes = [
            undo(try library.edit(whole(try book(library)), base: try book(library))),
            undo(try library.edit(character, base: try XCTUnwrap(series.character(character.id)))),
            undo(try library.edit(newChapter, base: chapter)),
            undo(try library.edit(relation, base: old)),
            undo(try library.edit(details, base: series.details)),
        ]
        let after = try library.series()
        XCTAssertEqual(after.book(TestSeries.bookOne), whole(try book(library)))
        XCTAssertEqual(after.character(TestSeries.hawk), character)
        XCTAssertEqual(after.chapters, [newChapter])
        XCTAssertEqual(after.relations[0], relation)
        XCTAssertEqual(after.details, details)

        let redo = try outcomes.reversed().map { try library.undo(try XCTUnwrap($0)) }
        XCTAssertEqual(try library.series(), before)
        for undo in redo.reversed() { try library.undo(undo) }
        XCTAssertEqual(try library.series(), after)
    }

    private func undo<Value>(_ outcome: EditOutcome<Value>) -> LibraryUndo? {
        if case .saved(let undo) = outcome { undo } else { nil }
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

    func testEditOfWhatIsGoneIsRefused() throws {
        let library = try makeLibrary()
        let base = try book(library)
        var mine = base
        mine.title = "Mine"
        try library.delete(.book(base.id))
        assertThrows(.notFound) { try library.edit(mine, base: base) }
        try library.restore(.book(base.id))
        mine.title = " "
        assertThrows(.emptyTitle) { try library.edit(mine, base: base) }
        XCTAssertEqual(try book(library), base)
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
