import DisplayTestSupport
import Foundation
import GTKBridge
import Phrases
import StateRestoration
import XCTest

@testable import HawkNotesUI

/// What the windows were can be looked at, and brought back beside what is open.
final class HistoryDialogTests: DisplayTestCase {
    @MainActor
    private static func drafts(_ manager: WindowManager) -> [String] {
        manager.windows.compactMap { $0.tabController.page.notes?.composer.field.buffer.text }
    }

    /// Leaves a window with drafts on two pages, and begins the next run with it.
    @MainActor
    private static func leaveDrafts(_ program: TestProgram) throws {
        program.session.historyLimits = HistoryLimits()
        let window = program.openWindow()
        try XCTUnwrap(window.tabController.page.notes).composer.field.buffer.text = "of the book"
        window.show(.character(program.series.allCharacters[0].id))
        let notes = try XCTUnwrap(window.tabController.page.notes)
        notes.composer.field.buffer.text = "of the character"
        MainLoop.drain()
    }

    @MainActor
    private static func openDialog(_ manager: WindowManager) throws -> HistoryDialog {
        manager.activate()
        XCTAssertTrue(MainLoop.run { manager.windows.first?.window.isMapped == true })
        let window = try XCTUnwrap(manager.windows.first)
        window.dialogs.show(.history)
        let dialog = window.dialogs.dialog(.history)?.content as? HistoryDialog
        return try XCTUnwrap(dialog)
    }

    @MainActor
    private static func press(_ name: String, _ dialog: HistoryDialog) throws {
        try XCTUnwrap(dialog.focusable.first { $0.name.hasPrefix(name) }?.widget).press()
    }

    func testADraftOfAnEarlierTimeComesBackBesideWhatIsOpen() throws {
        try withProgram { program in
            try Self.leaveDrafts(program)
            program.tester.configuration.history = HistoryLimits()
            try program.beginNextRun()
            try program.withManager { manager in
                let dialog = try Self.openDialog(manager)
                XCTAssertTrue(MainLoop.run { !dialog.focusable.isEmpty }, "no time is listed")
                dialog.focusable[0].widget.activate()
                XCTAssertTrue(MainLoop.run { dialog.root.shows("of the book") })
                XCTAssertTrue(dialog.root.shows("of the character"))
                let book = program.series.books[0].id.uuidString.lowercased()
                let count = manager.windows.count
                try Self.press("draft:tab:\(book)/book/", dialog)
                XCTAssertTrue(MainLoop.run { manager.windows.count == count + 1 })
                XCTAssertTrue(MainLoop.run { Self.drafts(manager).contains("of the book") })
                XCTAssertTrue(Self.drafts(manager).contains("of the character"), "as it was")
                XCTAssertNil(manager.windows[0].dialogs.dialog(.history))
            }
        }
    }

    func testWindowsOfAnEarlierTimeComeBackBesideWhatIsOpen() throws {
        try withProgram { program in
            try Self.leaveDrafts(program)
            program.tester.configuration.history = HistoryLimits()
            try program.beginNextRun()
            try program.withManager { manager in
                let dialog = try Self.openDialog(manager)
                XCTAssertTrue(MainLoop.run { !dialog.focusable.isEmpty })
                dialog.focusable[0].widget.activate()
                XCTAssertTrue(MainLoop.run { dialog.root.shows("of the book") })
                try Self.press("all", dialog)
                XCTAssertTrue(
                    MainLoop.run {
                        Self.drafts(manager) == ["of the character", "of the character"]
                    }
                )
            }
        }
    }

    func testAHistoryThatCannotBeReadIsSaidAndReadAgain() throws {
        try withProgram { program in
            try Self.leaveDrafts(program)
            program.tester.configuration.history = HistoryLimits()
            try program.beginNextRun()
            try program.withManager { manager in
                program.tester.files.setListingFault { path, _ in
                    path.hasSuffix("/history") ? .init() : nil
                }
                let dialog = try Self.openDialog(manager)
                XCTAssertTrue(MainLoop.run { dialog.root.shows("Couldn't read earlier times") })
                XCTAssertFalse(dialog.root.shows("No earlier times yet"))
                program.tester.files.setListingFault(nil)
                try Self.press("again", dialog)
                XCTAssertTrue(MainLoop.run { !dialog.root.shows("Couldn't read earlier times") })
                XCTAssertFalse(dialog.root.shows("No earlier times yet"))
                // The time that could not be kept at first.
                XCTAssertEqual(dialog.focusable.count, 1)
                try XCTUnwrap(dialog.focusable.first).widget.activate()
                XCTAssertTrue(MainLoop.run { dialog.root.shows("of the book") })
            }
        }
    }

    func testWithoutHistoryTheDialogSaysSo() throws {
        try withProgram { program in
            try program.withManager { manager in
                let dialog = try Self.openDialog(manager)
                XCTAssertTrue(MainLoop.run { dialog.root.shows("No earlier times yet") })
            }
        }
    }
}
