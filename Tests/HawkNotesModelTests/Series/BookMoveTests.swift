import Foundation
import LibraryTestSupport
import XCTest

@testable import HawkNotesModel

/// Moving a book to another series, and taking it back.
final class BookMoveTests: LibraryTestCase {
    private let (other, otherBook, otherHero) = (uuid(101), uuid(111), uuid(121))
    private let environment = TestEnvironment()

    /// Two series: the one of the test file, and one of the reader's own with a book and a character.
    private func makeLibrary() throws -> Library {
        let library = try Library.inMemory(environment: environment.library)
        try library.importSeries(from: try write(TestSeries()))
        _ = try library.changeSeries { changes in
            try changes.save(SeriesDetails(id: other, title: "Other", author: nil))
            try changes.save(Book(id: otherBook, seriesID: other, title: "B", position: 0))
            try changes.save(
                Character(id: otherHero, seriesID: other, name: "C", bookID: otherBook, position: 0)
            )
        }
        return library
    }

    @discardableResult
    private func move(
        _ library: Library,
        _ book: UUID = TestSeries.bookTwo,
        to destination: BookDestination? = nil
    ) throws -> LibraryUndo {
        try library.changeSeries { changes in
            try changes.moveBook(book, to: destination ?? .series(other))
        }.undo
    }

    private func first(_ library: Library) throws -> Series {
        try XCTUnwrap(try library.series(uuid(1)))
    }

    private func second(_ library: Library) throws -> Series {
        try XCTUnwrap(try library.series(other))
    }

    func testBookTakesItsCharactersAndWhatHangsOnThemAlong() throws {
        let library = try makeLibrary()
        try library.setFavorite(TestSeries.rider, true)
        let note = try library.addNote("On the rider", on: .character(TestSeries.rider))
        let chapter = Chapter(id: uuid(51), bookID: TestSeries.bookTwo, name: "1", position: 0)
        _ = try library.changeSeries { try $0.save(chapter) }
        let before = (try first(library), try second(library))

        let undo = try move(library)

        let moved = try second(library)
        XCTAssertEqual(moved.books.map(\.id), [otherBook, TestSeries.bookTwo])
        XCTAssertEqual(moved.characters(in: TestSeries.bookTwo).map(\.id), [TestSeries.rider])
        XCTAssertEqual(moved.character(TestSeries.rider)?.seriesID, other)
        XCTAssertEqual(moved.chapters, [chapter])
        XCTAssertEqual(try first(library).books.map(\.id), [TestSeries.bookOne])
        XCTAssertNil(try first(library).character(TestSeries.rider))
        XCTAssertEqual(try library.favorites(), [TestSeries.rider])
        XCTAssertEqual(try library.locate(.note(note.id))?.seriesID, other)
        XCTAssertEqual(try library.formerSeries().series(ofBook: TestSeries.bookTwo), [uuid(1)])

        let redo = try library.undo(undo)
        XCTAssertEqual(try first(library), before.0)
        XCTAssertEqual(try second(library), before.1)
        XCTAssertEqual(try library.formerSeries().series(ofBook: TestSeries.bookTwo), [other])
        try library.undo(redo)
        XCTAssertEqual(try second(library), moved)
    }

    func testRelationToCharacterThatStaysIsShownOnBothPages() throws {
        let library = try makeLibrary()
        try move(library)

        XCTAssertEqual(try first(library).neighbors.map(\.id), [TestSeries.rider])
        XCTAssertEqual(try second(library).neighbors.map(\.id), [TestSeries.hawk])
        XCTAssertEqual(try first(library).outerRelations.map(\.id), [uuid(31)])
        XCTAssertEqual(try second(library).outerRelations.map(\.id), [uuid(31)])
        XCTAssertEqual(try first(library).relations.map(\.id), [uuid(32)])
    }

    func testRelationBetweenSeriesCanBeChangedAndNoOtherMade() throws {
        let library = try makeLibrary()
        try move(library)
        var relation = try XCTUnwrap(try first(library).outerRelations.first)
        relation.word = "sister of"
        _ = try library.changeSeries { try $0.save(relation) }
        XCTAssertEqual(try first(library).outerRelations, [relation])
        XCTAssertEqual(try second(library).outerRelations, [relation])
        for id in [UUID(), relation.id] {
            let new = Relation(id: id, first: TestSeries.hawk, second: otherHero)
            XCTAssertThrowsError(try library.changeSeries { try $0.save(new) })
        }
        _ = try library.changeSeries { try $0.delete(.relation(relation.id)) }
        XCTAssertEqual(try first(library).outerRelations, [])
    }

