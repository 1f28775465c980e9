import DisplayTestSupport
import Foundation
import HawkNotesModel
import Phrases
import XCTest

@testable import GTKBridge
@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// Where pictures stand on pages that have nothing to show.
final class EmptyStateTests: DisplayTestCase {
    /// How far the picture is below what is above it.
    @MainActor
    private static func gap(
        below head: Widget,
        on page: any Page,
        in window: MainWindow
    ) throws -> Double {
        var picture: Widget?
        ShelfTests.wait("there is no picture") {
            picture = page.root.all("empty-drawing").first(where: \.isMapped)
            return picture != nil
        }
        window.chrome.content.waitUntilDrawn()
        let content = window.chrome.content
        let above = try XCTUnwrap(head.frame(in: content))
        let below = try XCTUnwrap(picture?.frame(in: content))
        return below.y - above.y - above.height
    }

    func testPicturesStandAtOneHeight() throws {
        for width in [360, 980] {
            try withProgram { program in
                let window = program.openWindow(width: width, height: 720, presented: true)
                var gaps: [String: Double] = [:]
                window.select(.favorites(of: nil))
                let favorites = window.page
                let title = try favorites.root.first("edit-page")
                gaps["favorites"] = try Self.gap(below: title, on: favorites, in: window)

                let shelf = try ShelfTests.shelf(of: window)
                shelf.view.choose(.stopped)
                ShelfTests.wait("something is shown") { shelf.findsNothing }
                let head = try shelf.root.first("shelf-head")
                gaps["filter"] = try Self.gap(below: head, on: shelf, in: window)
                window.showSearch(for: "nothing of the kind")
                let search = try XCTUnwrap(window.search.page)
                gaps["search"] = try Self.gap(below: search.head.root, on: search, in: window)
                window.goBack()

                try program.library.delete(.series(program.series.id))
                let empty = try XCTUnwrap(window.shelf.page)
                ShelfTests.wait("something is there") { empty.isEmpty }
                gaps["shelf"] = try Self.gap(below: head, on: empty, in: window)
                XCTAssertEqual(gaps.count, 4)
                XCTAssertEqual(Set(gaps.values), [Double(StatusPage.top)], "\(gaps) at \(width)")
            }
        }
    }
}
