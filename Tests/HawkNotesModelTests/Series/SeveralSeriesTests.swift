import Foundation
import LibraryTestSupport
import XCTest

@testable import HawkNotesModel

final class SeveralSeriesTests: LibraryTestCase {
    private let own = uuid(101)
    private let ownBook = uuid(111)
    private let ownHawk = uuid(121)

    /// A library with the bundled series of the tests, and one of the reader's beside it that has the
    /// same title and a character of the same name.
    private func makeLibrary() throws -> Library {
        let library = try Library.inMemory()
        try library.importSeries(from: try write(TestSeries()))
        try library.saveSeries(own, title: "Series")
        try library.save(Book(id: ownBook, seriesID: own, title: "Title", position: 0))
        try library.save(
            Character(id: ownHawk, seriesID: own, name: "Name", bookID: ownBook, position: 0)
        )
        return library
    }

    func testTwoSeriesOfTheSameTitleLiveSideBySide() throws {
        let library = try makeLibrary()
        XCTAssertEqual(
            try library.allSeries(),
            [
                SeriesSummary(
                    id: uuid(1),
                    origin: .bundled,
                    title: "Series",
                    author: "Author",
                    bookCount: 2
                ),
                SeriesSummary(id: own, origin: .own, title: "Series", author: nil, bookCount: 1),
            ]
        )
        let bundled = try XCTUnwrap(try library.series(uuid(1)))
        let readers = try XCTUnwrap(try library.series(own))
        XCTAssertEqual(bundled.allCharacters.map(\.name), ["Name", "Name", "Name"])
        XCTAssertEqual(readers.allCharacters.map(\.name), ["Name"])
        XCTAssertEqual(readers.books.map(\.title), ["Title"])
        XCTAssertNil(bundled.character(ownHawk))
        XCTAssertNil(readers.character(TestSeries.hawk))
        XCTAssertEqual(try library.series().id, uuid(1), "the bundled one")
        XCTAssertNil(try library.series(uuid(102)))

        // Notes and favourites tell the two characters apart.
        try library.addNote("on the one", on: .character(TestSeries.hawk))
        try library.addNote("on the other", on: .character(ownHawk))
        try library.setFavorite(ownHawk, true)
        XCTAssertEqual(
            try library.notes(on: .character(ownHawk)).map(\.text),
            ["on the other"]
        )
        XCTAssertEqual(try library.favorites(), [ownHawk])
        try library.delete(.series(own))
        XCTAssertEqual(try library.favorites(), [])
        try library.restore(.series(own))
        XCTAssertEqual(try library.favorites(), [ownHawk])
    }

    func testOnlyTitlesAndNamesMustBeThere() throws {
        let library = try makeLibrary()
        try library.save(Character(id: uuid(122), seriesID: own, name: "Of no book", position: 0))
        let series = try XCTUnwrap(try library.series(own))
        XCTAssertEqual(
            series,
            Series(
                id: own,
                origin: .own,
                title: "Series",
                books: [Book(id: ownBook, seriesID: own, title: "Title", position: 0)],
                characters: [
                    Character(
                        id: ownHawk,
                        seriesID: own,
                        name: "Name",
                        bookID: ownBook,
                        position: 0
                    ),
                    Character(id: uuid(122), seriesID: own, name: "Of no book", position: 0),
                ],
                relations: []
            )
        )
        XCTAssertEqual(series.allCharacters.map(\.name), ["Name", "Of no book"])
        assertThrows(.emptyTitle) { try library.saveSeries(uuid(102), title: " ") }
        assertThrows(.emptyTitle) {
            try library.save(Book(id: uuid(112), seriesID: self.own, title: "\n", position: 1))
        }
    }

    func testEveryFieldComesBackAsItWasSaved() throws {
        let library = try makeLibrary()
        let white = RGBColor(red: 255, green: 255, blue: 255)
        let black = RGBColor(red: 0, green: 0, blue: 0)
        var book = Book(
            id: ownBook,
            seriesID: own,
            title: "Another",
            author: "Author",
            published: PublicationDate(year: 1999),
            tagline: "Tagline",
            overview: "One\nTwo",
            isbn10: "1536207152",
            amazonURL: URL(string: "https://example.org/book"),
            coverFile: "one.svg",
            accent: ColorPair(light: black, dark: white),
            tint: ColorPair(light: white, dark: black),
            position: 3
        )
        try library.save(book)
        XCTAssertEqual(try library.series(own)?.books, [book])
        book.published = PublicationDate(year: 1999, month: 12)
        book.accent = nil
        try library.save(book)
        XCTAssertEqual(try library.series(own)?.books, [book])

        let character = Character(
            id: ownHawk,
            seriesID: own,
            name: "Hawk",
            summary: "Summary",
            synopsis: "Synopsis",
            avatarFile: "a.svg",
            position: 7
        )
        try library.save(character)
        XCTAssertEqual(try library.series(own)?.allCharacters, [character])
    }

