import DisplayTestSupport
import Foundation
import GTKBridge
import Phrases
import XCTest

@testable import HawkNotesUI

/// How the shelf takes the place of the tabs.
final class ShelfOpeningTests: DisplayTestCase {
    func testTabsAndPageGiveWayToTheFilledShelfTogether() throws {
        try withProgram { program in
            for number in 0..<30 { try ShelfTests.add("Series \(number)", to: program.library) }
            let window = program.openWindow(width: 980, height: 720, presented: true)
            XCTAssertNotNil(window.chrome.switcher)
            window.showShelf()
            let page = try XCTUnwrap(window.shelf.page)
            var sights: Set<String> = []
            XCTAssertTrue(
                MainLoop.run {
                    let isOnScreen = page.root.isMapped
                    sights.insert(
                        "tabs \(window.chrome.switcher != nil), shelf \(isOnScreen), "
                            + "filled \(!page.boards.items.isEmpty)"
                    )
                    return isOnScreen && !page.list.rows.liveRows.isEmpty
                }
            )
            XCTAssertTrue(
                sights.isSubset(of: [
                    "tabs true, shelf false, filled false", "tabs false, shelf true, filled true",
                ]),
                "\(sights)"
            )
            window.goBack()
            XCTAssertNotNil(window.chrome.switcher)
        }
    }

    func testAShelfThatIsLeftBeforeItIsReadLeavesTheTabs() throws {
        try withProgram { program in
            let window = program.openWindow(presented: true)
            window.showShelf()
            window.goBack()
            _ = MainLoop.run(upTo: 0.4) { false }
            XCTAssertTrue(window.showsTabs)
            XCTAssertNotNil(window.chrome.switcher)
            XCTAssertTrue(window.page.root.isMapped)
        }
    }

    func testTheFocusIsOnTheShelfWhenItIsThere() throws {
        try withProgram { program in
            let window = program.openWindow(presented: true)
            window.page.notes?.composer.field.grabFocus()
            window.showShelf()
            XCTAssertNil(window.window.focus, "what is typed now would go to the note")
            let page = try XCTUnwrap(window.shelf.page)
            ShelfTests.wait("it has no focus") { page.boards.focusedElement != nil }
        }
    }
}
