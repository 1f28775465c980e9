import DisplayTestSupport
import Foundation
import GTKBridge
import HawkNotesModel
import LibraryTestSupport
import Phrases
import XCTest

@testable import HawkNotesUI

/// The tabs of series of one, three and forty books.
final class ManyTabsTests: DisplayTestCase {
    /// Opens a window on a series with so many books.
    @MainActor
    private static func open(
        books count: Int,
        width: Int,
        in program: TestProgram
    ) throws -> MainWindow {
        let id = UUID()
        try program.library.saveSeries(id, title: "Long")
        for number in 0..<count {
            try program.library.save(
                Book(id: UUID(), seriesID: id, title: "Volume \(number + 1)", position: number)
            )
        }
        let window = program.openWindow(width: width, height: 700, presented: true)
        window.showSeries(id)
        XCTAssertTrue(MainLoop.run { window.series.id == id && window.series.books.count == count })
        MainLoop.drain()
        return window
    }

    func testTabsThatFitStandThereAlone() throws {
        try withProgram { program in
            for (count, width) in [(1, 360), (3, 360), (1, 980), (3, 980), (3, 1600)] {
                let window = try Self.open(books: count, width: width, in: program)
                let switcher = try XCTUnwrap(window.chrome.switcher)
                XCTAssertEqual(switcher.items.count, count + 1)
                XCTAssertTrue(
                    MainLoop.run { switcher.items.allSatisfy { switcher.isInSight($0.tab) } },
                    "\(count) books, \(width) pixels"
                )
                XCTAssertFalse(switcher.hidesSome)
            }
        }
    }

    func testOfFortyBooksThoseAreShownThatFitAndTheSelectedOne() throws {
        try withProgram { program in
            for width in [360, 980] {
                let window = try Self.open(books: 40, width: width, in: program)
                let tabs = Place.tabs(in: window.series)
                for tab in [tabs[0], tabs[17], tabs[40]] {
                    window.select(tab)
                    let switcher = try XCTUnwrap(window.chrome.switcher)
                    XCTAssertTrue(
                        MainLoop.run { switcher.isInSight(tab) },
                        "\(tab) is out of sight at \(width)"
                    )
                    XCTAssertTrue(switcher.hidesSome)
                    let shown = switcher.items.filter { switcher.isInSight($0.tab) }
                    XCTAssertGreaterThan(shown.count, 1)
                    XCTAssertLessThan(shown.count, 20)
                }
            }
        }
    }

    func testTheMenuFindsABookByAWordOfItsTitle() throws {
        try withProgram { program in
            let window = try Self.open(books: 40, width: 980, in: program)
            let items = try XCTUnwrap(window.chrome.switcher).items
            let menu = TabMenu(items, selected: window.tab, name: "Find a book")
            XCTAssertEqual(menu.titles.count, 41)
            menu.find("ume 33")
            XCTAssertEqual(menu.titles, ["Volume 33"])
            menu.find("fav")
            XCTAssertEqual(menu.titles, ["Favorites"])
            menu.find("nothing like that")
            XCTAssertEqual(menu.titles, [])
        }
    }
}
