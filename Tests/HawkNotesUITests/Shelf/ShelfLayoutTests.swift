import CGTK
import DisplayTestSupport
import Foundation
import HawkNotesModel
import Phrases
import XCTest

@testable import GTKBridge
@testable import HawkNotesUI

/// Where things stand on the shelf, and how its menus are reached.
final class ShelfLayoutTests: DisplayTestCase {
    /// A shelf with two boards at least, the first cover of which is larger, and notes on it.
    @MainActor
    private static func open(
        _ program: TestProgram,
        width: Int
    ) throws -> (window: MainWindow, page: ShelfPage) {
        for number in 0..<12 {
            let title = "A series with a long title, number \(number)"
            let own = try ShelfTests.add(title, to: program.library)
            try program.library.addNote("text", on: .book(own.book))
        }
        try program.library.noteOpening(of: program.series.id)
        let window = program.openWindow(width: width, height: 800, presented: true)
        let page = try ShelfTests.shelf(of: window)
        ShelfTests.wait("it is not laid out") {
            page.boards.items.count == 13 && page.list.rows.liveRows.count > 4
        }
        window.chrome.content.waitUntilDrawn()
        return (window, page)
    }

    func testHeadingCoversAndTitlesHaveOneLeftEdge() throws {
        for width in [360, 980, 1600] {
            try withProgram { program in
                let (window, page) = try Self.open(program, width: width)
                let content = window.chrome.content
                @MainActor
                func left(_ widget: Widget) throws -> Double {
                    try XCTUnwrap(widget.frame(in: content)).x
                }
                let boards = page.root.all("shelf-board").filter(\.isMapped)
                XCTAssertGreaterThan(boards.count, 1)
                let columns = page.boards.grid.columns
                var edges: [Double] = []
                for board in boards {
                    let covers = board.all("cover")
                    let titles = board.all("series-title")
                    XCTAssertEqual(covers.count, titles.count)
                    for (cover, title) in zip(covers, titles) {
                        XCTAssertEqual(try left(cover), try left(title))
                    }
                    let first = try XCTUnwrap(covers.first)
                    edges.append(try left(first))
                }
                let head = try XCTUnwrap(
                    (page.root.all("title-1") + page.root.all("dim-label")).first(where: \.isMapped)
                )
                edges.append(try left(head))
                XCTAssertEqual(Set(edges).count, 1, "\(edges) at \(width)")
                // Covers do not touch one another.
                let covers = boards[0].all("cover").prefix(columns)
                for (one, next) in zip(covers, covers.dropFirst()) {
                    let frame = try XCTUnwrap(one.frame(in: content))
                    XCTAssertGreaterThanOrEqual(try left(next), frame.x + frame.width + 6)
                }
            }
        }
    }

    func testANarrowShelfHasItsTitleInTheHeaderBarAndOneWayToTheSearch() throws {
        try withProgram { program in
            let (window, page) = try Self.open(program, width: 360)
            XCTAssertTrue(page.searchButton.isMapped)
            XCTAssertTrue(MainLoop.run { window.chrome.title.isMapped })
            XCTAssertEqual(window.chrome.title.text, "Library")
        }
    }

    func testNothingIsWrittenOnACover() throws {
        try withProgram { program in
            let (window, page) = try Self.open(program, width: 360)
            let content = window.chrome.content
            for board in page.root.all("shelf-board") {
                let frames = try board.all("cover").map {
                    try XCTUnwrap($0.frame(in: content))
                }
                let labels = board.all("series-title") + board.all("caption")
                XCTAssertFalse(labels.isEmpty)
                for label in labels {
                    let place = try XCTUnwrap(label.frame(in: content))
                    XCTAssertTrue(frames.allSatisfy { place.y >= $0.y + $0.height })
                }
            }
        }
    }

    func testEachSeriesHasAButtonForItsMenuAndOneOfThemIsAStop() throws {
        try withProgram { program in
            let (_, page) = try Self.open(program, width: 980)
            let buttons = page.root.all("board-menu")
            XCTAssertEqual(buttons.count, page.root.all("series-board").count)
            XCTAssertEqual(buttons.filter(\.isFocusable).count, 1)
            ShelfTests.wait("nothing has the focus") { page.boards.focusedElement != nil }
            let first = try XCTUnwrap(buttons.first(where: \.isFocusable))
            first.press()
            ShelfTests.wait("there is no menu") { first.hasPopover }
        }
    }

    func testTheLibraryHasAMenuOfItsOwn() throws {
        try withProgram { program in
            let (_, page) = try Self.open(program, width: 360)
            let name = "Library Menu"
            let button = try XCTUnwrap(page.root.descendants.first { $0.tooltipText == name })
            button.press()
            ShelfTests.wait("there is no menu") { button.hasPopover }
        }
    }

    func testABookIsAddedWithOneClickWhateverTabsThereAre() throws {
        for (count, hidesSome) in [(1, false), (3, false), (12, true)] {
            try withProgram { program in
                let id = UUID()
                try program.library.saveSeries(id, title: "Own")
                for number in 0..<count {
                    let title = "Volume \(number)"
                    try program.library.save(
                        Book(id: UUID(), seriesID: id, title: title, position: number)
                    )
                }
                let window = program.openWindow(width: 360, height: 700, presented: true)
                window.showSeries(id)
                ShelfTests.wait("it is not shown") { window.series.books.count == count }
                ShelfTests.wait("they are not laid out") {
                    window.chrome.switcher?.hidesSome == hidesSome
                        && window.chrome.switcher?.trailing?.isMapped == true
                }
                let button = try XCTUnwrap(window.chrome.switcher?.trailing)
                let frame = try XCTUnwrap(button.frame(in: window.chrome.content))
                XCTAssertLessThanOrEqual(frame.x + frame.width, 360)
                ShelfTests.wait("it is too small: \(button.smallTargets(least: 44))") {
                    button.smallTargets(least: 44).isEmpty
                }
            }
        }
    }
}

extension Widget {
    /// Whether a menu is open at the widget.
    fileprivate var hasPopover: Bool {
        descendants.contains { cgtk_is_a($0.pointer, gtk_popover_get_type()) != 0 }
    }
}
