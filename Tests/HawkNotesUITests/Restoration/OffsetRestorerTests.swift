import DisplayTestSupport
import Foundation
import GTKBridge
import Phrases
import StateRestoration
import XCTest

@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// A view without rows is restored at its offset, also when its content comes later.
final class OffsetRestorerTests: DisplayTestCase {
    @MainActor
    private final class View {
        let window = Window(application: TestDisplay.application)
        let content = Box(.vertical)
        let scrolled: ScrolledWindow
        let restorer: OffsetRestorer

        init(_ scope: RestorationScope) {
            scrolled = ScrolledWindow(content)
            restorer = OffsetRestorer(scrolled, key: .listOffset, in: scope)
            window.defaultSize = (300, 200)
            window.setChild(scrolled)
            window.present()
        }

        func fill() {
            for line in 0..<100 { content.append(Label("\(line)")) }
        }
    }

    func testTheOffsetIsSavedAndRestored() throws {
        try withProgram { program in
            let scope = program.openWindow().scene.root.scope("test")
            var first: View? = View(scope)
            first?.fill()
            XCTAssertTrue(MainLoop.run { first?.scrolled.contentHeight ?? 0 > 1000 })
            first?.scrolled.offset = 345
            XCTAssertTrue(
                MainLoop.run { first?.restorer.storage.wrappedValue == 345 },
                "it is not saved"
            )
            first?.window.destroy()
            first = nil

            let second = View(scope)
            XCTAssertTrue(MainLoop.run { second.scrolled.isMapped })
            MainLoop.drain()
            XCTAssertEqual(second.scrolled.offset, 0, "there is nothing to scroll yet")
            XCTAssertEqual(second.restorer.storage.wrappedValue, 345)
            second.fill()
            XCTAssertTrue(MainLoop.run { second.scrolled.offset == 345 }, "it is not restored")
            // The user scrolls back to the top.
            XCTAssertTrue(
                MainLoop.run {
                    second.scrolled.offset = 0
                    return !second.restorer.storage.isStored
                },
                "the top is not saved"
            )
            second.window.destroy()
        }
    }
}