    func testNeighborOfWhichTheReaderHasYetToComeIsLeftOut() throws {
        let library = try makeLibrary()
        try move(library)
        try library.setReadUpTo(ReadingPosition(bookID: otherBook), in: other)
        XCTAssertEqual(try first(library).neighbors, [])
        XCTAssertEqual(try first(library).outerRelations, [])
    }

    @MainActor
    func testChangeOfNeighborIsToldOfBothSeries() async throws {
        let library = try makeLibrary()
        try move(library)
        var told: Set<UUID> = []
        let observation = library.observeChanges { told.formUnion($0.compactMap(\.seriesID)) }
        defer { observation.cancel() }
        var rider = try XCTUnwrap(try second(library).character(TestSeries.rider))
        rider.name = "Renamed"
        try library.save(rider)
        environment.runMainQueue()
        XCTAssertEqual(told, [uuid(1), other])
        XCTAssertEqual(try first(library).neighbors.map(\.name), ["Renamed"])
    }

    func testUndoKeepsWhatWasAddedSince() throws {
        let library = try makeLibrary()
        let undo = try move(library)
        var book = try XCTUnwrap(try second(library).book(TestSeries.bookTwo))
        book.tagline = "Typed since"
        let new = Character(
            id: uuid(61),
            seriesID: other,
            name: "New",
            bookID: TestSeries.bookTwo,
            position: 7
        )
        _ = try library.changeSeries { changes in
            try changes.save(book)
            try changes.save(new)
        }
        try library.addNote("Since", on: .character(new.id))

        try library.undo(undo)

        let series = try first(library)
        XCTAssertEqual(series.book(TestSeries.bookTwo)?.tagline, "Typed since")
        XCTAssertEqual(series.character(new.id)?.seriesID, uuid(1))
        XCTAssertEqual(try library.notes(on: .character(new.id)).map(\.text), ["Since"])
        XCTAssertEqual(try second(library).allCharacters.map(\.id), [otherHero])
    }

    func testUndoLeavesABookThatWasMovedOnOrWhoseSeriesIsGone() throws {
        let library = try makeLibrary()
        let undo = try move(library)
        try move(library, to: .newSeries(uuid(102), title: "Third"))
        XCTAssertTrue(try library.undo(undo).isEmpty)
        XCTAssertEqual(try library.locate(.book(TestSeries.bookTwo))?.seriesID, uuid(102))

        let second = try move(library, otherBook, to: .series(uuid(102)))
        try library.delete(.series(other))
        XCTAssertTrue(try library.undo(second).isEmpty)
        XCTAssertNotNil(try library.locate(.book(otherBook)))
    }

    func testReadingPointMovesOnlyWithTheBookThatItIsIn() throws {
        let library = try makeLibrary()
        let point = ReadingPosition(bookID: TestSeries.bookTwo)
        try library.setReadUpTo(point, in: uuid(1))
        let undo = try move(library)
        XCTAssertEqual(try second(library).readUpTo, point)
        // What the reader has read of the books that stay is not hidden, and the rest not shown.
        XCTAssertEqual(try first(library).readUpTo, ReadingPosition(bookID: TestSeries.bookOne))
        try library.undo(undo)
        XCTAssertEqual(try first(library).readUpTo, point)
        XCTAssertNil(try second(library).readUpTo)

        try library.setReadUpTo(ReadingPosition(bookID: TestSeries.bookOne), in: uuid(1))
        try move(library)
        XCTAssertEqual(try first(library).readUpTo, ReadingPosition(bookID: TestSeries.bookOne))
        XCTAssertNil(try second(library).readUpTo)
    }

