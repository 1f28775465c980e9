import Foundation
import LibraryTestSupport
import XCTest

@testable import HawkNotesModel

final class SeriesFileTests: LibraryTestCase {
    func testValidFileIsReadCompletely() throws {
        let series = try SeriesFile.parse(Data(contentsOf: write(TestSeries())), url: databaseURL)
        XCTAssertEqual(series.id, uuid(1))
        XCTAssertEqual(series.books.map(\.id), [TestSeries.bookOne, TestSeries.bookTwo])
        XCTAssertEqual(series.books[1].position, 1)
        XCTAssertEqual(series.books[0].published, PublicationDate(year: 2020, month: 1))
        XCTAssertEqual(series.books[0].accent?.dark.description, "#ddeeff")
        XCTAssertNil(series.books[0].language)
        XCTAssertEqual(
            series.allCharacters.map(\.id),
            [TestSeries.hawk, TestSeries.angler, TestSeries.rider]
        )
        XCTAssertEqual(series.allCharacters.map(\.position), [0, 1, 0])
        XCTAssertEqual(series.character(TestSeries.rider)?.bookID, TestSeries.bookTwo)
        XCTAssertEqual(series.characters(in: TestSeries.bookTwo).map(\.id), [TestSeries.rider])
        XCTAssertEqual(
            series.related(to: TestSeries.hawk).map(\.id),
            [TestSeries.angler, TestSeries.rider]
        )
        XCTAssertEqual(series.related(to: TestSeries.rider).map(\.id), [TestSeries.hawk])
        XCTAssertEqual(series.related(to: uuid(99)), [])
        XCTAssertNil(series.book(TestSeries.hawk))
    }

    func testBookMayHaveALanguage() throws {
        var file = TestSeries()
        file.set("books[1].language", to: "pt-BR")
        let series = try SeriesFile.parse(Data(contentsOf: write(file)), url: databaseURL)
        XCTAssertEqual(series.books.map(\.language), [nil, "pt-BR"])
    }

    func testEachBrokenRuleIsNamedWithItsPlaceAndReason() throws {
        let hawk = TestSeries.hawk.uuidString
        let rider = TestSeries.rider.uuidString
        let unknown = uuid(99).uuidString
        let cases: [(path: String, value: Any?, message: String)] = [
            ("formatVersion", nil, "formatVersion is missing"),
            ("formatVersion", "1", "formatVersion must be a whole number, but is a text"),
            ("formatVersion", 2, "formatVersion is 2, but this version of Hawk Notes reads only 1"),
            ("formatVersion", 0, "formatVersion must be 1, but is 0"),
            ("revision", 0, "revision must be 1 or more, but is 0"),
            ("revision", 1.5, "revision must be a whole number, but is a number"),
            ("revision", true, "revision must be a whole number, but is a truth value"),
            ("tilte", "x", "tilte is no key of this format"),
            ("title", nil, "title is missing"),
            ("title", "", "title must not be empty"),
            ("author", " A", "author must not begin or end with blanks"),
            ("id", "abc", "id is no UUID: “abc”"),
            ("books", [Any](), "books must name at least one book"),
            ("books", ["a": 1], "books must be a list, but is an object"),
            ("books[1]", 7, "books[1] must be an object, but is a number"),
            ("books[1].id", nil, "books[1].id is missing"),
            ("books[1].id", hawk, "books[1].id is the same id as books[0].characters[0].id"),
            ("books[0].tagline", "a\nb", "books[0].tagline must be a single line"),
            ("books[0].overview", "a\u{7}b", "books[0].overview must not contain control char"),
            ("books[0].overview", NSNull(), "books[0].overview must be a text, but is null"),
            ("books[0].published", "2020-13", "books[0].published must be a year and a month"),
            ("books[0].published", "2020", "books[0].published must be a year and a month"),
            ("books[0].isbn10", "153620715-2", "books[0].isbn10 must be an ISBN of ten digits"),
            ("books[0].isbn10", "1536207153", "books[0].isbn10 is an ISBN with a wrong check"),
            ("books[0].amazonURL", "file:///a", "books[0].amazonURL must be an http or https"),
            ("books[0].amazonURL", "data:,a", "books[0].amazonURL must be an http or https"),
            ("books[0].amazonURL", "https:", "books[0].amazonURL must be an http or https"),
            ("books[0].cover", "../a.svg", "books[0].cover must be a path inside the folder"),
            ("books[0].cover", "/a.svg", "books[0].cover must be a path inside the folder"),
            ("books[0].accent", "#112233", "books[0].accent must be an object, but is a text"),
            ("books[0].accent.dark", nil, "books[0].accent.dark is missing"),
            ("books[0].language", "English", "books[0].language must be a language tag such as"),
            ("books[0].language", "", "books[0].language must be a language tag such as"),
            ("books[0].language", NSNull(), "books[0].language must be a text, but is null"),
            ("books[0].tint.light", "red", "books[0].tint.light must be a colour such as"),
            ("books[0].tint.light", "#12345", "books[0].tint.light must be a colour such as"),
            (
                "books[1].characters[0].id", "abc",
                "books[1].characters[0].id is no UUID: “abc”"
            ),
            (
                "books[0].characters[1].age", 15,
                "books[0].characters[1].age is no key of this format"
            ),
            (
                "books[0].characters[1].name", [Any](),
                "books[0].characters[1].name must be a text, but is a list"
            ),
            (
                "books[0].characters[1].avatar", "a//b",
                "books[0].characters[1].avatar must be a path inside the folder"
            ),
            ("relations", nil, "relations is missing"),
            (
                "relations[0].between", [hawk],
                "relations[0].between must name two characters, but names 1"
            ),
            (
                "relations[0].between[1]", unknown,
                "relations[0].between[1] names no character of this file: \(unknown)"
            ),
            (
                "relations[0].between", [hawk, hawk],
                "relations[0].between relates a character to itself"
            ),
            (
                "relations[1].between", [hawk, rider],
                "relations[1] relates the same two characters as relations[0]"
            ),
            (
                "relations[1].id", uuid(31).uuidString,
                "relations[1].id is the same id as relations[0].id"
            ),
        ]
        for (path, value, message) in cases {
            var series = TestSeries()
            series.set(path, to: value)
            let data = try JSONSerialization.data(withJSONObject: series.json)
            assertThrows(
                .invalidSeries,
                mentioning: "The series file my-series.json cannot be used: \(message)"
            ) {
                try SeriesFile.parse(data, url: directory.appendingPathComponent("my-series.json"))
            }
        }
    }

    func testTextThatIsNoJSONIsRefusedWithThePlaceOfTheMistake() throws {
        let url = directory.appendingPathComponent("my-series.json")
        for text in ["", "{", "{\"a\": 1,\n oops}", "\u{0}"] {
            assertThrows(.invalidSeries, mentioning: "my-series.json", "is not JSON: ") {
                try SeriesFile.parse(Data(text.utf8), url: url)
            }
        }
        assertThrows(.invalidSeries, mentioning: "character 10") {
            try SeriesFile.parse(Data("{\"a\": 1,\n oops}".utf8), url: url)
        }
        assertThrows(.invalidSeries, mentioning: "the file must be an object, but is a list") {
            try SeriesFile.parse(Data("[]".utf8), url: url)
        }
    }

    func testFileCutAnywhereIsRefusedAndNothingCrashes() throws {
        let whole = try JSONSerialization.data(withJSONObject: TestSeries().json)
        for length in stride(from: 0, to: whole.count, by: 13) {
            assertThrows(.invalidSeries) {
                try SeriesFile.parse(whole.prefix(length), url: databaseURL)
            }
        }
    }
}
