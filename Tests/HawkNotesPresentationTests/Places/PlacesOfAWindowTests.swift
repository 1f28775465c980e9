import Foundation
import HawkNotesModel
import LibraryTestSupport
import TestSupport
import XCTest

@testable import HawkNotesPresentation

final class PlacesOfAWindowTests: XCTestCase {
    private func series() throws -> Series {
        let library = try Library.inMemory(environment: .patient)
        try library.importSeries(from: SourceTree.seriesFile)
        return try library.series()
    }

    func testTabsAreTheBooksInOrderAndThenTheFavorites() throws {
        let series = try series()
        let tabs = Place.tabs(in: series)
        XCTAssertEqual(tabs, series.books.map { .book($0.id) } + [.favorites])
        for tab in tabs {
            XCTAssertEqual(Place(tabIdentifier: tab.tabIdentifier, in: series), tab)
            XCTAssertEqual(tab.tabIdentifier, tab.tabIdentifier.lowercased())
        }
        XCTAssertEqual(Place.favorites.tabIdentifier, "favorites")
    }

    func testAnUnknownTabIsNoTab() throws {
        let series = try series()
        for identifier in ["", "nonsense", UUID().uuidString] {
            XCTAssertNil(Place(tabIdentifier: identifier, in: series), identifier)
        }
    }

    func testLevelsOfAPathComeBackFromTheirKindAndIdentifier() throws {
        let series = try series()
        let book = series.books[0].id
        let places: [Place] = [
            .book(book), .favorites, .character(series.allCharacters[0].id), .webPage(book: book),
            .newer(NewerPlace(kind: "x", id: "of a newer version")),
        ]
        for place in places {
            XCTAssertEqual(Place(kind: place.kind, id: place.targetID, in: series), place)
        }
        XCTAssertEqual(places.map(\.kind), ["b", "f", "c", "w", "x"], "kinds are in state files")
    }

    func testLevelsThatTheSeriesDoesNotHaveAreNone() throws {
        let series = try series()
        let book = series.books[0].id.uuidString
        for kind in ["b", "c", "w"] {
            XCTAssertNil(Place(kind: kind, id: UUID().uuidString, in: series))
            XCTAssertNil(Place(kind: kind, id: "", in: series))
        }
        XCTAssertNil(Place(kind: "c", id: book, in: series), "a book is no character")
    }

    func testSizeClassesChangeAtTheirWidths() {
        let expected: [(Int, SizeClass)] = [
            (0, .compact), (360, .compact), (759, .compact), (760, .regular), (859, .regular),
            (860, .wide), (1399, .wide), (1400, .large), (4000, .large),
        ]
        for (width, sizeClass) in expected {
            XCTAssertEqual(SizeClass(width: width), sizeClass, "\(width)")
        }
    }

    func testDatesAreSaidAsPeopleDo() {
        onMainActor {
            let now = Date(timeIntervalSince1970: 1_700_000_000)
            let expected: [(TimeInterval, String)] = [
                (-5, "Just now"), (0, "Just now"), (59, "Just now"), (60, "1 minute ago"),
                (119, "1 minute ago"), (3599, "59 minutes ago"), (3600, "1 hour ago"),
                (86_399, "23 hours ago"), (86_400, "Yesterday"), (604_799, "6 days ago"),
            ]
            for (seconds, text) in expected {
                let date = now.addingTimeInterval(-seconds)
                XCTAssertEqual(DateText.relative(date, now: now), text, "\(seconds)")
            }
            let old = DateText.relative(now.addingTimeInterval(-604_800), now: now)
            XCTAssertFalse(old.isEmpty)
            XCTAssertTrue(old.contains { $0.isNumber }, old)
            XCTAssertTrue(old.hasPrefix("November "), old)
            XCTAssertTrue(old.hasSuffix(", 2023"), old)
            let exact = DateText.exact(now)
            XCTAssertTrue(exact.hasPrefix(DateText.day(of: now)), exact)
            XCTAssertEqual(exact.filter { $0 == ":" }.count, 1, "seconds are too much: \(exact)")
        }
    }
}
