import DisplayTestSupport
import Foundation
import HawkNotesModel
import XCTest

@testable import HawkNotesUI

final class RouteTests: XCTestCase {
    private func series() throws -> Series {
        let library = try Library.inMemory(environment: .patient)
        try library.importSeries(from: SourceTree.seriesFile)
        return try library.series()
    }

    func testTabsAreTheBooksInOrderAndThenTheFavorites() throws {
        let series = try series()
        let tabs = Tab.all(in: series)
        XCTAssertEqual(tabs, series.books.map { .book($0.id) } + [.favorites])
        for tab in tabs {
            XCTAssertEqual(Tab(identifier: tab.identifier, in: series), tab)
            XCTAssertEqual(tab.identifier, tab.identifier.lowercased())
        }
        XCTAssertEqual(Tab.favorites.identifier, "favorites")
        XCTAssertEqual(Tab.favorites.rootRoute, .favorites)
        let book = series.books[1].id
        XCTAssertEqual(Tab.book(book).rootRoute, .book(book))
    }

    func testAnUnknownTabIsNoTab() throws {
        let series = try series()
        for identifier in ["", "nonsense", UUID().uuidString] {
            XCTAssertNil(Tab(identifier: identifier, in: series), identifier)
        }
    }

    func testRoutesComeBackFromTheirKindAndIdentifier() throws {
        let series = try series()
        let routes: [Route] = [
            .book(series.books[0].id), .favorites, .character(series.allCharacters[0].id),
        ]
        for route in routes {
            XCTAssertEqual(Route(kind: route.kind, id: route.targetID, in: series), route)
        }
        XCTAssertEqual(routes.map(\.kind), ["b", "f", "c"], "kinds are in state files")
    }

    func testRoutesThatTheSeriesDoesNotHaveAreNone() throws {
        let series = try series()
        let book = series.books[0].id.uuidString
        XCTAssertNil(Route(kind: "b", id: UUID().uuidString, in: series))
        XCTAssertNil(Route(kind: "c", id: UUID().uuidString, in: series))
        XCTAssertNil(Route(kind: "c", id: book, in: series), "a book is no character")
        XCTAssertNil(Route(kind: "b", id: "", in: series))
        XCTAssertNil(Route(kind: "x", id: book, in: series))
    }

    func testSizeClassesChangeAtTheirWidths() {
        let expected: [(Int, SizeClass)] = [
            (0, .compact), (360, .compact), (639, .compact), (640, .regular), (859, .regular),
            (860, .wide), (4000, .wide),
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
                (86_399, "23 hours ago"), (86_400, "1 day ago"), (604_799, "6 days ago"),
            ]
            for (seconds, text) in expected {
                let date = now.addingTimeInterval(-seconds)
                XCTAssertEqual(DateText.relative(date, now: now), text, "\(seconds)")
            }
            let old = DateText.relative(now.addingTimeInterval(-604_800), now: now)
            XCTAssertFalse(old.isEmpty)
            XCTAssertTrue(old.contains { $0.isNumber }, old)
            XCTAssertTrue(DateText.exact(now).contains(":"), DateText.exact(now))
        }
    }
}
