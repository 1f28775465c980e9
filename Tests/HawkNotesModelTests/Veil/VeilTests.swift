import Foundation
import LibraryTestSupport
import XCTest

@testable import HawkNotesModel

/// What is veiled for who has read up to a place.
final class VeilTests: XCTestCase {
    private let (first, second, third) = (uuid(11), uuid(12), uuid(13))
    private let (one, two, three) = (uuid(41), uuid(42), uuid(43))
    private let (early, late, later, nowhere) = (uuid(21), uuid(22), uuid(23), uuid(24))

    private func series(_ position: ReadingPosition?) -> Series {
        Series(
            id: uuid(1),
            title: "Series",
            books: [first, second, third].enumerated().map {
                Book(
                    id: $1,
                    seriesID: uuid(1),
                    title: "Book \($0)",
                    tagline: "Tagline \($0)",
                    overview: "Overview \($0)",
                    position: $0
                )
            },
            characters: [
                (early, first, nil), (late, second, two), (later, third, nil),
                (nowhere, nil, nil as UUID?),
            ].enumerated().map { position, character in
                Character(
                    id: character.0,
                    seriesID: uuid(1),
                    name: "Name \(position)",
                    summary: "Summary",
                    synopsis: "Synopsis",
                    avatarFile: "picture.jpg",
                    bookID: character.1,
                    position: position,
                    aliases: ["Alias"],
                    chapterID: character.2,
                    avatarID: uuid(77)
                )
            },
            relations: [
                Relation(id: uuid(31), first: early, second: nowhere),
                Relation(id: uuid(32), first: early, second: late),
                Relation(
                    id: uuid(33),
                    first: early,
                    second: nowhere,
                    bookID: second,
                    chapterID: three
                ),
            ],
            chapters: [one, two, three].enumerated().map {
                Chapter(id: $1, bookID: second, name: "Chapter \($0)", position: $0)
            },
            readUpTo: position
        )
    }

    private func veil(_ bookID: UUID, _ chapterID: UUID? = nil) -> Veil {
        series(ReadingPosition(bookID: bookID, chapterID: chapterID)).veil
    }

    func testNothingIsVeiledForWhoDoesNotSay() {
        let series = series(nil)
        XCTAssertFalse(series.veil.isOn)
        XCTAssertFalse(series.veil.hides(character: later))
        XCTAssertFalse(series.veil.hides(note: uuid(5), on: .book(third), chapterID: three))
        XCTAssertEqual(series.veiled(name: "?"), series)
    }

    func testWhatLiesLaterIsVeiled() {
        let places: [(Veil, characters: Set<UUID>, books: Set<UUID>, relations: Set<UUID>)] = [
            (veil(first), [late, later], [second, third], [uuid(32), uuid(33)]),
            (veil(second, one), [late, later], [third], [uuid(32), uuid(33)]),
            (veil(second, two), [later], [third], [uuid(33)]),
            (veil(second, three), [later], [third], []),
            (veil(second), [later], [third], []),
            (veil(third), [], [], []),
        ]
        let all = series(nil)
        for (index, place) in places.enumerated() {
            let veil = place.0
            XCTAssertEqual(
                Set(all.allCharacters.map(\.id).filter(veil.hides(character:))),
                place.characters,
                "\(index)"
            )
            XCTAssertEqual(
                Set(all.books.map(\.id).filter(veil.hides(book:))),
                place.books,
                "\(index)"
            )
            XCTAssertEqual(
                Set(all.relations.filter { veil.hides($0) }.map(\.id)),
                place.relations,
                "\(index)"
            )
        }
    }

    func testANoteIsVeiledByItsChapterOrByItsPage() {
        let veil = veil(second, two)
        let note = uuid(5)
        XCTAssertFalse(veil.hides(note: note, on: .book(first)))
        XCTAssertFalse(veil.hides(note: note, on: .book(second)), "its place is not known")
        XCTAssertFalse(veil.hides(note: note, on: .book(second), chapterID: two))
        XCTAssertTrue(veil.hides(note: note, on: .book(second), chapterID: three))
        XCTAssertTrue(veil.hides(note: note, on: .book(third)))
        XCTAssertTrue(veil.hides(note: note, on: .character(later)))
        XCTAssertTrue(veil.hides(note: note, on: .character(early), chapterID: three))
        XCTAssertFalse(veil.hides(note: note, on: .character(early), chapterID: uuid(99)))
        XCTAssertFalse(veil.hides(note: note, on: .character(nowhere)))
    }

