import XCTest

@testable import HawkNotesPresentation

/// Which series stand on which board.
final class ShelfGridTests: XCTestCase {
    func testTheLastBoardMayBeShorter() {
        var grid = ShelfGrid(count: 11)
        grid.fit(5 * (140 + ShelfGrid.gap) + 100, seriesWidth: 140)
        XCTAssertEqual(grid.columns, 5)
        XCTAssertEqual((0..<grid.rowCount).map { grid.indices(in: $0) }, [0..<5, 5..<10, 10..<11])
        XCTAssertEqual((0..<11).map(grid.row), [0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2])
    }

    func testTheNarrowestWindowHasOneSeriesOnABoard() {
        var grid = ShelfGrid(count: 2)
        grid.fit(10, seriesWidth: 140)
        XCTAssertEqual(grid.rowCount, 2)
        grid.count = 0
        XCTAssertEqual(grid.rowCount, 0)
        XCTAssertEqual(grid.indices(in: 3), 0..<0)
    }

    func testArrowsLeadThroughAllOfThem() {
        var grid = ShelfGrid(count: 8)
        grid.fit(3 * (140 + ShelfGrid.gap), seriesWidth: 140)
        XCTAssertEqual(grid.neighbor(of: 2, by: .next), 3)
        XCTAssertEqual(grid.neighbor(of: 3, by: .previous), 2)
        XCTAssertNil(grid.neighbor(of: 0, by: .previous))
        XCTAssertNil(grid.neighbor(of: 7, by: .next))
        XCTAssertEqual(grid.neighbor(of: 1, by: .down), 4)
        XCTAssertEqual(grid.neighbor(of: 4, by: .up), 1)
        XCTAssertNil(grid.neighbor(of: 2, by: .up))
        // To the last of a board that has none below.
        XCTAssertEqual(grid.neighbor(of: 5, by: .down), 7)
        XCTAssertNil(grid.neighbor(of: 6, by: .down))
    }
}
