import DisplayTestSupport
import Foundation
import GTKBridge
import HawkNotesModel
import Phrases
import StateRestoration
import XCTest

@testable import HawkNotesUI

/// Closed windows can be told apart and reopened; beginning afresh closes all and loses nothing.
final class ClosedPageTests: DisplayTestCase {
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

    @MainActor
    private static func openHistory(_ window: MainWindow) throws -> HistoryDialog {
        window.showHistory(.closed)
        let dialog = try XCTUnwrap(window.dialogs.dialog(.history))
        XCTAssertTrue(MainLoop.run { dialog.window.isMapped })
        return try XCTUnwrap(dialog.content as? HistoryDialog)
    }

    func testTheListTellsWhatWasBeingWritten() throws {
        try withProgram { program in
            try program.withManager { manager in
                try Self.open(manager, writing: "stays", "first closed", "second closed")
                for index in [1, 1] { manager.windows[index].window.close() }
                MainLoop.drain()
                let dialog = try Self.openHistory(manager.windows[0])
                let rows = dialog.root.all(ofType: "GtkListBoxRow")
                XCTAssertEqual(rows.count, 2)
                XCTAssertTrue(rows[0].shows("The Good Hawk"), "at once")
                XCTAssertTrue(MainLoop.run { rows[0].shows("“second closed”") })
                XCTAssertTrue(rows[1].shows("“first closed”"))
                XCTAssertTrue(MainLoop.run { rows[0].containsFocus }, "the focus")
                XCTAssertTrue(rows[1].click("Restore"))
                XCTAssertTrue(MainLoop.run { manager.windows.count == 2 })
                XCTAssertTrue(MainLoop.run { Self.drafts(manager) == ["stays", "first closed"] })
                XCTAssertEqual(manager.windows.compactMap { $0.dialogs.dialog(.history) }.count, 0)
            }
        }
    }

    func testDraftsOfOtherPagesStandUnderTheirOwnNames() throws {
        try withProgram { program in
            try program.withManager { manager in
                try Self.open(manager, writing: "stays", "a long draft on the book")
                let character = program.series.allCharacters[0]
                let window = manager.windows[1]
                window.show(.character(character.id))
                let notes = try XCTUnwrap(window.tabController.page.notes)
                notes.composer.field.buffer.text = "short"
                window.window.close()
                MainLoop.drain()
                let dialog = try Self.openHistory(manager.windows[0])
                let row = try XCTUnwrap(dialog.root.all(ofType: "GtkListBoxRow").first)
                XCTAssertTrue(row.shows(character.name))
                XCTAssertTrue(MainLoop.run { row.shows("“short”") })
                XCTAssertTrue(row.shows("The Good Hawk: “a long draft on the book”"))
            }
        }
    }

    func testARowIsRestoredByActivatingIt() throws {
        try withProgram { program in
            try program.withManager { manager in
                try Self.open(manager, writing: "stays", "closed")
                manager.windows[1].window.close()
                let dialog = try Self.openHistory(manager.windows[0])
                let row = try XCTUnwrap(dialog.root.all(ofType: "GtkListBoxRow").first)
                XCTAssertTrue(MainLoop.run { row.containsFocus })
                row.activate()
                XCTAssertTrue(MainLoop.run { manager.windows.count == 2 })
                XCTAssertTrue(MainLoop.run { Self.drafts(manager) == ["stays", "closed"] })
            }
        }
    }

    func testBeginningAfreshClosesAllTogetherAndLosesNothing() throws {
        try withProgram { program in
            try program.withManager { manager in
                try Self.open(manager, writing: "one", "two", "three")
                manager.startFresh()
                XCTAssertEqual(manager.windows.map(\.place), [.shelf])
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
                XCTAssertEqual(manager.windows.map(\.window.title), ["Library"])
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