    func testTheVeilIsLiftedFromOneThingOrFromABook() {
        var veil = veil(first)
        veil.exceptions = [.thing(late)]
        XCTAssertFalse(veil.hides(character: late))
        XCTAssertFalse(veil.hides(note: uuid(5), on: .character(late)))
        XCTAssertTrue(veil.hides(note: uuid(5), on: .character(late), chapterID: three))
        XCTAssertTrue(veil.hides(character: later))
        veil.exceptions = [.thing(second), .thing(uuid(5))]
        XCTAssertFalse(veil.hides(book: second))
        XCTAssertTrue(veil.hides(note: uuid(6), on: .book(second)), "only what it says")
        XCTAssertFalse(veil.hides(note: uuid(5), on: .book(third)))
        veil.exceptions = [.book(second)]
        XCTAssertFalse(veil.hides(book: second))
        XCTAssertFalse(veil.hides(character: late))
        XCTAssertFalse(veil.hides(note: uuid(5), on: .book(second), chapterID: three))
        XCTAssertTrue(veil.hides(character: later))
        XCTAssertTrue(veil.hides(book: third))
    }

    func testWhatIsReadAndGoneLetsNothingOut() {
        let gone = veil(uuid(99))
        XCTAssertTrue(gone.hides(character: early))
        XCTAssertTrue(gone.hides(book: first))
        XCTAssertFalse(gone.hides(character: nowhere))
        let chapter = veil(second, uuid(99))
        XCTAssertTrue(chapter.hides(character: late))
        XCTAssertFalse(chapter.hides(character: early))
    }

    func testWhatIsShownOfASeriesHasNoWordOfWhatIsVeiled() throws {
        let whole = series(ReadingPosition(bookID: second, chapterID: one))
        let shown = whole.veiled(name: "Somebody")
        let hidden = try XCTUnwrap(shown.character(late))
        XCTAssertEqual(hidden.name, "Somebody")
        XCTAssertEqual(hidden.aliases, [])
        XCTAssertNil(hidden.summary)
        XCTAssertNil(hidden.synopsis)
        XCTAssertNil(hidden.avatarFile)
        XCTAssertNil(hidden.avatarID)
        XCTAssertEqual(hidden.bookID, second)
        XCTAssertEqual(shown.character(early), whole.character(early))
        XCTAssertEqual(shown.book(second), whole.book(second))
        XCTAssertNil(shown.book(third)?.overview)
        XCTAssertNil(shown.book(third)?.tagline)
        XCTAssertEqual(shown.book(third)?.title, "Book 2")
        XCTAssertEqual(shown.relations.map(\.id), [uuid(31)])
        XCTAssertEqual(shown.allCharacters.map(\.id), whole.allCharacters.map(\.id))
        let lifted = whole.veiled(except: [.thing(late)], name: "Somebody")
        XCTAssertEqual(lifted.character(late), whole.character(late))
        XCTAssertEqual(lifted.relations.map(\.id), [uuid(31), uuid(32)])
    }

    func testExceptionsAreKeptAsText() {
        for exception in [Veil.Exception.thing(early), .book(second)] {
            XCTAssertEqual(Veil.Exception(stored: exception.stored), exception)
        }
        for text in ["", "thing/", "thing/1", "page/\(early)", "book/\(early)/2"] {
            XCTAssertNil(Veil.Exception(stored: text))
        }
    }
}

/// The veil of a series in a library.
final class LibraryVeilTests: LibraryTestCase {
    func testAVeilKnowsWhatIsInTheTrash() throws {
        let library = try Library.open(at: databaseURL)
        for (number, id) in [uuid(11), uuid(12), uuid(13)].enumerated() {
            let book = Book(id: id, seriesID: uuid(1), title: "Book", position: number)
            if number == 0 { try library.saveSeries(uuid(1), title: "Series") }
            try library.save(book)
        }
        let hidden = Character(
            id: uuid(21),
            seriesID: uuid(1),
            name: "Name",
            bookID: uuid(13),
            position: 0
        )
        try library.save(hidden)
        XCTAssertEqual(try library.seriesWithVeil(), [])
        try library.setReadUpTo(ReadingPosition(bookID: uuid(12)), in: uuid(1))
        XCTAssertEqual(try library.seriesWithVeil(), [uuid(1)])
        try library.delete(.book(uuid(12)))
        try library.delete(.character(uuid(21)))
        let veil = try XCTUnwrap(library.series(uuid(1))).veil
        XCTAssertFalse(veil.hides(book: uuid(11)))
        XCTAssertTrue(veil.hides(book: uuid(13)))
        XCTAssertTrue(veil.hides(character: uuid(21)))
        XCTAssertEqual(try library.veils(), [veil])
    }
}
