import Foundation
import HawkNotesModel
import XCTest

/// What is stored and linked to keeps its meaning for ever: these texts are those of shipped versions.
final class PlaceTests: XCTestCase {
    private let id = UUID(uuidString: "0B2F3C1E-8F0A-4D7B-9C55-1F2E3D4C5B6A")
    private let text = "0b2f3c1e-8f0a-4d7b-9c55-1f2e3d4c5b6a"

    private func all() throws -> [Place] {
        let id = try XCTUnwrap(id)
        return [
            .shelf, .series(id), .book(id), .webPage(book: id), .character(id), .note(id),
            .favorites, .favorites(of: id), .search("wo ist Skye? & so"),
            .newer(NewerPlace(kind: "timeline", id: "Anything/at all")),
        ]
    }

    func testStoredKindsAndIDsAreFrozen() throws {
        XCTAssertEqual(
            try all().map { "\($0.kind)|\($0.id)" },
            [
                "h|shelf", "s|\(text)", "b|\(text)", "w|\(text)", "c|\(text)", "n|\(text)",
                "f|favorites", "f|\(text)", "q|wo ist Skye? & so", "timeline|Anything/at all",
            ]
        )
        for place in try all() {
            XCTAssertEqual(Place(kind: place.kind, id: place.id), place)
            XCTAssertEqual(Place(kind: place.kind, id: place.id.uppercased())?.kind, place.kind)
        }
        XCTAssertEqual(Set(Place.Kind.allCases.map(\.rawValue)).count, Place.Kind.allCases.count)
    }

    func testLinksAreFrozen() throws {
        XCTAssertEqual(
            try all().map(\.link),
            [
                "hawknotes://shelf", "hawknotes://series/\(text)", "hawknotes://book/\(text)",
                "hawknotes://book/\(text)/page", "hawknotes://character/\(text)",
                "hawknotes://note/\(text)", "hawknotes://favorites",
                "hawknotes://series/\(text)/favorites",
                "hawknotes://search?q=wo%20ist%20Skye%3F%20%26%20so",
                "hawknotes://timeline/Anything/at all",
            ]
        )
        for place in try all() { XCTAssertEqual(try Place(link: place.link), place) }
    }

    func testLinksOfTheFirstVersionLeadWhereTheyDid() throws {
        let id = try XCTUnwrap(id)
        for (link, place): (String, Place) in [
            ("hawknotes://book/\(text)/character/\(text)", .character(id)),
            ("HAWKNOTES://BOOK/\(text.uppercased())", .book(id)),
            ("hawknotes:book/\(text)", .book(id)),
            ("hawknotes:///favorites/", .favorites),
            ("hawknotes://SERIES/\(text)/Favorites?x", .favorites(of: id)),
            ("hawknotes://note/\(text)?from=mail#end", .note(id)),
            ("hawknotes://search?lang=de&q=a+b%2Bc#top", .search("a b+c")),
            ("hawknotes://search", .search("")),
        ] {
            XCTAssertEqual(try Place(link: link), place, link)
        }
    }

    func testWhatIsNoLinkSaysWhy() throws {
        for (link, problem): (String, PlaceLink.Problem) in [
            ("", .otherScheme), ("https://example.org", .otherScheme), ("hawknotes", .otherScheme),
            ("hawknotes:", .empty), ("hawknotes://?q=1", .empty),
            ("hawknotes://book/x", .badIdentifier("x")),
            ("hawknotes://book/x/character/\(text)", .badIdentifier("x")),
            ("hawknotes://book/\(text)/character/12", .badIdentifier("12")),
        ] {
            XCTAssertThrowsError(try Place(link: link), link) {
                XCTAssertEqual($0 as? PlaceLink.Problem, problem, link)
            }
        }
    }

    func testDamagedIDsAreNoPlaceAndUnknownKindsAreKept() throws {
        for kind in ["b", "c", "s", "n", "w"] { XCTAssertNil(Place(kind: kind, id: "?")) }
        let newer = try XCTUnwrap(Place(kind: "z", id: "1|2::3"))
        XCTAssertEqual(newer, .newer(NewerPlace(kind: "z", id: "1|2::3")))
        let encoded = try JSONEncoder().encode(newer)
        XCTAssertEqual(try JSONDecoder().decode(Place.self, from: encoded), newer)
        XCTAssertThrowsError(
            try JSONDecoder().decode(Place.self, from: Data(#"{"kind":"b","id":"?"}"#.utf8))
        )
    }

    func testLinkForPeopleNamesTheBookOfACharacter() throws {
        let library = try Library.inMemory()
        try library.importSeries(from: BundledSeries.shadowSkye)
        let series = try library.series()
        let character = series.allCharacters[0]
        let book = try XCTUnwrap(character.bookID)
        XCTAssertEqual(
            Place.character(character.id).link(in: series),
            "hawknotes://book/\(book.uuidString.lowercased())/character/"
                + character.id.uuidString.lowercased()
        )
        XCTAssertEqual(Place.favorites.link(in: series), "hawknotes://favorites")
        let gone = Place.character(UUID())
        XCTAssertEqual(gone.link(in: series), gone.link)
        let bookless = Character(id: UUID(), seriesID: series.id, name: "Name", position: 0)
        let own = Series(
            id: series.id,
            title: "Own",
            books: [],
            characters: [bookless],
            relations: []
        )
        let place = Place.character(bookless.id)
        XCTAssertEqual(place.link(in: own), place.link)
    }
}
