import DisplayTestSupport
import Foundation
import GTKBridge
import XCTest

@testable import HawkNotesUI

/// A shelf on which one has to scroll.
extension ShelfTests {
    /// A shelf with two hundred series besides the one that ships, all of them read and laid out.
    @MainActor
    static func longShelf(
        _ program: TestProgram
    ) throws -> (window: MainWindow, page: ShelfPage) {
        for number in 0..<200 { try add("Series \(number)", to: program.library) }
        let window = program.openWindow(width: 800, height: 700, presented: true)
        let page = try shelf(of: window)
        wait("there are only some") { page.boards.items.count == 201 }
        wait("it is not laid out") {
            page.boards.grid.columns > 3 && page.list.rows.liveRows.count > 3
        }
        return (window, page)
    }

    /// Scrolls to a row, and waits until that is kept.
    ///
    /// - Returns: what is at the top then.
    @MainActor
    static func scroll(
        _ page: ShelfPage,
        of window: MainWindow,
        to row: Int
    ) throws -> (id: String, top: Int) {
        page.list.rows.scroll(to: RowArrangement.Anchor(index: row, top: -30))
        let top = try XCTUnwrap(page.list.topElement)
        wait("it is not kept") {
            window.keeps(top, at: "window/shelf/scroll")
        }
        return top
    }
}
