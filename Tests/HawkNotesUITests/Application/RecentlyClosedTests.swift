import DisplayTestSupport
import Foundation
import GTKBridge
import HawkNotesModel
import Phrases
import StateRestoration
import XCTest

@testable import HawkNotesUI

/// Closed windows can be told apart and reopened; beginning afresh closes all and loses nothing.
final class RecentlyClosedTests: DisplayTestCase {
    @MainActor
    private static func open(_ manager: WindowManager, writing drafts: String...) throws {
        for draft in drafts {
            manager.openNewWindow()
            XCTAssertTrue(MainLoop.run { manager.windows.last?.window.isMapped == true })
            let window = try XCTUnwrap(manager.windows.last)
            try XCTUnwrap(window.tabController.page.notes).composer.field.buffer.text = draft
        }
    }

    @MainActor
    private static func drafts(_ manager: WindowManager) -> [String] {
        manager.windows.compactMap { $0.tabController.page.notes?.composer.field.buffer.text }
    }

    func testTheListTellsWhatWasBeingWritten() throws {
        try withProgram { program in
            try program.withManager { manager in
                try Self.open(manager, writing: "stays", "first closed", "second closed")
                for index in [1, 1] { manager.windows[index].window.close() }
                MainLoop.drain()
                let list = try XCTUnwrap(manager.recentlyClosedList())
                let holder = Window(application: TestDisplay.application)
                holder.setChild(list.root)
                defer { holder.destroy() }
                let rows = list.root.all(ofType: "GtkListBoxRow")
                XCTAssertEqual(rows.count, 2)
                XCTAssertTrue(rows[0].shows("The Good Hawk"), "at once")
                XCTAssertTrue(MainLoop.run { rows[0].shows("“second closed”") })
                XCTAssertTrue(rows[1].shows("“first closed”"))

                var chosen: [SceneIdentifier] = []
                list.onChoose = { chosen.append($0) }
                rows[1].activate()
                XCTAssertEqual(chosen, [program.session.recentlyClosed[1].id])
                manager.reopen(chosen[0])
                XCTAssertTrue(MainLoop.run { manager.windows.count == 2 })
                XCTAssertEqual(Self.drafts(manager), ["stays", "first closed"])
            }
        }
    }

    func testTheListIsShownBelowTheMenuButtonAndReopens() throws {
        try withProgram { program in
            try program.withManager { manager in
                try Self.open(manager, writing: "stays", "closed")
                manager.windows[1].window.close()
                let window = try XCTUnwrap(manager.windows.first)
                window.showRecentlyClosed()
                let list = { window.chrome.header.all("recently-closed").first }
                XCTAssertTrue(MainLoop.run { list()?.isMapped == true })
                let row = try XCTUnwrap(list()?.all(ofType: "GtkListBoxRow").first)
                XCTAssertTrue(MainLoop.run { row.containsFocus })
                row.activate()
                XCTAssertTrue(MainLoop.run { manager.windows.count == 2 })
                XCTAssertTrue(MainLoop.run { list() == nil })
                XCTAssertEqual(Self.drafts(manager), ["stays", "closed"])
            }
        }
    }

    func testBeginningAfreshClosesAllTogetherAndLosesNothing() throws {
        try withProgram { program in
            try program.withManager { manager in
                try Self.open(manager, writing: "one", "two", "three")
                manager.startFresh()
                XCTAssertEqual(Self.drafts(manager), [""])
                let closed = program.session.recentlyClosed
                XCTAssertEqual(closed.count, 3)
                XCTAssertEqual(Set(closed.map(\.closingDate)).count, 1)
                let window = try XCTUnwrap(manager.frontWindow)
                XCTAssertEqual(
                    window.shownToast,
                    .init(text: "3 windows closed", action: "Restore")
                )

                XCTAssertTrue(window.toasts.performAction())
                XCTAssertTrue(MainLoop.run { manager.windows.count == 4 })
                XCTAssertEqual(Set(Self.drafts(manager)), ["", "one", "two", "three"])
                XCTAssertEqual(program.session.recentlyClosed, [])
            }
            try program.restart(after: .kill)
            XCTAssertEqual(program.windows.count, 4)
        }
    }

    func testTheWindowThatIsLeftIsCalledByItsPage() throws {
        try withProgram { program in
            try program.withManager { manager in
                try Self.open(manager, writing: "")
                manager.startFresh()
                XCTAssertEqual(manager.windows.map(\.window.title), ["The Good Hawk"])
            }
        }
    }

    func testWhatIsForgottenIsNowhereAndTheLibraryStays() throws {
        try withProgram { program in
            let book = NoteSubject.book(program.series.books[0].id)
            try program.library.addNote("a note that stays", on: book)
            try program.withManager { manager in
                try Self.open(manager, writing: "open one", "open two", "closed one")
                manager.windows[2].window.close()
                program.session.flush()
                manager.forgetEverything()
                let window = try XCTUnwrap(manager.windows.first)
                XCTAssertEqual(manager.windows.count, 1)
                XCTAssertTrue(MainLoop.run { window.shownToast != nil })
                XCTAssertEqual(window.shownToast?.text, "History and drafts cleared")
                XCTAssertEqual(Self.drafts(manager), [""])
                XCTAssertEqual(program.session.recentlyClosed, [])
                program.session.flush()
                for (path, bytes) in program.tester.files.files {
                    let text = String(decoding: bytes, as: UTF8.self)
                    XCTAssertFalse(text.contains("open one") || text.contains("closed one"), path)
                }
            }
            XCTAssertEqual(try program.library.notes(on: book).map(\.text), ["a note that stays"])
        }
    }
}
