import Foundation
import HawkNotesModel
import XCTest

@testable import HawkNotesPresentation

/// The pages of a series are found by what they are called.
final class PageChoicesTests: XCTestCase {
    private static let book = UUID()
    private static let seriesID = UUID()
    private let series = Series(
        id: seriesID,
        title: "Series",
        books: [Book(id: book, seriesID: seriesID, title: "The Good Hawk", position: 0)],
        characters: [
            character("Ana Hawk", position: 0),
            character("Jaime", aliases: ["Angler of Clann"], position: 1),
            character("Ångström", position: 2),
        ],
        relations: []
    )

    private static func character(
        _ name: String,
        aliases: [String] = [],
        position: Int
    ) -> Character {
        Character(
            id: UUID(),
            seriesID: seriesID,
            name: name,
            bookID: book,
            position: position,
            aliases: aliases
        )
    }

    private func titles(_ query: String, without excluded: Place? = nil) -> [String] {
        PageChoices(of: series, without: excluded).found(query).map(\.title)
    }

    func testAllPagesButOneAreThereInTheirOrder() {
        XCTAssertEqual(titles(" "), ["The Good Hawk", "Ana Hawk", "Jaime", "Ångström"])
        XCTAssertEqual(titles("", without: .book(Self.book)), ["Ana Hawk", "Jaime", "Ångström"])
        XCTAssertEqual(PageChoices().found(""), [])
    }

    func testWordsStandInAnyOrderAndBeginningsComeFirst() {
        XCTAssertEqual(titles("hawk good"), ["The Good Hawk"])
        XCTAssertEqual(titles("an"), ["Ana Hawk", "Jaime", "Ångström"])
        XCTAssertEqual(titles("hawk"), ["The Good Hawk", "Ana Hawk"])
        XCTAssertEqual(titles("clann ANGLER"), ["Jaime"])
        XCTAssertEqual(titles("angs"), ["Ångström"])
        XCTAssertEqual(titles("jaime angler"), [], "of one name")
    }

    func testCharactersSayWhichBookTheyAreOf() {
        XCTAssertEqual(
            PageChoices(of: series).found("").map(\.detail),
            [nil, "The Good Hawk", "The Good Hawk", "The Good Hawk"]
        )
    }

    func testCharactersBeyondWhereTheReaderIsAreNotOffered() {
        let later = UUID()
        let books = [
            Book(id: Self.book, seriesID: Self.seriesID, title: "First", position: 0),
            Book(id: later, seriesID: Self.seriesID, title: "Second", position: 1),
        ]
        var stranger = Self.character("Stranger", position: 1)
        stranger.bookID = later
        let series = Series(
            id: Self.seriesID,
            title: "Series",
            books: books,
            characters: [Self.character("Ana", position: 0), stranger],
            relations: [],
            readUpTo: ReadingPosition(bookID: Self.book)
        )
        let titles = PageChoices(of: series).found("").map(\.title)
        XCTAssertTrue(titles.contains("Ana"))
        XCTAssertFalse(titles.contains("Stranger"))
    }
}