    func testReadingPointThatMovedOnSinceComesBackWithTheBook() throws {
        let library = try makeLibrary()
        let chapter = Chapter(id: uuid(51), bookID: TestSeries.bookTwo, name: "1", position: 0)
        _ = try library.changeSeries { try $0.save(chapter) }
        let point = ReadingPosition(bookID: TestSeries.bookTwo, chapterID: chapter.id)
        try library.setReadUpTo(point, in: uuid(1))
        let undo = try move(library)
        let later = ReadingPosition(bookID: TestSeries.bookTwo)
        try library.setReadUpTo(later, in: other)
        try library.undo(undo)
        XCTAssertEqual(try first(library).readUpTo, later)
        XCTAssertNil(try second(library).readUpTo)
    }

    func testPointOfTheOtherSeriesStaysWhereItIs() throws {
        let library = try makeLibrary()
        try library.setReadUpTo(ReadingPosition(bookID: TestSeries.bookTwo), in: uuid(1))
        try library.setReadUpTo(ReadingPosition(bookID: otherBook), in: other)
        let undo = try move(library)
        XCTAssertEqual(try second(library).readUpTo, ReadingPosition(bookID: otherBook))
        try library.undo(undo)
        XCTAssertEqual(
            try first(library).readUpTo,
            ReadingPosition(bookID: TestSeries.bookTwo)
        )
        XCTAssertEqual(try second(library).readUpTo, ReadingPosition(bookID: otherBook))
    }

    func testNewSeriesIsGoneAgainAfterUndoUnlessSomethingIsInIt() throws {
        let library = try makeLibrary()
        let undo = try move(library, to: .newSeries(uuid(102), title: "New"))
        XCTAssertEqual(try library.series(uuid(102))?.books.map(\.id), [TestSeries.bookTwo])
        let redo = try library.undo(undo)
        XCTAssertNil(try library.series(uuid(102)))
        let again = try library.undo(redo)
        XCTAssertEqual(try library.series(uuid(102))?.books.map(\.id), [TestSeries.bookTwo])
        _ = try library.changeSeries {
            try $0.save(Book(id: uuid(131), seriesID: uuid(102), title: "Since", position: 5))
        }
        try library.undo(again)
        XCTAssertEqual(try library.series(uuid(102))?.books.map(\.id), [uuid(131)])
    }

    func testLoneBookHasASeriesWithoutATitleWhichIsUsedAgain() throws {
        let library = try makeLibrary()
        try move(library, to: .alone(uuid(103)))
        XCTAssertEqual(try library.series(uuid(103))?.title, "")
        try move(library, to: .alone(uuid(104)))
        XCTAssertNil(try library.series(uuid(104)), "It stands alone already.")
        try move(library)
        try move(library, to: .alone(uuid(104)))
        XCTAssertEqual(try library.locate(.book(TestSeries.bookTwo))?.seriesID, uuid(103))
        XCTAssertEqual(
            try library.formerSeries().series(ofBook: TestSeries.bookTwo),
            [other, uuid(1)]
        )
    }

    func testNewEditionLeavesAMovedBookWhereItIs() throws {
        let library = try makeLibrary()
        try move(library)
        var edition = TestSeries()
        edition.set("revision", to: 2)
        edition.set("books.1.title", to: "New title")
        edition.set(
            "books.1.characters",
            to: [
                TestSeries.character(TestSeries.rider), TestSeries.character(uuid(24)),
            ]
        )
        XCTAssertEqual(
            try library.importSeries(from: try write(edition, as: "2.json")),
            .imported(revision: 2)
        )
        XCTAssertEqual(try second(library).book(TestSeries.bookTwo)?.title, "New title")
        XCTAssertEqual(try second(library).books.map(\.id), [otherBook, TestSeries.bookTwo])
        XCTAssertEqual(try second(library).character(uuid(24))?.bookID, TestSeries.bookTwo)
    }

    func testMoveIsAllOrNothing() throws {
        let library = try makeLibrary()
        let before = try first(library)
        assertThrows(.notFound) { try self.move(library, to: .series(uuid(199))) }
        assertThrows(.emptyTitle) {
            try self.move(library, to: .newSeries(uuid(105), title: " "))
        }
        try library.delete(.series(other))
        assertThrows(.notFound) { try self.move(library) }
        XCTAssertEqual(try first(library), before)
        XCTAssertTrue(try library.formerSeries().isEmpty)
    }
}
