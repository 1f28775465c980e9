import Foundation
import HawkNotesModel
import XCTest

@testable import HawkNotesPresentation

/// What the menus of books, characters and series have.
final class PlaceMenuTests: XCTestCase {
    private let id = UUID()
    private let seriesID = UUID()

    private func titles(_ menu: PlaceMenu) -> [[String]] { menu.sections.map { $0.map(\.title) } }

    func testEverythingIsNamedByItsKind() {
        XCTAssertEqual(
            titles(.book(id, seriesID: seriesID, spoilers: .none)),
            [
                ["Edit Book…", "Reading Progress…"], ["Add Character…", "Add Book…"],
                ["Edit Series…", "Delete Series"], ["Join Book With…", "Delete Book"],
            ]
        )
        XCTAssertEqual(
            titles(.character(id, isFavorite: false, isHidden: false)),
            [
                ["Add to Favorites"],
                ["Edit Character…", "Join Character With…", "Delete Character"],
            ]
        )
        XCTAssertEqual(
            titles(.series(id)),
            [["Add Book…", "Add Character…"], ["Edit Series…", "Delete Series"]]
        )
        XCTAssertEqual(
            titles(.series(id, isLoneBook: true))[1],
            ["Edit Book…", "Join Book With…", "Delete Book"]
        )
    }

    func testSpoilersAreOfferedWhereThereAreAny() {
        let hidden = PlaceMenu.book(id, seriesID: seriesID, spoilers: .hidden)
        XCTAssertEqual(titles(hidden)[0].last, "Show Spoilers")
        let shown = PlaceMenu.book(id, seriesID: seriesID, spoilers: .shown)
        XCTAssertEqual(titles(shown)[0].last, "Hide Spoilers")
    }

    func testAHiddenCharacterIsNotChangedByChance() {
        let menu = PlaceMenu.character(id, isFavorite: true, isHidden: true)
        XCTAssertEqual(titles(menu), [["Remove from Favorites"], ["Show Anyway"]])
    }

    func testEachItemIsAboutWhatItNames() {
        let menu = PlaceMenu.book(id, seriesID: seriesID, spoilers: .hidden)
        for item in menu.sections.joined() {
            let isSeries = item.command.rawValue.hasPrefix("series.")
            XCTAssertEqual(item.target, (isSeries ? seriesID : id).uuidString, item.title)
        }
    }
}