    func testRelationsHoldWithinASeriesOnly() throws {
        let library = try makeLibrary()
        try library.save(Character(id: uuid(122), seriesID: own, name: "Friend", position: 1))
        try library.save(Relation(id: uuid(131), first: uuid(122), second: ownHawk))
        XCTAssertEqual(try library.series(own)?.related(to: ownHawk).map(\.id), [uuid(122)])
        assertThrows(.notFound) {
            try library.save(
                Relation(id: uuid(132), first: self.ownHawk, second: TestSeries.hawk)
            )
        }
        assertThrows(.notFound) {
            try library.save(
                Character(
                    id: uuid(123),
                    seriesID: self.own,
                    name: "Astray",
                    bookID: TestSeries.bookOne,
                    position: 1
                )
            )
        }
        assertThrows(.notFound) {
            try library.save(Book(id: uuid(112), seriesID: uuid(109), title: "Lost", position: 1))
        }
        assertThrows(.notFound) { try library.delete(.relation(uuid(139))) }
    }

    func testWhatIsDeletedIsNotShownAndComesBackWithAllThatStandsInIt() throws {
        let library = try makeLibrary()
        let before = try library.series(uuid(1))
        try library.delete(.book(TestSeries.bookOne))
        try library.delete(.book(TestSeries.bookOne))
        let without = try XCTUnwrap(try library.series(uuid(1)))
        XCTAssertEqual(without.books.map(\.id), [TestSeries.bookTwo])
        XCTAssertEqual(without.allCharacters.map(\.id), [TestSeries.rider])
        XCTAssertEqual(without.related(to: TestSeries.rider), [])
        XCTAssertEqual(try library.allSeries().map(\.bookCount), [1, 1])
        try library.restore(.book(TestSeries.bookOne))
        XCTAssertEqual(try library.series(uuid(1)), before)

        try library.delete(.series(uuid(1)))
        XCTAssertNil(try library.series(uuid(1)))
        XCTAssertEqual(try library.allSeries().map(\.id), [own])
        XCTAssertEqual(try library.series().id, own, "the first that there is")
    }

    func testPlacesAreFoundInTheirSeries() throws {
        let library = try makeLibrary()
        let note = try library.addNote("text", on: .character(ownHawk))
        let lost = try library.addNote("text", on: .book(uuid(199)))
        let here: [Place] = [
            .series(own), .favorites(of: own), .book(ownBook), .webPage(book: ownBook),
            .character(ownHawk),
        ]
        for place in here {
            XCTAssertEqual(
                try library.locate(place),
                PlaceLocation(place: place, seriesID: own),
                "\(place)"
            )
        }
        XCTAssertEqual(
            try library.locate(.note(note.id)),
            PlaceLocation(place: .character(ownHawk), seriesID: own)
        )
        XCTAssertEqual(try library.locate(.character(TestSeries.hawk))?.seriesID, uuid(1))
        let nowhere: [Place] = [
            .series(uuid(102)), .book(own), .character(ownBook), .note(lost.id), .note(uuid(198)),
            .shelf, .favorites, .search("text"),
        ]
        for place in nowhere { XCTAssertNil(try library.locate(place), "\(place)") }
        XCTAssertEqual(
            try library.missing(among: [.book(ownBook), .character(own), .series(own)]),
            [.character(own)]
        )

        // What stands in a deleted book or series is as deleted as that.
        try library.delete(.book(ownBook))
        XCTAssertEqual(try library.missing(among: Set(here)), Set(here[2...]))
        try library.restore(.book(ownBook))
        try library.delete(.character(ownHawk))
        XCTAssertEqual(try library.missing(among: Set(here)), [.character(ownHawk)])
        try library.delete(.series(own))
        XCTAssertEqual(try library.missing(among: Set(here)), Set(here))
    }

    @MainActor
    func testEveryChangeIsTold() async throws {
        let environment = TestEnvironment()
        let library = try Library.inMemory(environment: environment.library)
        try library.importSeries(from: try write(TestSeries()))
        environment.runMainQueue()
        var told: [LibraryChange] = []
        let observation = library.observeChanges { told += $0 }
        var book = try library.series().books[0]
        book.title = "Renamed"
        try library.save(book)
        try library.save(book)
        environment.runMainQueue()
        XCTAssertEqual(told, [.seriesChanged(uuid(1))], "saving the same again is no change")
        try library.saveSeries(own, title: "Series")
        try library.saveSeries(own, title: "Other")
        try library.delete(.series(own))
        try library.restore(.series(own))
        try library.delete(.character(TestSeries.hawk))
        environment.runMainQueue()
        XCTAssertEqual(
            Array(told.dropFirst()),
            [
                .seriesAdded(own), .seriesChanged(own), .seriesRemoved(own), .seriesAdded(own),
                .seriesChanged(uuid(1)),
            ]
        )
        withExtendedLifetime(observation) {}
    }
}
